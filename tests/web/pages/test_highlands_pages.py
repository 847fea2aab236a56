"""Highlands pages of the State and of a town: each duty's door, and the program's days."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from funds import ledger, rehearsals
from funds.models import (
    BudgetChange,
    Determination,
    OffsetAttestation,
    RehearsedReading,
    SentDecline,
)
from municipalities.models import ConformanceEvent
from payments import installments, warrants
from tests import highlands as hl
from tests.highlands import TOWN, YEAR, chain, credited, sent
from tests.municipalities.uploads import pdf
from tests.offices import officer
from tests.payments import aid
from tests.web.looks import WIDTHS
from tests.web.pages import people
from tests.web.pages.people import sign_in_of

pytestmark = pytest.mark.django_db
OF_TOWN = reverse("highlands_town", args=[TOWN])


@pytest.fixture(autouse=True)
def day(calendar: Any, settings: Any, tmp_path: Any) -> Any:
    settings.DOCUMENTS, settings.UNSCANNED_UPLOADS = str(tmp_path), True
    calendar.day = date(2010, 3, 10)
    return calendar


def paper() -> SimpleUploadedFile:
    return SimpleUploadedFile("paper.pdf", pdf(), "application/pdf")


def test_the_director_sends_and_the_treasury_accepts(reading: Any, day: Any) -> None:
    day.day = date(2010, 1, 5)
    hl.certified()
    hl.ratios()
    hl.board()
    director, analyst = reading(officer("taxation-director")), reading(officer("treasury-analyst"))
    assert "Review and send the declines of 1 town, 2009" in director.get("/").content.decode()
    to = reverse("highlands_send", args=[YEAR])
    assert "600,000.00" in director.get(to).content.decode()
    assert analyst.post(to).status_code == 403
    director.post(to)
    went = SentDecline.objects.get()
    page = analyst.get(reverse("highlands", args=[YEAR])).content.decode()
    assert "Jan 5, 2010" in page and "Figures to accept" in page
    accept = reverse("figures_accept", args=[went.paper_id])
    assert f"Accept {went.paper.title}" in analyst.get("/").content.decode()
    assert accept not in director.get("/").content.decode()
    own = director.post(accept, {"statement": "on"}).content.decode()
    assert "another person does this one" in own
    analyst.post(accept, {"statement": "on"})
    assert went.paper.series.filter(accepted_on=date(2010, 1, 5)).count() == 4
    assert analyst.get(reverse("figures_accept", args=[99_999])).status_code == 404


def test_evidence_judgments_and_watershed_aid_are_recorded_by_their_offices(reading: Any) -> None:
    hl.town()
    clients = {title: reading(officer(title)) for title in
               ("dca-director", "taxation-director", "treasury-analyst")}  # fmt: skip
    clients["dca-director"].post(
        reverse("conformance_record", args=[TOWN]),
        {"kind": "master-plan", "effective_on": "2010-03-01", "source": "Ordinance 9"},
    )
    assert ConformanceEvent.objects.get().recorded_by == officer("dca-director")
    to = reverse("judgment_record", args=[TOWN])
    assert "Apr 1, 2010" in clients["taxation-director"].get(to).content.decode()
    said = {"decided_on": "2010-03-01", "amount": "-1,000.00", "words": "Lot 1 was modified"}
    lacking = clients["taxation-director"].post(to, said).content.decode()
    assert "The judgment" in lacking and not Determination.objects.exists()
    clients["taxation-director"].post(to, said | {"paper": paper()})
    clients["treasury-analyst"].post(
        reverse("watershed_record", args=[TOWN]),
        {"sfy": "2010", "amount": "500.00", "decided_on": "2010-03-01", "words": "Same acres",
         "consulted": "Director of DLGS, March 1", "paper": paper()},
    )  # fmt: skip
    page = reading(people.local("cfo", TOWN)).get(OF_TOWN).content.decode()
    assert "Not qualified" in page and "Ordinance 9" in page
    assert "−1,000.00" in page and "−500.00" in page and "Waits to be accepted" in page
    assert clients["dca-director"].get(to).status_code == 403


def test_the_cfo_attests_and_dlgs_records_its_change(reading: Any) -> None:
    chain()
    credited()
    cfo, dlgs = reading(people.local("cfo", TOWN)), reading(officer("dca-director"))
    assert "Attest the levy offset of SFY2010" in cfo.get("/").content.decode()
    assert "Not attested" in cfo.get(OF_TOWN).content.decode()
    to = reverse("offset_attest", args=[TOWN, 2010])
    assert "no exception or exemption" in cfo.get(to).content.decode()
    said = {"year": "2010", "amount": "10,800.00", "line": "Sheet 5", "paper": paper()}
    wrong = cfo.post(to, said | {"amount": "1.00"}).content.decode()
    assert "$10,800.00 was certified" in wrong
    cfo.post(to, said | {"paper": paper()})
    assert OffsetAttestation.objects.get().amount == Decimal("10800.00")
    assert "Attested, in time" in cfo.get(OF_TOWN).content.decode()
    dlgs.post(
        reverse("budget_change", args=[TOWN, 2010]),
        {"before": "0.00", "after": "10,800.00", "reason": "Not anticipated", "paper": paper()},
    )
    assert BudgetChange.objects.get().reason == "Not anticipated"
    assert "Budgets changed by DLGS" in cfo.get(OF_TOWN).content.decode()


def test_the_run_says_that_the_sum_is_no_cap_exception(reading: Any) -> None:
    chain()
    made = credited(date(2010, 2, 20))
    page = reading(officer("auditor")).get(reverse("run", args=[made.run_id])).content.decode()
    assert "no exception or exemption" in page
    assert "4 days late" in page  # February 15, 2010 was Presidents’ Day


def test_a_rehearsed_reading_has_no_door_to_a_signature(reading: Any) -> None:
    chain()
    analyst = reading(officer("treasury-analyst"))
    assert "Rehearse a reading" in analyst.get(reverse("fund", args=["highlands"])).content.decode()
    answer = analyst.post(reverse("reading_rehearse"), {"sfy": "2010"})
    made = RehearsedReading.objects.get()
    assert answer["Location"] == reverse("reading_rehearsed", args=[made.pk])
    page = reading(officer("treasury-certifier")).get(answer["Location"]).content.decode()
    assert "12,000.00" in page and "Rehearsal, never payable" in page
    assert "certify" not in page.partition("<main")[2].lower().replace("certified", "")


def test_the_funds_page_shows_the_programs_years_and_days(reading: Any, day: Any) -> None:
    to = reverse("fund", args=["highlands"])
    page = reading(officer("auditor")).get(to).content.decode()
    assert "Jul 1, 2009" in page and "Jun 30, 2014" in page
    assert "No such payment, no date" in page
    assert page.count('class="rate">') == 10
    tenth_year()
    day.day = date(2015, 1, 5)
    page = reading(officer("auditor")).get(to).content.decode()
    assert "Jun 2, 2014" in page and "Jul 1, 2015" in page


def tenth_year() -> None:
    """Pay the program's last year: its last payment goes out on June 2, 2014."""
    town, last, certifier = hl.town(), date(2014, 6, 2), officer("treasury-certifier")
    ledger.open_books("highlands", 2014)
    aid.allotted({town.pk: "100.00"}, fund="highlands", sfy=2014, on=date(2014, 2, 3))
    aid.account(town.pk, on=date(2014, 1, 2))
    installments.release_due(on=last, by=certifier)
    warrant = warrants.certify("highlands", pays_on=last, on=last, by=certifier)
    warrants.issue(warrant, on=last, by=officer("budget-officer"))
    warrants.send(warrant, on=last, by=officer("treasury-releaser"))


@pytest.mark.browser
def test_highlands_pages_can_be_used_by_everyone(
    visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    chain()
    credited()
    sent()
    made = rehearsals.rehearse(2010, on=date(2010, 3, 1), by=officer("treasury-analyst"))
    cfo, director = people.local("cfo", TOWN), officer("taxation-director")
    pages = (
        ("highlands-year", director, reverse("highlands", args=[YEAR])),
        ("highlands-town", cfo, OF_TOWN),
        ("highlands-fund", director, reverse("fund", args=["highlands"])),
        ("highlands-attest", cfo, reverse("offset_attest", args=[TOWN, 2010])),
        ("highlands-rehearsed", director, reverse("reading_rehearsed", args=[made.pk])),
        ("highlands-judgment", director, reverse("judgment_record", args=[TOWN])),
    )
    for name, by, to in pages:
        page = visit(to, by=sign_in_of(by))
        shot(page, name)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert no_sideways_scroll(page), name
            assert axe(page) == [], name
