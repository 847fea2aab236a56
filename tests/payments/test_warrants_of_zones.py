"""Vouchers, advances and other spending on a warrant, and what a withheld zone waits for."""

from datetime import date
from decimal import Decimal

import pytest

from funds import accounts, authority, ledger, second_generation, withholding
from funds.models import Encumbrance, Kind
from funds.refusal import Refusal
from municipalities.models import EnterpriseZone
from payments import completing, holds, returns, vouchers, warrants
from payments.models import Hold, Warrant
from tests import places
from tests.offices import officer
from tests.payments.aid import account, sent
from tests.zone_money import (
    FUND,
    approved,
    balance,
    cents,
    cfo,
    credit,
    encumber,
    project,
    refunded,
)

pytestmark = pytest.mark.django_db
DAY = date(2023, 10, 2)  # SFY2024
EARLY = date(2023, 7, 3)


@pytest.fixture
def zone() -> EnterpriseZone:
    zone = places.zone("Exampleton", "9901")
    credit(zone, 2023, "100.00")
    credit(zone, 2024, "900.00")
    return zone


@pytest.fixture
def bound(zone: EnterpriseZone) -> Encumbrance:
    return encumber(project(zone, {2024: "1,000"}, on=DAY), "600.00", on=DAY)


def certify() -> Warrant:
    return warrants.certify(FUND, pays_on=DAY, on=DAY, by=officer("treasury-certifier"))


def test_a_reimbursement_is_paid_in_the_vintages_it_was_approved_in(bound: Encumbrance) -> None:
    approved(bound, "150.00", on=DAY)
    account("9901", "first-generation", on=EARLY)
    warrant = sent(FUND, DAY)
    assert (warrant.payments_count, warrant.total) == (1, Decimal("150.00"))
    assert balance(Kind.PAID, "9901", 2023) == 100
    assert balance(Kind.PAID, "9901", 2024) == 50
    assert balance(Kind.PAYABLE, "9901") == 0


def test_an_advance_reaches_the_trust_and_is_not_yet_paid(bound: Encumbrance) -> None:
    approved(bound, "150.00", on=DAY, kind="advance")
    account("9901", "trust", on=EARLY)
    sent(FUND, DAY)
    assert balance(Kind.TRUST, bound.zone.holder) == 150
    assert balance(Kind.PAID, "9901") == 0
    given = vouchers.give_back(bound, cents("40.00"), "back/1", on=DAY, by=officer_of(bound))
    assert given.total == 40
    assert balance(Kind.TRUST, bound.zone.holder) == 110


def officer_of(bound: Encumbrance) -> "vouchers.Officer":
    return officer("cfo", municipality=bound.municipality_id)


def test_a_voucher_needs_the_account_for_first_generation_money(bound: Encumbrance) -> None:
    approved(bound, "150.00", on=DAY)
    account("9901", on=EARLY)
    with pytest.raises(
        Refusal, match=r"9901 \$150\.00 needs a verified account \(first-generation"
    ):
        certify()


def test_a_withheld_zones_voucher_waits_until_the_order_is_lifted(bound: Encumbrance) -> None:
    approved(bound, "150.00", on=DAY)
    account("9901", "first-generation", on=EARLY)
    analyst, director = officer("dca-analyst"), officer("dca-director")
    order = withholding.withhold(bound.zone, "finding F-1", on=DAY, by=analyst, ordered_by=director)
    with pytest.raises(Refusal, match="Exampleton zone is withheld since October 2, 2023"):
        certify()
    plan = completing.enter_plan(order, on=DAY, by=analyst)
    completing.answer_plan(plan, on=DAY, by=cfo("9901"), accepted_by=analyst)
    order.refresh_from_db()
    withholding.record_compliance(order, on=DAY, by=director)
    assert certify().payments_count == 1


def test_a_zone_without_a_trust_account_on_record_is_not_paid(bound: Encumbrance) -> None:
    approved(bound, "150.00", on=DAY)
    account("9901", "first-generation", on=EARLY)
    EnterpriseZone.objects.update(trust_account_on=None)
    with pytest.raises(Refusal, match="no receiving trust account"):
        certify()


