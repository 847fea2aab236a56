"""Review: findings name expenditures, withholding stops acts, forfeiture takes what is owed."""

from datetime import date, timedelta

import pytest

from funds import compliance, receivables
from funds.models import Encumbrance, Finding, Kind, Posting, WithholdingOrder
from funds.refusal import Refusal
from municipalities.models import EnterpriseZone
from payments import completing, forfeitures, vouchers
from tests import places
from tests.offices import officer
from tests.zone_money import FUND, approved, balance, cents, cfo, credit, encumber, project

pytestmark = pytest.mark.django_db
DAY = date(2023, 10, 2)  # SFY2024
REVIEW = date(2024, 9, 3)


@pytest.fixture
def bound() -> Encumbrance:
    zone = places.zone("Exampleton", "9901")
    credit(zone, 2024, "1,000.00")
    return encumber(project(zone, {2024: "1,000"}, on=DAY), "1,000.00", on=DAY)


def spent(bound: Encumbrance, amount: str, number: str = "V-1") -> Posting:
    made = approved(bound, amount, number, on=DAY)
    assert made.posting is not None
    return made.posting


def find(bound: Encumbrance, number: str, of: dict[Posting, str], on: date = REVIEW) -> Finding:
    return compliance.find(
        bound.zone,
        number,
        {posting: cents(amount) for posting, amount in of.items()},
        "not for the zone",
        on=on,
        by=officer("dca-analyst"),
        confirmed_by=officer("dca-director"),
    )


def withhold(zone: EnterpriseZone, on: date) -> WithholdingOrder:
    return compliance.withhold(
        zone,
        "finding F-1",
        on=on,
        by=officer("dca-analyst"),
        ordered_by=officer("dca-director"),
    )


def comply(order: WithholdingOrder, on: date) -> WithholdingOrder:
    """Have a plan entered into and complied with, all of it on one day."""
    plan = completing.enter_plan(order, on=on, by=officer("dca-analyst"))
    completing.answer_plan(plan, on=on, by=cfo("9901"), accepted_by=officer("dca-analyst"))
    order.refresh_from_db()
    return compliance.record_compliance(order, on=on, by=officer("dca-director"))


def test_a_finding_names_its_expenditures_and_makes_a_receivable(bound: Encumbrance) -> None:
    made = find(bound, "F-1", {spent(bound, "300.00"): "300.00"})
    assert find(bound, "F-1", {made.expenditures.get().posting: "300.00"}) == made
    assert made.receivable.holder == bound.zone.holder
    assert receivables.outstanding(made.receivable) == 300


def test_no_more_is_found_than_was_spent_and_not_found_before(bound: Encumbrance) -> None:
    posting = spent(bound, "300.00")
    find(bound, "F-1", {posting: "200.00"})
    with pytest.raises(Refusal, match=r"\$100\.00 of \$300\.00"):
        find(bound, "F-2", {posting: "100.01"})
    assert find(bound, "F-3", {posting: "100.00"}).number == "F-3"


def test_what_was_voided_is_no_longer_spent_and_not_found(bound: Encumbrance) -> None:
    posting = spent(bound, "300.00")
    vouchers.void(
        bound.vouchers.get(), cents("200.00"), "refunded", "void/1", on=DAY, by=cfo("9901")
    )
    with pytest.raises(Refusal, match=r"\$100\.00 of \$100\.00"):
        find(bound, "F-1", {posting: "100.01"})
    assert find(bound, "F-1", {posting: "100.00"}).receivable.amount == 100


def test_a_finding_is_of_an_expenditure_of_the_zone(bound: Encumbrance) -> None:
    assert bound.posting is not None
    with pytest.raises(Refusal, match="no expenditure"):
        find(bound, "F-1", {bound.posting: "1.00"})


def test_the_finder_does_not_confirm(bound: Encumbrance) -> None:
    posting = spent(bound, "1.00")
    same = officer("dca-director", place="acting", person="State dca-analyst holder")
    with pytest.raises(Refusal, match="another person"):
        compliance.find(
            bound.zone,
            "F-1",
            {posting: cents("1")},
            "why",
            on=REVIEW,
            by=officer("dca-analyst"),
            confirmed_by=same,
        )
    assert Finding.objects.count() == 0


def test_a_withholding_stops_new_encumbrances_from_its_day_until_the_day_it_is_lifted(
    bound: Encumbrance,
) -> None:
    zone, of = bound.zone, bound.project
    credit(zone, 2025, "100.00")
    before, after = REVIEW - timedelta(days=1), REVIEW + timedelta(days=30)
    bound.project.budgets.create(sfy=2025, amount=100)
    order = withhold(zone, REVIEW)
    assert encumber(of, "1.00", "E-2", on=before).amount == 1
    with pytest.raises(Refusal, match="withheld") as refused:
        encumber(of, "1.00", "E-3", on=REVIEW)
    assert refused.value.cite == "52:27H-88 j."
    director = officer("dca-director")
    comply(order, after)
    assert compliance.lift(order, on=after, by=director).lifted_on == after
    assert compliance.withheld(zone, after - timedelta(days=1)) == order
    assert compliance.withheld(zone, after) is None
    assert encumber(of, "1.00", "E-3", on=after).amount == 1


