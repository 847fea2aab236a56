"""Faults of other systems with their right values, played with zone money: by their numbers."""

from datetime import date, timedelta

import pytest

from funds import amendments, caps, corrections, ledger, projects, proposals
from funds.models import Encumbrance, Expenditure, Kind
from funds.queries import obligated
from funds.refusal import Refusal
from municipalities.models import EnterpriseZone
from payments import completing, vouchers
from payments.models import Voucher
from payments.queries import exceptions
from tests import places
from tests.funds.year_ends import close
from tests.offices import officer
from tests.payments.aid import account, sent
from tests.zone_money import (
    FUND,
    HEARING,
    approved,
    balance,
    cents,
    cfo,
    credit,
    encumber,
    pay,
    project,
    propose,
    voucher,
)

pytestmark = pytest.mark.django_db
DAY = date(2025, 10, 1)  # SFY2026


@pytest.fixture
def zone() -> EnterpriseZone:
    zone = places.zone("Exampleton", "9901")
    ledger.open_books(FUND, 2026)
    credit(zone, 2026, "1,234,567.89")
    return zone


@pytest.fixture
def bound(zone: EnterpriseZone) -> Encumbrance:
    return encumber(project(zone, {2026: "900,000"}, on=DAY), "400,000.00", on=DAY)


def test_o13_the_same_invoice_against_another_encumbrance_is_held_and_shown(
    bound: Encumbrance,
) -> None:
    other = encumber(bound.project, "200,000.00", "E-2", on=DAY)
    approved(bound, "120,918.00", on=DAY, vendor="V", invoice="INV-0077")
    later = DAY + timedelta(days=60)
    second = voucher(other, "120,918.00", "V-2", on=later, vendor="V", invoice="inv 77 ")
    with pytest.raises(Refusal, match=r"looks like V-1 \(invoice INV-0077\)"):
        vouchers.approve(second, on=later, by=cfo("9901"))
    vouchers.clear_duplicate(second, "the second half of the work", on=later, by=cfo("9901"))
    vouchers.approve(second, on=later, by=cfo("9901"))
    shown = {each.text for each in exceptions.of_zone(bound.zone, later)}
    assert "V-2 looks like V-1; cleared: the second half of the work" in shown
    assert "V-1 looks like the later V-2" in shown


def test_o15_an_expenditure_is_taken_back_once_and_then_entered_anew(bound: Encumbrance) -> None:
    made = approved(bound, "500.00", on=DAY, vendor="V", invoice="7")
    before = balance(Kind.ENCUMBERED, bound.zone.holder)
    first = vouchers.void(made, cents("500"), "wrong", "void/1", on=DAY, by=cfo("9901"))
    with pytest.raises(Refusal, match=rf"Already voided by #{first.number}"):
        vouchers.void(made, cents("500"), "wrong", "void/2", on=DAY, by=cfo("9901"))
    with pytest.raises(Refusal, match="A reversal is not itself reversed: enter the act anew"):
        ledger.reverse(first, key="again/1", on=DAY, by=cfo("9901"), reason="it was right")
    assert balance(Kind.ENCUMBERED, bound.zone.holder) == before + 500
    again = voucher(bound, "500.00", "V-2", on=DAY, vendor="V", invoice="7")
    assert not again.held


def test_o34_while_its_year_is_open_an_expenditure_counts_in_the_year_of_its_service(
    bound: Encumbrance,
) -> None:
    june, july = date(2026, 6, 20), date(2026, 7, 10)
    made = approved(bound, "10.00", on=july, service_on=june)
    assert made.posting is not None
    assert (made.service_on, made.entered_on, made.posting.sfy) == (june, july, 2026)
    assert made.posting.effective_on == june
    assert not made.prior_year


def test_o34_after_the_close_it_posts_in_the_open_year_tagged_prior_year(
    zone: EnterpriseZone, bound: Encumbrance
) -> None:
    june, july = date(2026, 6, 20), date(2026, 7, 10)
    close(2026)
    before = list(Expenditure.objects.filter(posting__sfy=2026))
    made = approved(bound, "10.00", on=july, service_on=june)
    assert made.posting is not None
    assert (made.service_on, made.entered_on, made.posting.sfy) == (june, july, 2027)
    assert (made.posting.effective_on, made.prior_year) == (july, True)
    assert list(Expenditure.objects.filter(posting__sfy=2026)) == before == []


