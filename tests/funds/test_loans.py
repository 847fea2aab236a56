"""A loan made from zone money: what comes back is apart, a default is written off by two. a.(4)."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from funds import loans, quarters, second_generation
from funds.loans import Terms
from funds.models import Kind, Loan
from funds.quarters import Quarter
from funds.queries import second_generation as queries
from funds.refusal import Refusal
from funds.rules.loans import schedule
from municipalities.models import EnterpriseZone, Officer
from payments import vouchers
from tests import places
from tests.offices import officer
from tests.zone_money import approved, balance, cents, credit, encumber, project

pytestmark = pytest.mark.django_db
Q1 = Quarter(2027, 1)
DAY = date(2026, 8, 3)  # in it
AFTER = date(2026, 10, 5)


@pytest.fixture
def zone() -> EnterpriseZone:
    made = places.zone("Exampleton", "9901")
    credit(made, 2027, "100,000.00")
    return made


@pytest.fixture
def loan(zone: EnterpriseZone) -> Loan:
    """50,000.00 lent, to be repaid in ten months."""
    terms = Terms("Bakery", Decimal(0), schedule(cents("50,000"), Decimal(0), DAY, 10, 1))
    return loans.lend(zone, "L-1", cents("50,000"), on=DAY - timedelta(20), by=clerk(), terms=terms)


def clerk() -> Officer:
    """Who records: the zone's coordinator."""
    return officer("coordinator", zone="9901")


def cfo() -> Officer:
    return officer("cfo", municipality="9901")


def test_o77_what_comes_back_is_reported_apart_and_a_default_takes_two(loan: Loan) -> None:
    zone = loan.zone
    loans.repay(loan, cents("20,000"), "r/1", on=DAY, by=clerk())
    second_generation.sell(zone, "Oven", cents("5,000"), "s/1", on=DAY, by=clerk())
    loans.declare_default(loan, "the bakery closed", on=DAY, by=clerk())
    found = quarters.of_zone(zone, Q1)
    assert (found.principal, found.sales, found.closing) == (20_000, 5_000, 25_000)
    assert (found.outstanding, found.in_default) == (30_000, 30_000)
    assert balance(Kind.ZONE, zone.holder) == 100_000
    asked = loans.ask_write_off(loan, "insolvent", on=DAY, by=clerk())
    with pytest.raises(Refusal, match="another person"):
        loans.write_off(asked, on=DAY, by=clerk())
    loans.write_off(asked, on=DAY, by=cfo())
    found = quarters.of_zone(zone, Q1)
    assert (found.outstanding, found.in_default, found.written_off) == (0, 0, 30_000)
    assert balance(Kind.SECOND_GENERATION, zone.holder) == 25_000


def test_the_database_refuses_one_person_for_both_sides_of_a_write_off(loan: Loan) -> None:
    loans.declare_default(loan, "closed", on=DAY, by=clerk())
    asked = loans.ask_write_off(loan, "insolvent", on=DAY, by=cfo())
    asked.decided_by, asked.decided_on, asked.amount = asked.asked_by, DAY, Decimal(1)
    with pytest.raises(IntegrityError, match="one person"), transaction.atomic():
        asked.save()


def test_a_refused_write_off_may_be_asked_again(loan: Loan) -> None:
    loans.declare_default(loan, "closed", on=DAY, by=clerk())
    asked = loans.ask_write_off(loan, "insolvent", on=DAY, by=clerk())
    with pytest.raises(Refusal, match="needs a reason"):
        loans.refuse_write_off(asked, " ", on=DAY, by=cfo())
    loans.refuse_write_off(asked, "the owner pays again", on=DAY, by=cfo())
    with pytest.raises(Refusal, match="pays again"):
        loans.write_off(asked, on=DAY, by=cfo())
    assert loans.ask_write_off(loan, "insolvent", on=DAY, by=clerk()).pk != asked.pk


def test_a_loan_may_be_made_from_what_came_back(loan: Loan) -> None:
    loans.repay(loan, cents("300"), "r/1", on=DAY, by=clerk())
    zone = loan.zone
    used = second_generation.use(zone, "Loan", "Cafe", cents("300"), "u/1", on=DAY, by=clerk())
    with pytest.raises(Refusal, match=r"spent \$300\.00"):
        loans.lend(zone, "L-2", cents("300.01"), on=DAY, by=clerk(), expenditure=used)
    assert loans.lend(zone, "L-2", cents("300"), on=DAY, by=clerk(), expenditure=used).principal


def test_a_schedule_repays_the_principal_and_begins_later(zone: EnterpriseZone) -> None:
    short = Terms("Bakery", Decimal(0), schedule(cents("99.99"), Decimal(0), AFTER, 2, 1))
    with pytest.raises(Refusal, match=r"repays \$99\.99"):
        loans.lend(zone, "L-2", cents("100"), on=DAY, by=clerk(), terms=short)
    early = Terms("Bakery", Decimal(0), schedule(cents("100"), Decimal(0), DAY, 2, 1))
    with pytest.raises(Refusal, match="is after"):
        loans.lend(zone, "L-2", cents("100"), on=DAY, by=clerk(), terms=early)


def test_what_was_voided_makes_no_loan(zone: EnterpriseZone) -> None:
    bound = encumber(project(zone, {2027: "1,000"}, on=DAY), "1,000.00", on=DAY)
    voucher = approved(bound, "100.00", "V-1", on=DAY)
    posting = voucher.posting
    assert posting is not None
    assert [(p.pk, a) for p, a in queries.outlays(zone)] == [(posting.pk, 100)]
    vouchers.void(voucher, cents("60"), "refund", "v/1", on=DAY, by=cfo())
    with pytest.raises(Refusal, match=r"spent \$40\.00"):
        loans.lend(zone, "L-9", cents("41"), on=DAY, by=clerk(), expenditure=posting)
    assert [(p.pk, a) for p, a in queries.outlays(zone)] == [(posting.pk, 40)]
