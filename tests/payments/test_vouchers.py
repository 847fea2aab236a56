"""Vouchers: who approves, in which year they count, what is payable, and what comes back."""

from datetime import date, timedelta

import pytest

from funds import caps, compliance
from funds.models import Encumbrance, Entry, Expenditure, Kind, Posting, Project
from funds.refusal import Refusal
from municipalities.models import EnterpriseZone
from payments import vouchers
from tests import places
from tests.offices import officer
from tests.zone_money import (
    approved,
    balance,
    cents,
    cfo,
    credit,
    encumber,
    pay,
    project,
    voucher,
)

pytestmark = pytest.mark.django_db
DAY = date(2023, 10, 2)  # SFY2024


@pytest.fixture
def zone() -> EnterpriseZone:
    zone = places.zone("Exampleton", "9901")
    credit(zone, 2023, "100.00")
    credit(zone, 2024, "900.00")
    return zone


@pytest.fixture
def bound(zone: EnterpriseZone) -> Encumbrance:
    return encumber(project(zone, {2024: "1,000"}, on=DAY), "600.00", on=DAY)


def test_an_approved_voucher_is_payable_from_the_oldest_vintage_first(bound: Encumbrance) -> None:
    made = approved(bound, "150.00", on=DAY)
    assert balance(Kind.PAYABLE, "9901", 2023) == 100
    assert balance(Kind.PAYABLE, "9901", 2024) == 50
    assert balance(Kind.ENCUMBERED, bound.zone.holder) == 450
    assert sum(vouchers.owed(made).values()) == 150


def test_approving_twice_posts_once(bound: Encumbrance) -> None:
    made = approved(bound, "150.00", on=DAY)
    assert vouchers.approve(made, on=DAY, by=cfo("9901")).posting == made.posting
    assert balance(Kind.PAYABLE, "9901") == 150


def test_nobody_approves_their_own_voucher_in_whatever_office(bound: Encumbrance) -> None:
    made = voucher(bound, "0.01", on=DAY)
    same = officer("cfo", place="acting", person="9901 preparer holder", municipality="9901")
    with pytest.raises(Refusal, match="another person"):
        vouchers.approve(made, on=DAY, by=same)
    assert balance(Kind.PAYABLE, "9901") == 0


def test_one_cent_more_than_the_encumbrance_is_refused(bound: Encumbrance) -> None:
    with pytest.raises(Refusal, match=r"\$600\.00 is left"):
        approved(bound, "600.01", on=DAY)
    assert approved(bound, "600.00", "V-2", on=DAY).posting is not None


def test_a_service_on_the_last_usable_day_is_paid_and_on_the_next_refused(
    bound: Encumbrance,
) -> None:
    last, late = date(2027, 6, 30), date(2027, 7, 1)
    assert approved(bound, "1.00", on=last).posting is not None
    assert approved(bound, "1.00", "V-2", on=late, service_on=last).posting is not None
    with pytest.raises(Refusal, match="usable through June 30, 2027"):
        voucher(bound, "1.00", "V-3", on=late, service_on=late)


def test_a_service_still_to_come_is_not_vouchered(bound: Encumbrance) -> None:
    with pytest.raises(Refusal, match="still to come"):
        voucher(bound, "1.00", on=DAY, service_on=date(2023, 10, 3))
    assert voucher(bound, "1.00", "V-2", on=DAY, service_on=DAY).posting is None


def test_an_expenditure_counts_in_the_year_of_its_service_while_that_is_open(
    bound: Encumbrance,
) -> None:
    made = approved(bound, "10.00", on=date(2026, 7, 10), service_on=date(2026, 6, 20))
    assert made.posting is not None
    assert (made.posting.effective_on, made.posting.sfy) == (date(2026, 6, 20), 2026)
    assert (made.entered_on, made.prior_year) == (date(2026, 7, 10), False)


def test_a_service_before_the_encumbrance_counts_from_the_day_of_the_encumbrance(
    zone: EnterpriseZone,
) -> None:
    bound = encumber(project(zone, {2024: "900"}, on=date(2023, 9, 8)), "600.00", on=DAY)
    made = approved(bound, "10.00", on=date(2023, 11, 1), service_on=date(2023, 9, 15))
    assert made.posting is not None
    assert made.posting.effective_on == DAY


def test_an_account_is_never_below_zero_on_an_earlier_day(bound: Encumbrance) -> None:
    first = approved(bound, "600.00", on=date(2024, 6, 1))
    vouchers.void(first, cents("600"), "wrong", "void/1", on=date(2024, 7, 5), by=cfo("9901"))
    made = approved(bound, "600.00", "V-2", on=date(2024, 7, 10), service_on=date(2024, 5, 1))
    assert made.posting is not None
    assert made.posting.effective_on == date(2024, 7, 10)


def test_a_transfer_to_the_trust_is_no_expenditure(bound: Encumbrance) -> None:
    zone = bound.zone
    advance = approved(bound, "100.00", "A-1", on=DAY, kind="advance")
    assert balance(Kind.PAYABLE, "9901") == 100
    pay(advance, DAY)
    assert balance(Kind.TRUST, zone.holder) == 100
    assert Expenditure.objects.count() == 0
    approved(bound, "60.00", "S-1", on=DAY, kind="spent")
    now = caps.headroom(zone, "9901", 2023, "general", DAY)
    assert (now.expended, now.encumbered) == (60, 40)
    assert balance(Kind.TRUST, zone.holder) == 40
    assert balance(Kind.PAID, "9901") == 60
    with pytest.raises(Refusal, match=r"\$40\.00 is in trust"):
        approved(bound, "40.01", "S-2", on=DAY, kind="spent")


