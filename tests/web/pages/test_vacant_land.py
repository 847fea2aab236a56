"""Vacant land on its pages: typed or read, certified, declined, changed beside the original."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from funds import parcel_changes
from funds.models import Decline, VacantLandReport
from funds.parcel_changes import Changed
from municipalities.models import Draft
from tests import highlands as hl
from tests.highlands import TOWN, YEAR
from tests.offices import officer
from tests.web.looks import WIDTHS
from tests.web.pages import people
from tests.web.pages.people import sign_in_of

pytestmark = pytest.mark.django_db
AT = [TOWN, YEAR]


@pytest.fixture(autouse=True)
def day(calendar: Any, settings: Any, tmp_path: Any) -> Any:
    settings.DOCUMENTS, settings.UNSCANNED_UPLOADS = str(tmp_path), True
    calendar.day = date(2009, 11, 30)
    hl.town()
    return calendar


def typed(**changed: str) -> dict[str, str]:
    return {
        "block_1": "101", "lot_1": "1", "base_1": "1,000,000.00", "now_1": "400,000.00",
        "cause_1": "appeal", "evidence_1": "Judgment 12-2009", "due_1": "on",
        "why_1": "No building in the preservation area", "block_2": "", "lot_2": "", "base_2": "",
    } | changed  # fmt: skip


def assessor() -> Any:
    return officer("assessor", municipality=TOWN)


def test_a_report_goes_from_the_typed_parcels_to_the_board_and_the_director(
    reading: Any, day: Any
) -> None:
    preparer, signer = reading(people.local("preparer", TOWN)), reading(assessor())
    assert "Report the vacant land of 2009" in preparer.get("/").content.decode()
    preparer.post(reverse("vacant_land_write", args=AT), typed())
    report = VacantLandReport.objects.get()
    assert "Certify the vacant land of 2009" in signer.get("/").content.decode()
    page = signer.get(reverse("vacant_land", args=AT)).content.decode()
    assert "−600,000.00" in page and "Certify the report to the county board" in page
    day.day = date(2009, 12, 3)
    signer.post(reverse("vacant_land_certify", args=AT), {"digest": report.digest})
    page = signer.get(reverse("vacant_land", args=AT)).content.decode()
    assert "Certified, 2 days late" in page and "2 days late. The cut-off was" in page
    hl.ratios()
    board = reading(officer("county-board", county="99"))
    assert "Certify the decline of 1 town, 2009" in board.get("/").content.decode()
    page = board.get(reverse("board", args=["99", YEAR])).content.decode()
    seen = page.partition('name="seen" value="')[2].partition('"')[0]
    board.post(reverse("board_certify", args=["99", YEAR]), {"seen": seen})
    assert Decline.objects.get().valuation_base == 600_000


def test_a_typed_row_that_lacks_something_says_which(reading: Any) -> None:
    preparer = reading(people.local("preparer", TOWN))
    to = reverse("vacant_land_write", args=AT)
    page = preparer.post(to, typed(now_1="", block_2="7")).content.decode()
    assert "Parcel 1: an assessed value is needed" in page
    assert "Parcel 2: the lot is needed" in page
    page = preparer.post(to, typed(evidence_1="")).content.decode()
    assert "the judgment or approval behind the change is needed" in page
    assert "No building in the preservation area" in page
    assert not VacantLandReport.objects.exists()


def test_what_was_typed_is_kept_and_filled_in_again(reading: Any) -> None:
    preparer, to = reading(people.local("preparer", TOWN)), reverse("vacant_land_write", args=AT)
    more = {f"{part}_9": text for part, text in (("block", "7"), ("lot", "3"))}
    preparer.post(to, typed(**more, save="Save and go on later"))
    assert Draft.objects.get().form == "vacant-land"
    page = preparer.get(to).content.decode()
    assert "What you typed before is filled in again" in page
    assert "Judgment 12-2009" in page and "Parcel 9" in page
    assert not VacantLandReport.objects.exists()


def test_that_there_is_no_vacant_land_is_said_and_is_not_silence(reading: Any) -> None:
    preparer, to = reading(people.local("preparer", TOWN)), reverse("vacant_land_write", args=AT)
    empty = preparer.post(to, {"block_1": ""}).content.decode()
    assert "or say that there is no vacant land" in empty
    both = preparer.post(to, typed(none="on")).content.decode()
    assert "that is vacant land" in both
    preparer.post(to, {"block_1": "", "none": "on"})
    report = VacantLandReport.objects.get()
    assert report.parcels.count() == 0
    reading(assessor()).post(reverse("vacant_land_certify", args=AT), {"digest": report.digest})
    hl.ratios()
    assert [each.valuation_base for each in hl.board()] == [0]


def test_after_the_program_a_report_is_kept_and_leads_to_no_payment(reading: Any, day: Any) -> None:
    day.day = date(2026, 11, 30)
    client = reading(assessor())
    page = client.get(reverse("vacant_land", args=[TOWN, 2026])).content.decode()
    assert "it leads to no payment" in page and "SFY2014" in page
    assert "it leads to no payment" not in client.get(
        reverse("vacant_land", args=AT)).content.decode()  # fmt: skip
    assert "Report the vacant land" not in client.get("/").content.decode()


def test_the_directors_change_is_a_word_and_a_colour_and_keeps_the_original(reading: Any) -> None:
    parcel = hl.certified().parcels.get()
    director = reading(officer("taxation-director"))
    to = reverse("parcel_change", args=[parcel.pk])
    assert "As reported" in director.get(to).content.decode()
    answers = {
        "base_assessed": "1,000,000.00", "current_assessed": "450,000.00", "cause": "appeal",
        "due_to_the_act": "on", "vacant": "on", "reason": "The judgment says 450,000",
    }  # fmt: skip
    assert director.post(to, answers | {"reason": ""}).status_code == 200
    director.post(to, answers)
    page = reading(assessor()).get(reverse("vacant_land", args=AT)).content.decode()
    assert "Reported 400,000.00" in page and "450,000.00" in page
    assert '<span class="tag now">Changed</span>' in page
    assert "The judgment says 450,000 (h.)" in page
    assert reading(assessor()).get(to).status_code == 403


def test_a_county_of_many_towns_is_asked_as_often_as_one_of_few(reading: Any) -> None:
    board = reading(officer("county-board", county="99"))
    director = reading(officer("taxation-director"))
    codes, counts = [TOWN, *(f"99{number}" for number in range(10, 20))], []
    hl.ratios(codes=[hl.town(code, f"Town {code}").pk for code in codes])
    for more in (codes[:2], codes[2:]):
        for code in more:
            hl.certified(code=code)
        for client, to in ((board, reverse("board", args=["99", YEAR])),
                           (director, reverse("highlands", args=[YEAR]))):  # fmt: skip
            client.get(to)
            with CaptureQueriesContext(connection) as asked:
                assert client.get(to).status_code == 200
            counts.append(len(asked))
    assert counts[:2] == counts[2:]


def test_another_towns_report_and_another_countys_page_do_not_exist(reading: Any) -> None:
    hl.certified()
    hl.town("9902", "Sampleborough")
    other = reading(officer("assessor", municipality="9902"))
    hl.town("9801", "Samplebury")
    for name in ("vacant_land", "vacant_land_xlsx", "vacant_land_write"):
        assert other.get(reverse(name, args=AT)).status_code == 404
    board = reading(officer("county-board", county="98"))
    assert board.get(reverse("board", args=["99", YEAR])).status_code == 404
    assert board.get(reverse("vacant_land", args=AT)).status_code == 404
    assert reading(assessor()).get(reverse("vacant_land", args=[TOWN, 2002])).status_code == 404


@pytest.mark.browser
def test_the_difference_is_shown_as_it_is_typed_and_the_pages_are_for_everyone(
    visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    page = visit(reverse("vacant_land_write", args=AT), by=sign_in_of(assessor()))
    first = page.locator("[data-parcel]").first
    first.get_by_label("Block").fill("101")
    first.get_by_label("In the base year ($)").fill("1,000,000.00")
    first.get_by_label("Now ($)").fill("400,000.10")
    assert first.locator("[data-difference]").inner_text() == "−599,999.90"
    assert page.locator("[data-sum=difference]").inner_text() == "−599,999.90"
    first.get_by_label("No longer vacant").check()
    assert page.locator("[data-sum=difference]").inner_text() == "0.00"
    shot(page, "vacant-land-write")
    seen = [page]
    made = hl.certified([hl.said(), hl.said("2", "90000.00", "80000.00", due_to_the_act=False)])
    to = Changed(Decimal(1_000_000), Decimal(450_000), "appeal", due_to_the_act=True, vacant=True)
    by = officer("taxation-director")
    first, reason = made.parcels.all()[0], "The judgment says 450,000"
    parcel_changes.change(first, to, reason, on=date(2009, 11, 30), by=by)
    hl.town("9902", "Sampleborough")
    hl.ratios("100", "80")
    for name, who, at in (
        ("vacant-land", by, reverse("vacant_land", args=AT)),
        ("county-board", officer("county-board", county="99"), reverse("board", args=["99", YEAR])),
        ("parcel-change", officer("taxation-director"),
         reverse("parcel_change", args=[VacantLandReport.objects.get().parcels.all()[0].pk])),
    ):  # fmt: skip
        seen.append(visit(at, by=sign_in_of(who)))
        shot(seen[-1], name)
    for each in seen:
        for width in WIDTHS:
            each.set_viewport_size({"width": width, "height": 900})
            assert no_sideways_scroll(each)
            assert axe(each) == []
