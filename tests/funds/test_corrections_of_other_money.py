"""The Authority's own spending, second-generation money, and what a successor takes over."""

from datetime import date

import pytest

from funds import (
    accounts,
    authority,
    encumbrances,
    ledger,
    loans,
    receivables,
    second_generation,
    successions,
)
from funds.ledger import Move
from funds.models import Kind, Receivable
from funds.refusal import Refusal
from funds.rules.fiscal_year import sfy_of
from municipalities.models import EnterpriseZone, Succession
from tests import places
from tests.offices import officer
from tests.zone_money import FUND, approved, balance, cents, credit, encumber, project

pytestmark = pytest.mark.django_db
DAY = date(2024, 10, 1)  # SFY2025


def credit_authority(amount: str, on: date) -> None:
    source = accounts.find(FUND, Kind.SOURCE, "appropriation")
    pool = accounts.find(FUND, Kind.POOL, "FUND")
    ours = accounts.find(FUND, Kind.AUTHORITY, "AUTHORITY")
    ledger.post(
        "credit",
        [Move(source, pool, cents(amount)), Move(pool, ours, cents(amount))],
        fund=FUND,
        key=f"test/authority/{on}",
        on=on,
        by=officer("treasury-certifier"),
        clause="52:27H-88 a.(3)",
    )


def test_administration_stays_within_the_year_s_amount_though_more_is_in_the_account() -> None:
    by = officer("authority")
    credit_authority("100.00", date(2023, 8, 1))
    credit_authority("60.00", DAY)
    assert authority.spend("administration", "Staff", cents("60"), "s/1", on=DAY, by=by)
    with pytest.raises(Refusal, match=r"\$0\.01 over"):
        authority.spend("administration", "Staff", cents("0.01"), "s/2", on=DAY, by=by)
    with pytest.raises(Refusal, match=r"grant is \$0\.01 over; \$0\.00 is left"):
        authority.spend("grant", "Corporation", cents("0.01"), "s/3", on=DAY, by=by)


def test_grants_take_what_lapsed_first_and_then_the_year_s_appropriation(
    zone: EnterpriseZone,
) -> None:
    by = officer("authority")
    credit_authority("100.00", date(2023, 8, 1))  # an earlier year's, unspent
    credit_authority("60.00", DAY)
    lapse(zone, "40.00", DAY)
    authority.spend("loan", "Corporation", cents("50"), "s/1", on=DAY, by=by)
    now = authority.left(sfy_of(DAY))
    assert (now.of_the_year, now.lapsed, now.for_assistance) == (50, 0, 50)
    lapse(zone, "5.00", DAY)
    with pytest.raises(Refusal, match=r"\$0\.01 over; \$55\.00 is left of an appropriation of"):
        authority.spend("guaranty", "Bank", cents("55.01"), "s/2", on=DAY, by=by)
    made = authority.spend("guaranty", "Bank", cents("55"), "s/3", on=DAY, by=by)
    assert authority.spend("guaranty", "Bank", cents("55"), "s/3", on=DAY, by=by) == made
    with pytest.raises(Refusal, match=r"administration is \$0\.01 over"):
        authority.spend("administration", "Staff", cents("0.01"), "s/4", on=DAY, by=by)


def lapse(zone: EnterpriseZone, amount: str, on: date) -> None:
    """Move zone money to the Authority, as a year's end does."""
    account = accounts.find(FUND, Kind.ZONE, zone.holder, 2025)
    ledger.post(
        "lapse", [Move(account, encumbrances.authority(), cents(amount))], fund=FUND,
        key=f"test/lapse/{amount}", on=on, by=officer("treasury-certifier"), clause="52:27H-88 h.",
    )  # fmt: skip


def test_the_authority_spends_only_on_what_the_section_names() -> None:
    with pytest.raises(Refusal, match="name a payee and one of"):
        authority.spend("party", "Hall", cents("1"), "s/1", on=DAY, by=officer("authority"))


@pytest.fixture
def zone() -> EnterpriseZone:
    zone = places.zone("Exampleton", "9901")
    credit(zone, 2025, "100,000.00")
    return zone