def test_o34_no_more_lapses_than_the_account_holds(
    zone: EnterpriseZone, bound: Encumbrance
) -> None:
    """What was encumbered or spent of a credit is no longer there to lapse at its last year."""
    approved(bound, "150,000.00", on=DAY)
    held = balance(Kind.ZONE, zone.holder)
    for sfy in (2026, 2027, 2028):
        close(sfy)
    assert held == cents("834,567.89")
    assert balance(Kind.AUTHORITY, "AUTHORITY") == held
    assert balance(Kind.ZONE, zone.holder) == 0
    assert balance(Kind.ENCUMBERED, zone.holder) == 250_000


def test_o39_a_quarter_shows_what_was_bound_in_it_and_not_the_last_ones_figure(
    zone: EnterpriseZone,
) -> None:
    of = project(zone, {2026: "250,000"}, on=DAY)
    cancelled = encumber(of, "250,000.00", on=date(2025, 11, 3))  # the second quarter
    projects.release_encumbrance(
        cancelled, cents("250,000"), "r/1", on=date(2026, 2, 3), by=cfo("9901")
    )
    found = obligated.by_quarter(of, date(2026, 6, 1))
    assert [(each.quarter.number, each.current, each.cumulative) for each in found] == [
        (4, 0, 0),
        (3, -250_000, 0),
        (2, 250_000, 250_000),
    ]


def test_o43_what_was_paid_is_only_amended(zone: EnterpriseZone, bound: Encumbrance) -> None:
    made, of = approved(bound, "500.00", on=DAY), bound.project
    account("9901", "first-generation", on=date(2025, 7, 3))
    sent(FUND, DAY)
    by = officer("coordinator", zone="9901")
    with pytest.raises(Refusal, match="was paid: nothing is voided"):
        vouchers.void(made, cents("500"), "wrong", "void/1", on=DAY, by=cfo("9901"))
    with pytest.raises(Refusal, match="is determined: its proposal stays as it is"):
        proposals.write(of, completing.contents("Other", {2026: cents("1")}), on=DAY, by=by)
    with pytest.raises(Refusal, match="is bound or spent"):
        projects.withdraw(of, "it is over", on=DAY, by=by)
    plan = amendments.current(of)
    changed = amendments.Plan(plan.months + 1, plan.scope, plan.budgets)
    asked = amendments.propose(of, changed, "rain", HEARING, on=DAY, by=by)
    assert (asked.months_before, asked.months_after) == (plan.months, plan.months + 1)


def test_o70_one_cent_more_than_the_floored_ceiling_is_refused_at_each_step(
    zone: EnterpriseZone, bound: Encumbrance
) -> None:
    with pytest.raises(Refusal, match=r"cannot appropriate 123,456\.79"):
        propose(zone, {2026: "123,456.79"}, on=DAY, category="administration", number="P-9")
    with pytest.raises(Refusal, match=r"cannot appropriate 123,456\.79"):
        propose(zone, {2027: "123,456.79"}, on=DAY, category="administration", number="P-9")
    years = {2026: "123,456.78", 2027: "1"}
    office = project(zone, years, on=DAY, category="administration", number="P-2")
    with pytest.raises(Refusal, match=r"cannot encumber 123,456\.79"):
        encumber(office, "123,456.79", "E-2", on=DAY)
    with pytest.raises(Refusal, match=r"cannot expend 123,456\.79"):
        approved(bound, "123,456.79", on=DAY, category="administration")
    assert encumber(office, "123,456.78", "E-2", on=DAY).amount == cents("123,456.78")
    with pytest.raises(Refusal, match=r"cannot expend 0\.01"):
        approved(bound, "0.01", "V-2", on=DAY, category="administration")


