"""Appeals: in time, decided by others, what was taken beyond the rest given back, linked. j."""

from datetime import date, timedelta
from decimal import Decimal
from hashlib import sha256

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from funds import appeals, compliance, filing_receipts, receivables
from funds.invariants.uses import USES
from funds.models import Appeal, Encumbrance, Finding, Kind, Posting
from funds.queries import zone_account
from funds.refusal import Refusal
from payments import forfeitures, vouchers
from payments.invariants import PAYMENTS
from tests import places
from tests.offices import officer
from tests.web.pages import people
from tests.zone_money import approved, balance, cents, cfo, credit, encumber, pay, project

pytestmark = pytest.mark.django_db
DAY = date(2023, 10, 2)  # SFY2024
FOUND = date(2024, 9, 3)
LAST = date(2024, 10, 18)  # 45 days later


@pytest.fixture
def bound() -> Encumbrance:
    zone = places.zone("Exampleton", "9901")
    credit(zone, 2024, "1,000.00")
    return encumber(project(zone, {2024: "1,000"}, on=DAY), "1,000.00", on=DAY)


@pytest.fixture
def finding(bound: Encumbrance) -> Finding:
    """300.00 were spent, paid and found."""
    voucher = approved(bound, "300.00", on=DAY)
    pay(voucher, DAY)
    assert voucher.posting is not None
    return found(bound, {voucher.posting: cents("300.00")})


def found(bound: Encumbrance, of: dict[Posting, Decimal], number: str = "F-1") -> Finding:
    return compliance.find(
        bound.zone,
        number,
        of,
        "not for the zone",
        on=FOUND,
        by=officer("dca-analyst"),
        confirmed_by=officer("dca-director"),
    )


def appeal(finding: Finding, on: date = FOUND) -> Appeal:
    return appeals.file(finding, "It is in the zone", on=on, by=cfo("9901"))


def decide(made: Appeal, amount: str, on: date = LAST) -> list[Posting]:
    line = made.finding.expenditures.get()
    return forfeitures.decide_appeal(
        made, {line: cents(amount)}, "The map shows it", on=on, by=officer("authority")
    )


def hold() -> None:
    """Every identity of uses and payments holds; `pay` pays without a warrant, past two."""
    asked = [each for each in (*USES, *PAYMENTS) if each.name not in {"payable", "paid"}]
    assert [line for held, line in (each.line() for each in asked) if not held] == []


def test_an_appeal_is_in_time_through_its_last_day_and_not_on_the_next(finding: Finding) -> None:
    assert appeals.last_day_to_appeal(finding) == LAST
    with pytest.raises(Refusal, match="through 2024-10-18") as refused:
        appeal(finding, LAST + timedelta(days=1))
    assert refused.value.cite == "52:27H-88 j."
    made = appeal(finding, LAST)
    assert appeal(finding, LAST) == made


def test_who_appeals_has_a_receipt_and_the_findings_page_shows_it(finding: Finding) -> None:
    made = appeal(finding)
    receipt = filing_receipts.said(f"AP-{finding.zone_id}-{made.pk}")
    assert sha256(b"It is in the zone").hexdigest() in receipt
    reader = Client()
    reader.force_login(people.sign_in_of(made.filed_by))
    assert receipt in reader.get(reverse("finding", args=[finding.pk])).content.decode()


def test_a_town_outside_the_zone_does_not_appeal(finding: Finding) -> None:
    places.zone("Samplebury", "9801")
    with pytest.raises(Refusal, match="outside"):
        appeals.file(finding, "why", on=FOUND, by=cfo("9801"))


def test_a_forfeiture_waits_while_an_appeal_is_open_and_goes_on_after_it(finding: Finding) -> None:
    credit(finding.zone, 2025, "500.00", on=FOUND)
    made = appeal(finding)
    treasury = officer("treasury-certifier")
    assert forfeitures.forfeit(finding.zone, on=FOUND, by=treasury) == []
    assert forfeitures.forfeit_all(on=FOUND, by=officer("system")) == []
    assert decide(made, "100.00") == []
    assert receivables.outstanding(finding.receivable) == 300
    finding.receivable.refresh_from_db()
    assert receivables.outstanding(finding.receivable) == 200
    taken = forfeitures.forfeit_all(on=LAST, by=officer("system"))
    assert [posting.total for posting in taken] == [200]
    hold()