def test_an_order_is_lifted_only_after_a_plan_and_compliance_with_it(bound: Encumbrance) -> None:
    order = withhold(bound.zone, REVIEW)
    director = officer("dca-director")
    with pytest.raises(Refusal, match="compliance with the plan is not on record"):
        compliance.lift(order, on=REVIEW, by=director)
    with pytest.raises(Refusal, match="corrective action plan is not on record"):
        compliance.record_compliance(order, on=REVIEW, by=director)
    with pytest.raises(Refusal, match="Department’s corrective action plan is not on record"):
        compliance.enter_plan(order, on=REVIEW, by=officer("dca-analyst"))
    assert comply(order, REVIEW).lifted_on == REVIEW


def test_credits_are_still_posted_while_a_zone_is_withheld(bound: Encumbrance) -> None:
    withhold(bound.zone, REVIEW)
    credit(bound.zone, 2025, "100.00", on=REVIEW)
    assert balance(Kind.ZONE, bound.zone.holder, 2025) == 100


def test_a_forfeiture_takes_the_oldest_finding_first_and_never_more_than_is_there(
    bound: Encumbrance,
) -> None:
    zone = bound.zone
    first = find(bound, "F-1", {spent(bound, "300.00"): "300.00"})
    second = find(bound, "F-2", {spent(bound, "200.00", "V-2"): "200.00"}, on=date(2024, 9, 4))
    treasury = officer("treasury-certifier")
    assert compliance.forfeit(zone, on=REVIEW, by=treasury) is None
    credit(zone, 2025, "350.00", on=date(2024, 10, 1))
    compliance.forfeit(zone, on=date(2024, 10, 1), by=treasury)
    assert balance(Kind.ZONE, zone.holder) == 0
    assert balance(Kind.RECOVERED, "DEPARTMENT") == 350
    assert receivables.outstanding(first.receivable) == 0
    assert receivables.outstanding(second.receivable) == 150
    credit(zone, 2026, "1,000.00", on=date(2025, 10, 1))
    compliance.forfeit(zone, on=date(2025, 10, 1), by=officer("treasury-certifier"))
    assert compliance.forfeit(zone, on=date(2025, 10, 1), by=treasury) is None
    assert balance(Kind.ZONE, zone.holder, 2026) == 850
    assert balance(Kind.RECOVERED, "DEPARTMENT") == 500


def test_the_latest_credit_is_forfeited_first(bound: Encumbrance) -> None:
    zone = bound.zone
    posting = spent(bound, "300.00")
    credit(zone, 2023, "500.00")
    find(bound, "F-1", {posting: "300.00"})
    credit(zone, 2025, "200.00", on=date(2024, 10, 1))
    compliance.forfeit(zone, on=date(2024, 10, 1), by=officer("treasury-certifier"))
    assert balance(Kind.ZONE, zone.holder, 2025) == 0
    assert balance(Kind.ZONE, zone.holder, 2023) == 400


def test_a_due_voucher_is_forfeited_after_unencumbered_money(bound: Encumbrance) -> None:
    zone = bound.zone
    find(bound, "F-1", {spent(bound, "300.00"): "300.00"})
    credit(zone, 2025, "100.00", on=date(2024, 10, 1))
    due = approved(bound, "500.00", "V-2", on=date(2024, 10, 1))
    made = forfeitures.forfeit(zone, on=date(2024, 10, 1), by=officer("treasury-certifier"))
    assert [posting.total for posting in made] == [100, 200]
    assert balance(Kind.RECOVERED, "DEPARTMENT") == 300
    first = bound.vouchers.get(number="V-1")
    assert sum(vouchers.owed(first).values()) == 100
    assert sum(vouchers.owed(due).values()) == 500
    with pytest.raises(Refusal, match=r"in finding F-1: \$300\.00 of it"):
        vouchers.void(first, cents("100.01"), "x", "void/1", on=REVIEW, by=cfo("9901"))


def test_a_finding_is_not_recovered_to_the_pool(bound: Encumbrance) -> None:
    zone = bound.zone
    find(bound, "F-1", {spent(bound, "300.00"): "300.00"})
    account = credit(zone, 2025, "100.00", on=date(2024, 10, 1))
    made = receivables.recover(
        FUND,
        zone.holder,
        account,
        limit=cents("100"),
        key="recover/1",
        on=REVIEW,
        by=officer("system"),
    )
    assert made is None
    assert balance(Kind.ZONE, zone.holder) == 100