def test_what_is_left_of_a_lowered_voucher_is_held_until_a_person_has_looked(
    bound: Encumbrance,
) -> None:
    made = approved(bound, "150.00", on=DAY)
    account("9901", "first-generation", on=EARLY)
    vouchers.void(made, cents("30.00"), "credit note", "void/1", on=DAY, by=officer_of(bound))
    with pytest.raises(Refusal, match=r"By itself: \$150.00 became \$120.00"):
        certify()
    hold = Hold.objects.get(category="lowered")
    holds.lift(hold, on=DAY, by=officer("budget-officer"), because="The credit note is right")
    assert certify().total == Decimal("120.00")


def test_a_voucher_voided_in_full_leaves_nothing_to_hold(bound: Encumbrance) -> None:
    made = approved(bound, "150.00", on=DAY)
    vouchers.void(made, cents("150.00"), "wrong", "void/1", on=DAY, by=officer_of(bound))
    assert not Hold.objects.exists()


def test_a_returned_reimbursement_is_payable_again_in_its_vintages(bound: Encumbrance) -> None:
    approved(bound, "150.00", on=DAY)
    account("9901", "first-generation", on=EARLY)
    payment = sent(FUND, DAY).payments.get()
    returns.record(payment, "R03", on=DAY, by=officer("treasury-releaser"))
    assert balance(Kind.PAYABLE, "9901", 2023) == 100
    assert balance(Kind.PAYABLE, "9901", 2024) == 50
    account("9901", "first-generation", on=EARLY)
    assert sent(FUND, DAY).payments.get().reissues == payment


def test_a_return_after_a_refund_is_looked_into_first(bound: Encumbrance) -> None:
    made = approved(bound, "150.00", on=DAY)
    account("9901", "first-generation", on=EARLY)
    payment = sent(FUND, DAY).payments.get()
    refunded(made, "30.00", on=DAY)
    with pytest.raises(Refusal, match=r"\$150\.00 was paid and \$120\.00 of it still stands"):
        returns.record(payment, "R03", on=DAY, by=officer("treasury-releaser"))


def test_the_authoritys_and_second_generation_spending_goes_out_too(zone: EnterpriseZone) -> None:
    credit(zone, 2025, "10.00", on=DAY)
    second_generation.sell(
        zone, "Truck", cents("80.00"), "sale/1", on=DAY, by=officer("coordinator", zone="9901")
    )
    second_generation.use(
        zone,
        "grant",
        "Exampleton Bakery",
        cents("30.00"),
        "use/1",
        on=DAY,
        by=officer("coordinator", zone="9901"),
    )
    account("Exampleton Bakery", "second-generation", on=EARLY)
    warrant = sent(FUND, DAY)
    assert [(p.payee, p.amount) for p in warrant.payments.all()] == [
        ("Exampleton Bakery", Decimal("30.00"))
    ]
    assert balance(Kind.PAID, "Exampleton Bakery") == 30


def test_an_authority_grant_is_paid_and_paid_again_after_a_return(zone: EnterpriseZone) -> None:
    fill_authority("50.00")
    authority.spend(
        "grant", "Planning Office", cents("50.00"), "a/1", on=DAY, by=officer("authority")
    )
    account("Planning Office", on=EARLY)
    payment = sent(FUND, DAY).payments.get()
    returns.record(payment, "R02", on=DAY, by=officer("treasury-releaser"))
    assert balance(Kind.PAYABLE, "Planning Office") == 50
    account("Planning Office", on=EARLY)
    assert sent(FUND, DAY).payments.get().reissues == payment
    assert balance(Kind.PAID, "Planning Office") == 50


def fill_authority(amount: str) -> None:
    """Give the Authority's account something, by the ledger alone."""
    ledger.post(
        "credit",
        [
            ledger.Move(
                accounts.find(FUND, Kind.SOURCE, "appropriation"),
                accounts.find(FUND, Kind.AUTHORITY, "AUTHORITY"),
                cents(amount),
            )
        ],
        fund=FUND,
        key="fill",
        on=DAY,
        by=officer("treasury-certifier"),
        clause="test",
    )