def test_repayments_and_proceeds_land_in_the_second_generation_account_only(
    zone: EnterpriseZone,
) -> None:
    bound = encumber(project(zone, {2025: "50,000"}, on=DAY), "50,000.00", on=DAY)
    made = approved(bound, "50,000.00", on=DAY)
    by = officer("coordinator", zone="9901")
    loan = loans.lend(zone, "L-1", cents("50,000"), on=DAY, by=by, expenditure=made.posting)
    with pytest.raises(Refusal, match="not lent yet"):
        loans.lend(zone, "L-2", cents("0.01"), on=DAY, by=by, expenditure=made.posting)
    loans.repay(loan, cents("20,500"), "r/1", on=DAY, by=by, interest=cents("500"))
    loans.repay(loan, cents("20,500"), "r/1", on=DAY, by=by, interest=cents("500"))
    second_generation.sell(zone, "Van", cents("5,000"), "s/1", on=DAY, by=by)
    assert balance(Kind.SECOND_GENERATION, zone.holder) == 25_500
    assert balance(Kind.ZONE, zone.holder) == 50_000
    assert loans.outstanding(loan) == 30_000
    with pytest.raises(Refusal, match="outstanding"):
        loans.repay(loan, cents("30,000.01"), "r/2", on=DAY, by=by)
    second_generation.use(zone, "Signs", "Sign maker", cents("25,500"), "u/1", on=DAY, by=by)
    with pytest.raises(Refusal, match="short"):
        second_generation.use(zone, "Signs", "Sign maker", cents("0.01"), "u/2", on=DAY, by=by)


def test_a_write_off_takes_two_persons_and_moves_nothing(zone: EnterpriseZone) -> None:
    by, cfo = officer("coordinator", zone="9901"), officer("cfo", municipality="9901")
    loan = loans.lend(zone, "L-1", cents("100"), on=DAY, by=by)
    with pytest.raises(Refusal, match="a default is recorded before"):
        loans.ask_write_off(loan, "insolvent", on=DAY, by=by)
    loans.declare_default(loan, "closed", on=DAY, by=by)
    asked = loans.ask_write_off(loan, "insolvent", on=DAY, by=cfo)
    for alone in (cfo, by):  # who asked, and who recorded the loan
        with pytest.raises(Refusal, match="another person"):
            loans.write_off(asked, on=DAY, by=alone)
    third = officer("cfo", municipality="9901", place="Second", person="a third person")
    loans.write_off(asked, on=DAY, by=third)
    loan.refresh_from_db()
    assert loans.outstanding(loan) == 0
    assert balance(Kind.SECOND_GENERATION, zone.holder) == 0
    loans.repay(loan, cents("10"), "r/1", on=DAY, by=by)
    assert balance(Kind.SECOND_GENERATION, zone.holder) == 10


def test_a_successor_takes_over_balances_in_kind_and_vintage_and_debts() -> None:
    old, new = places.municipality("9905"), places.municipality("9906")
    fund, by = "energy-receipts", officer("dca-director")
    source = accounts.find(fund, Kind.SOURCE, "general-fund")
    held = accounts.find(fund, Kind.ENTITLED, old.code, 2025)
    ledger.post(
        "credit",
        [Move(source, held, cents("100"))],
        fund=fund,
        key="test/credit",
        on=DAY,
        by=by,
        clause="52:27D-439 b.",
    )
    receivables.open(
        fund, Receivable.Kind.OVERPAYMENT, old.code, cents("30"), "k", "e.", "why", on=DAY, by=by
    )
    joined = Succession.objects.create(
        predecessor=old, successor=new, effective_on=DAY, document="Order 1"
    )
    first = successions.move_balances(joined, on=DAY, by=by)
    assert [posting.total for posting in first] == [100]
    assert successions.move_balances(joined, on=DAY, by=by) == first
    taken = accounts.find(fund, Kind.ENTITLED, new.code, 2025)
    assert (accounts.balance(held), accounts.balance(taken)) == (0, 100)
    assert list(receivables.open_ones(fund, old.code)) == []
    assert [each.owing for each in receivables.open_ones(fund, new.code)] == [30]