def test_a_trust_gives_back_what_it_did_not_spend(bound: Encumbrance) -> None:
    pay(approved(bound, "100.00", "A-1", on=DAY, kind="advance"), DAY)
    by = cfo("9901")
    vouchers.give_back(bound, cents("40"), "back/1", on=DAY, by=by)
    vouchers.give_back(bound, cents("40"), "back/1", on=DAY, by=by)
    assert balance(Kind.TRUST, bound.zone.holder) == 60
    assert balance(Kind.ENCUMBERED, bound.zone.holder) == 540
    with pytest.raises(Refusal, match=r"\$60\.00 is in trust"):
        vouchers.give_back(bound, cents("60.01"), "back/2", on=DAY, by=by)


def test_a_void_gives_the_encumbrance_its_money_once(bound: Encumbrance) -> None:
    by = cfo("9901")
    approved(bound, "500.00", on=DAY)
    other = approved(bound, "100.00", "V-2", on=DAY)
    first = vouchers.void(other, cents("100"), "wrong town", "void/1", on=DAY, by=by)
    again = vouchers.void(other, cents("100"), "wrong town", "void/1", on=DAY, by=by)
    assert first == again
    with pytest.raises(Refusal, match=rf"Already voided by #{first.number}"):
        vouchers.void(other, cents("100"), "wrong town", "void/2", on=DAY, by=by)
    assert balance(Kind.ENCUMBERED, bound.zone.holder) == 100
    assert Posting.objects.filter(act="void").count() == 1


def test_a_part_is_voided_newest_vintage_first_and_takes_its_expenditure_back(
    bound: Encumbrance,
) -> None:
    made = approved(bound, "150.00", on=DAY)
    vouchers.void(made, cents("60"), "short delivery", "void/1", on=DAY, by=cfo("9901"))
    assert balance(Kind.PAYABLE, "9901", 2024) == 0
    assert balance(Kind.PAYABLE, "9901", 2023) == 90
    assert {a.sfy: part for a, part in vouchers.owed(made).items()} == {2023: 90}
    spent = caps.headroom(bound.zone, "9901", 2023, "general", DAY).expended
    assert spent == 90
    with pytest.raises(Refusal, match=r"of \$90\.00 cannot be voided"):
        vouchers.void(made, cents("90.01"), "more", "void/2", on=DAY, by=cfo("9901"))


def test_a_void_reopens_its_own_encumbrance_only_and_too_late_goes_to_the_authority(
    zone: EnterpriseZone, bound: Encumbrance
) -> None:
    of = bound.project
    other = encumber(of, "100.00", "E-2", on=DAY)
    made = approved(bound, "600.00", on=DAY)
    approved(other, "100.00", "V-2", on=DAY)
    by = cfo("9901")
    vouchers.void(made, cents("10"), "refund", "void/1", on=date(2027, 6, 30), by=by)
    assert balance(Kind.ENCUMBERED, zone.holder) == 10
    assert sum(a.balance for a in other.accounts.all()) == 0
    late = vouchers.void(made, cents("5"), "refund", "void/2", on=date(2027, 7, 1), by=by)
    assert late.sfy == 2028
    assert balance(Kind.ENCUMBERED, zone.holder) == 10
    assert balance(Kind.AUTHORITY, "AUTHORITY") == 5


def test_a_withheld_zone_gets_no_voucher_approved_but_reports_what_its_trust_spent(
    bound: Encumbrance,
) -> None:
    pay(approved(bound, "50.00", "A-1", on=DAY, kind="advance"), DAY)
    compliance.withhold(
        bound.zone,
        "finding",
        on=date(2023, 11, 1),
        by=officer("dca-analyst"),
        ordered_by=officer("dca-director"),
    )
    assert approved(bound, "1.00", "V-1", on=date(2023, 10, 31)).posting is not None
    with pytest.raises(Refusal, match="withheld since 2023-11-01"):
        approved(bound, "1.00", "V-2", on=date(2023, 11, 1))
    assert approved(bound, "50.00", "S-1", on=date(2023, 11, 1), kind="spent").posting is not None


def test_a_voucher_that_cannot_be_approved_is_refused_when_it_is_prepared(
    zone: EnterpriseZone, bound: Encumbrance
) -> None:
    with pytest.raises(Refusal, match=r"\$600\.00 is left"):
        voucher(bound, "600.01", on=DAY)
    with pytest.raises(Refusal, match=r"\$0\.00 is in trust"):
        voucher(bound, "0.01", on=DAY, kind="spent")
    with pytest.raises(Refusal, match="ceiling"):
        voucher(bound, "600.00", on=DAY, category="administration")
    assert not bound.vouchers.exists()


def test_a_service_before_the_projects_approval_or_the_first_credit_is_refused(
    zone: EnterpriseZone, bound: Encumbrance
) -> None:
    approved_on = bound.project.approved_on
    assert approved_on is not None
    with pytest.raises(Refusal, match="project was approved on October 2, 2023"):
        voucher(bound, "1.00", on=DAY, service_on=approved_on - timedelta(days=1))
    assert voucher(bound, "1.00", on=DAY, service_on=approved_on).posting is None
    Project.objects.update(approved_on=date(2020, 1, 1))
    bound = Encumbrance.objects.get(pk=bound.pk)
    first = Entry.objects.filter(credit__kind=Kind.ZONE).order_by("effective_on")[0].effective_on
    with pytest.raises(Refusal, match="had its first credit on"):
        voucher(bound, "1.00", "V-2", on=DAY, service_on=first - timedelta(days=1))
    assert voucher(bound, "1.00", "V-3", on=DAY, service_on=first).posting is None
