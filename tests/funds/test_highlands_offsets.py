"""A certification says j., goes to DLGS, is attested as an offset; a rehearsal is never paid."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from funds import (
    announcements,
    dlgs_copies,
    letters,
    offsets,
    rehearsals,
    reminders,
    work,
)
from funds.models import (
    Certification,
    OffsetAttestation,
    RehearsedReading,
)
from funds.offsets import Budgeted, Changed
from funds.refusal import Refusal
from municipalities.models import Notice
from tests import highlands as hl
from tests.funds.accepted import accept, amounts, run
from tests.highlands import ACCEPTED, HIGHLANDS, TOWN
from tests.offices import officer
from tests.web.pages import people

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Any) -> None:
    settings.DOCUMENTS = str(tmp_path)


def test_a_certification_says_that_the_sum_is_no_cap_exception_and_dlgs_gets_a_copy() -> None:
    hl.chain()
    officer("dca-director")
    hl_cfo = officer("cfo", municipality=TOWN)
    made = hl.credited(date(2010, 2, 19))
    announcements.announce(on=date(2010, 2, 19))
    work.run_due(on=date(2010, 2, 19))
    letter = letters.issue_certification(
        made, TOWN, on=date(2010, 2, 19), by=officer("treasury-certifier")
    )
    assert offsets.NO_EXCEPTION in letter.letter["paragraphs"]
    assert offsets.ANTICIPATE in letter.letter["paragraphs"]
    copy = dlgs_copies.issue(made, on=date(2010, 2, 19), by=officer("treasury-certifier"))
    assert copy.number == f"{made.number}-DLGS"
    # February 15, 2010 was Presidents' Day
    assert (
        "due by February 16, 2010 (statutory date February 15, 2010): 3 days late"
        in (copy.letter["paragraphs"][0])
    )
    assert offsets.NO_EXCEPTION in copy.letter["paragraphs"]
    assert copy.letter["tables"][0]["rows"] == [[TOWN, "Exampleton", "10800.00"]]
    told = Notice.objects.filter(kind=dlgs_copies.KIND)
    assert [each.office.title for each in told] == ["dca-director"]
    assert Notice.objects.filter(office=hl_cfo.office).exists()


def test_a_certification_by_february_15_is_in_time() -> None:
    hl.chain()
    assert "in time" in dlgs_copies.in_time(hl.credited(date(2010, 2, 15)))


def budgeted(amount: str = "10800.00", year: int = 2010, line: str = "Sheet 5") -> Budgeted:
    return Budgeted(year, Decimal(amount), line, hl.paper())


def test_a_municipality_attests_the_offset_in_the_year_of_payment_once() -> None:
    hl.chain()
    town, on, by = hl.town(), date(2010, 3, 10), officer("cfo", municipality=TOWN)
    with pytest.raises(Refusal, match="nothing is certified"):
        offsets.attest(town, 2010, budgeted(), on=on, by=by)
    made = hl.credited()
    wrong = (
        (budgeted("10799.99"), "10,800.00 was certified"),
        (budgeted(year=2009), "the budget of 2010"),
        (budgeted(line=" "), "the line of the budget"),
    )
    for said, why in wrong:
        with pytest.raises(Refusal, match=why):
            offsets.attest(town, 2010, said, on=on, by=by)
    assert [each.key for each in offsets.owed(on)] == [f"offset/{TOWN}/SFY2010"]
    reminders.remind(on=date(2010, 3, 19))
    assert Notice.objects.filter(office=by.office, url=reverse(
        "offset_attest", args=[TOWN, 2010])).exists()  # fmt: skip
    done = offsets.attest(town, 2010, budgeted(), on=on, by=by)
    assert offsets.attest(town, 2010, budgeted(), on=on, by=by) == done
    assert (done.certification, done.budget_year) == (made, 2010)
    assert offsets.owed(on) == []
    reader = Client()
    reader.force_login(people.sign_in_of(by))
    page = reader.get(reverse("highlands_town", args=[TOWN])).content.decode()
    assert f"Receipt LO-{TOWN}-2010-{done.pk}, " in page
    assert f"SHA-256 {done.document.sha256}" in page
    with pytest.raises(DatabaseError), transaction.atomic():
        OffsetAttestation.objects.update(amount=1)


@pytest.mark.parametrize(("basis", "day"), [("calendar", (3, 20)), ("state", (6, 30))])
def test_the_day_of_the_attestation_follows_the_budget(basis: str, day: tuple[int, int]) -> None:
    town = hl.town()
    town.bases.create(basis=basis, from_on=date(2000, 1, 1), source="a test")
    assert offsets.attested_by(town, 2010, date(2010, 3, 1)) == date(2010, *day)


def test_dlgs_records_what_it_changed_in_a_budget() -> None:
    hl.chain()
    town, on, by = hl.town(), date(2010, 3, 10), officer("dca-director")
    said = Changed(Decimal(0), Decimal("10800.00"), "It was not anticipated", hl.paper())
    with pytest.raises(Refusal, match="nothing is certified"):
        offsets.change_budget(town, 2010, said, on=on, by=by)
    hl.credited()
    made = offsets.change_budget(town, 2010, said, on=on, by=by)
    assert offsets.change_budget(town, 2010, said, on=on, by=by) == made
    for wrong in (Changed(Decimal(1), Decimal(1), "Why", hl.paper()),
                  Changed(Decimal(1), Decimal(2), " ", hl.paper())):  # fmt: skip
        with pytest.raises(Refusal, match="and a reason"):
            offsets.change_budget(town, 2010, wrong, on=on, by=by)
    with pytest.raises(IntegrityError), transaction.atomic():
        type(made).objects.create(
            municipality=town, sfy=2010, before=1, after=1, reason="Why", document=made.document,
            changed_by=by, changed_on=on,
        )  # fmt: skip


def test_a_year_may_be_rehearsed_as_if_only_paid_years_counted() -> None:
    hl.chain()
    on, by = date(2010, 2, 1), officer("treasury-analyst")
    made = rehearsals.rehearse(2010, on=on, by=by)
    paid = {each[0]: each[2] for each in made.lines if each[1] == "payable"}
    assert (made.years_paid, paid) == ([], {TOWN: "12000.00"})
    assert amounts(run(HIGHLANDS, 2010, on), "payable")[TOWN] == Decimal("10800.00")
    assert rehearsals.rehearse(2010, on=on, by=by) == made
    with pytest.raises(Refusal, match="may not"):
        rehearsals.rehearse(2010, on=on, by=officer("auditor"))


def test_a_rehearsal_leads_to_no_certification_credit_or_payment() -> None:
    related = {each.related_model.__name__ for each in RehearsedReading._meta.related_objects}
    assert related == set()
    assert Certification._meta.get_field("run").related_model is not RehearsedReading


def test_after_the_tenth_year_a_run_is_refused_and_the_other_reading_may_go_on() -> None:
    hl.chain()
    accept("available_amount", "SFY2016", {None: "100000"}, on=ACCEPTED)
    accept("qualified", "SFY2016", {TOWN: "1"}, on=ACCEPTED)
    on, by = date(2016, 2, 1), officer("treasury-analyst")
    with pytest.raises(Refusal, match=r"expired .*f\.\(3\)"):
        run(HIGHLANDS, 2016, on)
    assert rehearsals.rehearse(2016, on=on, by=by).lines != []