def test_what_was_recovered_is_given_back_to_its_vintage_by_a_linked_posting(
    finding: Finding,
) -> None:
    zone = finding.zone
    credit(zone, 2025, "300.00", on=FOUND)
    (taken,) = forfeitures.forfeit(zone, on=FOUND, by=officer("treasury-certifier"))
    made = appeal(finding)
    (back,) = decide(made, "100.00")
    assert back.total == 100
    recovery = back.recoveries.get()
    assert (recovery.amount, recovery.gives_back.posting) == (-100, taken)
    assert balance(Kind.ZONE, zone.holder, 2025) == 100
    assert balance(Kind.RECOVERED, "DEPARTMENT") == 200
    finding.receivable.refresh_from_db()
    assert receivables.outstanding(finding.receivable) == 0
    assert decide(made, "100.00") == [back]
    assert compliance.spent_and_not_found(zone, finding.expenditures.get().posting)[1] == 100
    hold()


def test_an_appeal_that_is_refused_gives_nothing_back(finding: Finding) -> None:
    credit(finding.zone, 2025, "300.00", on=FOUND)
    forfeitures.forfeit(finding.zone, on=FOUND, by=officer("treasury-certifier"))
    assert decide(appeal(finding), "0.00") == []
    assert balance(Kind.RECOVERED, "DEPARTMENT") == 300


def test_no_more_is_reversed_than_was_found(finding: Finding) -> None:
    made = appeal(finding)
    with pytest.raises(Refusal, match=r"\$300\.00 was found"):
        decide(made, "300.01")
    assert decide(made, "300.00") == []


def test_what_comes_back_after_its_window_is_of_the_year_of_the_decision(finding: Finding) -> None:
    zone, later = finding.zone, date(2026, 7, 1)
    credit(zone, 2024, "300.00", on=DAY)  # usable through June 30, 2026
    forfeitures.forfeit(zone, on=FOUND, by=officer("treasury-certifier"))
    made = appeal(finding)
    decide(made, "300.00", on=later)
    assert balance(Kind.ZONE, zone.holder, 2024) == 0
    assert balance(Kind.ZONE, zone.holder, 2027) == 300
    years = {year.sfy: year for year in zone_account.vintages(zone)}
    assert (years[2024].forfeited, years[2027].credited, years[2027].forfeited) == (300, 300, 0)


def test_who_found_confirmed_or_appealed_does_not_decide(finding: Finding) -> None:
    made, line = appeal(finding), finding.expenditures.get()
    for person in ("State dca-analyst holder", "State dca-director holder"):
        same = officer("authority", place=f"acting {person}", person=person)
        with pytest.raises(Refusal, match="another person"):
            appeals.decide(made, {line: cents("1")}, "why", on=LAST, by=same)
    same = officer("authority", place="acting", person="State dca-director holder")
    with pytest.raises(IntegrityError, match="two duties"), transaction.atomic():
        Appeal.objects.update(decided_by=same, decided_on=LAST, reason="why")


def test_a_voucher_that_was_forfeited_is_due_again(bound: Encumbrance) -> None:
    due = approved(bound, "300.00", on=DAY)
    assert due.posting is not None
    finding = found(bound, {due.posting: cents("200.00")})
    (taken,) = forfeitures.forfeit(bound.zone, on=FOUND, by=officer("treasury-certifier"))
    assert (taken.total, sum(vouchers.owed(due).values())) == (200, 100)
    (back,) = decide(appeal(finding), "120.00")
    assert back.total == 120
    assert sum(vouchers.owed(due).values()) == 220
    assert due.reductions.get(kind="back").amount == -120
    assert [line for held, line in (each.line() for each in (*USES, *PAYMENTS)) if not held] == []


def test_two_findings_met_by_one_forfeiture_are_each_given_back_once(bound: Encumbrance) -> None:
    vouchers_ = [approved(bound, "100.00", f"V-{n}", on=DAY) for n in (1, 2)]
    for each in vouchers_:
        pay(each, DAY)
    both = [
        found(bound, {each.posting: cents("100.00")}, f"F-{n}")
        for n, each in enumerate(vouchers_, 1)
        if each.posting
    ]
    zone = bound.zone
    credit(zone, 2024, "150.00", on=DAY)
    credit(zone, 2025, "50.00", on=FOUND)
    forfeitures.forfeit(zone, on=FOUND, by=officer("treasury-certifier"))
    assert balance(Kind.RECOVERED, "DEPARTMENT") == 200
    for each in both:
        decide(appeal(each), "100.00")
    assert balance(Kind.RECOVERED, "DEPARTMENT") == 0
    assert balance(Kind.ZONE, zone.holder, 2025) == 50
    assert balance(Kind.ZONE, zone.holder, 2024) == 150
    hold()