def test_o70_a_reduced_credit_flags_and_refuses_at_each_step(
    zone: EnterpriseZone, bound: Encumbrance
) -> None:
    office = project(zone, {2026: "123,456.78"}, on=DAY, category="administration", number="P-2")
    desk = encumber(office, "123,456.78", "E-2", on=DAY)
    approved(desk, "100,000.00", on=DAY)
    corrections.correct(
        "C-1", FUND, zone.holder, {2026: (cents("1,234,567.89"), cents("900,000.00"))},
        "credited twice", on=DAY, by=officer("treasury-analyst"),
        approved_by=officer("treasury-certifier"),
    )  # fmt: skip
    (flagged,) = caps.over(zone, DAY)
    assert (flagged.limit, flagged.used) == (90_000, cents("123,456.78"))
    other = project(zone, {2027: "1"}, on=DAY, category="administration", number="P-3")
    for act in (
        lambda: propose(zone, {2026: "0.01"}, on=DAY, category="administration", number="P-4"),
        lambda: encumber(other, "0.01", "E-3", on=DAY),
        lambda: approved(desk, "0.01", "V-2", on=DAY),
        lambda: approved(bound, "0.01", "V-3", on=DAY, category="administration"),
    ):
        with pytest.raises(Refusal, match=r"ceiling is 90,000\.00|ceilings of the years"):
            act()
    assert balance(Kind.PAYABLE, "9901") == 100_000


def test_o75_a_void_of_a_past_year_reopens_its_encumbrance_and_leaves_the_other(
    zone: EnterpriseZone, bound: Encumbrance
) -> None:
    other = encumber(bound.project, "100.00", "E-2", on=DAY)
    made = approved(bound, "400,000.00", on=DAY)
    approved(other, "100.00", "V-2", on=DAY)
    spent = Expenditure.objects.filter(posting__sfy=2026)
    before = list(spent.values_list("pk", "amount"))
    undone = vouchers.void(made, cents("40"), "late", "void/1", on=date(2026, 9, 1), by=cfo("9901"))
    assert undone.sfy == 2027
    assert [a.balance for a in bound.accounts.filter(kind=Kind.ENCUMBERED)] == [40]
    assert [a.balance for a in other.accounts.filter(kind=Kind.ENCUMBERED)] == [0]
    assert list(spent.values_list("pk", "amount")) == before


def test_o75_a_void_after_the_last_usable_day_goes_to_the_authority(
    zone: EnterpriseZone, bound: Encumbrance
) -> None:
    made = approved(bound, "400,000.00", on=DAY)
    for sfy in (2026, 2027, 2028, 2029):
        close(sfy)
    before = balance(Kind.AUTHORITY, "AUTHORITY")
    vouchers.void(made, cents("40"), "late", "void/1", on=date(2029, 9, 3), by=cfo("9901"))
    assert balance(Kind.AUTHORITY, "AUTHORITY") == before + 40
    assert [a.balance for a in bound.accounts.filter(kind=Kind.ENCUMBERED)] == [0]


def test_o76_money_is_bound_only_to_what_both_bodies_adopted_and_its_year_ends(
    zone: EnterpriseZone,
) -> None:
    various = propose(zone, {2026: "300,000"}, on=DAY, number="P-various")
    with pytest.raises(Refusal, match="not approved by the Authority"):
        encumber(various, "300,000.00", on=date(2026, 6, 30))
    bound = encumber(project(zone, {2026: "300,000"}, on=DAY), "300,000.00", on=date(2028, 6, 30))
    projects.release_encumbrance(
        bound, cents("300,000"), "r/1", on=date(2028, 7, 2), by=cfo("9901")
    )
    assert balance(Kind.AUTHORITY, "AUTHORITY") == 300_000
    kinds = {each.kind for each in exceptions.of_zone(zone, date(2028, 7, 3))}
    assert {"year-end", "early-release"} <= kinds


def test_o79_what_a_trust_was_given_is_not_spent_until_the_trust_spends_it(
    zone: EnterpriseZone, bound: Encumbrance
) -> None:
    pay(approved(bound, "100,000.00", "A-1", on=DAY, kind=Voucher.Kind.ADVANCE), DAY)
    now = caps.headroom(zone, "9901", 2026, "general", DAY)
    assert (now.expended, now.encumbered) == (0, 400_000)
    approved(bound, "60,000.00", "S-1", on=DAY, kind=Voucher.Kind.SPENT, category="administration")
    now = caps.headroom(zone, "9901", 2026, "administration", DAY)
    assert (now.expended, now.used) == (60_000, 60_000)
    assert balance(Kind.TRUST, zone.holder) == 40_000
    for sfy in (2026, 2027, 2028, 2029):
        close(sfy)
    assert balance(Kind.TRUST, zone.holder) == 0
    assert balance(Kind.PAID, "9901") == 60_000
