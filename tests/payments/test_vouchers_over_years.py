"""A zone's dollar over the years: windows, a close, a late invoice, a refund after it."""

from datetime import date

import pytest

from funds import allocation, caps, ledger, projects
from funds.models import Encumbrance, Kind
from funds.refusal import Refusal
from municipalities.models import EnterpriseZone
from payments import bank_accounts, vouchers, warrants
from payments.models import Voucher, Warrant
from tests import places
from tests.funds.year_ends import close
from tests.offices import officer
from tests.payments.aid import verified
from tests.zone_money import FUND, approved, balance, cents, cfo, encumber, project, refunded

pytestmark = pytest.mark.django_db
DAY = date(2023, 10, 2)  # SFY2024


@pytest.fixture
def zone() -> EnterpriseZone:
    """A zone credited with 1,000,000.00 of SFY2024 by the acts that do it."""
    zone = places.zone("Exampleton", "9901")
    ledger.open_books(FUND, 2024)
    analyst, certifier = officer("treasury-analyst"), officer("treasury-certifier")
    day = date(2023, 8, 1)
    allocation.deposit(
        FUND,
        "appropriation",
        cents("1,000,000"),
        on=day,
        by=analyst,
        document="Appropriation act",
        key="deposit/1",
    )
    run = allocation.allot(FUND, 2024, {zone.holder: cents("1,000,000")}, on=day, by=analyst)
    signed = allocation.certify(run, on=day, by=certifier)
    allocation.credit(signed, on=day, by=certifier)
    return zone


@pytest.fixture
def bound(zone: EnterpriseZone) -> Encumbrance:
    return encumber(project(zone, {2024: "1,000,000"}, on=DAY), "600,000.00", on=DAY)


def test_each_dollar_has_its_last_day(zone: EnterpriseZone, bound: Encumbrance) -> None:
    approved(bound, "500,000.00", on=date(2026, 5, 1))
    later = encumber(bound.project, "100,000.00", "E-2", on=date(2026, 6, 30))
    assert later.last_usable_on == date(2029, 6, 30)
    with pytest.raises(Refusal, match="usable through June 30, 2026"):
        encumber(bound.project, "1.00", "E-3", on=date(2026, 7, 1))
    projects.release_encumbrance(bound, cents("40,000"), "r/1", on=date(2026, 7, 2), by=cfo("9901"))
    assert balance(Kind.AUTHORITY, "AUTHORITY") == 40_000
    for sfy in (2024, 2025, 2026):
        close(sfy)
    assert balance(Kind.ZONE, zone.holder) == 0
    assert balance(Kind.AUTHORITY, "AUTHORITY") == 340_000
    close(2027)
    assert balance(Kind.AUTHORITY, "AUTHORITY") == 400_000
    assert [a.balance for a in later.accounts.filter(kind=Kind.ENCUMBERED)] == [100_000]


def test_a_late_invoice_counts_in_its_year_until_that_is_closed(bound: Encumbrance) -> None:
    june, july = date(2026, 6, 20), date(2026, 7, 10)
    before = approved(bound, "10.00", on=july, service_on=june)
    assert before.posting is not None
    assert (before.posting.sfy, before.prior_year) == (2026, False)
    for sfy in (2024, 2025, 2026):
        close(sfy)
    after = approved(bound, "20.00", "V-2", on=date(2026, 7, 20), service_on=june)
    assert after.posting is not None
    assert (after.posting.effective_on, after.prior_year) == (date(2026, 7, 20), True)
    assert after.service_on == june


def send(*, on: date) -> Warrant:
    """Pay what is payable, through the three persons of a warrant."""
    for purpose in ("first-generation", "trust"):
        account = bank_accounts.enter(
            "9901", purpose, "First Bank", "990000000", "1234", on=date(2023, 8, 1), by=cfo("9901")
        )
        verified(account, on=date(2023, 8, 2))
    made = warrants.certify(FUND, pays_on=on, on=on, by=officer("treasury-certifier"))
    warrants.issue(made, on=on, by=officer("budget-officer"))
    return warrants.send(made, on=on, by=officer("treasury-releaser"))


def test_o27_a_refund_after_the_close_reopens_the_encumbrance_and_leaves_the_closed_year(
    zone: EnterpriseZone, bound: Encumbrance
) -> None:
    other = encumber(bound.project, "100.00", "E-2", on=DAY)
    made = approved(bound, "600,000.00", on=date(2026, 5, 1))
    approved(other, "100.00", "V-2", on=date(2026, 5, 1))
    send(on=date(2026, 5, 4))
    assert balance(Kind.PAID, "9901") == 600_100
    for sfy in (2024, 2025, 2026):
        close(sfy)
    day = date(2026, 9, 1)
    refund = refunded(made, "500", on=day)
    assert refund.sfy == 2027
    assert [a.balance for a in bound.accounts.filter(kind=Kind.ENCUMBERED)] == [500]
    assert [a.balance for a in other.accounts.filter(kind=Kind.ENCUMBERED)] == [0]
    assert balance(Kind.PAID, "9901") == 599_600
    assert caps.headroom(zone, "9901", 2024, "general", day).expended == 599_600


def test_a_voucher_on_its_way_is_not_voided_and_a_withdrawn_one_is(bound: Encumbrance) -> None:
    made = approved(bound, "100.00", on=DAY)
    account = bank_accounts.enter(
        "9901",
        "first-generation",
        "First Bank",
        "990000000",
        "1234",
        on=date(2023, 8, 1),
        by=cfo("9901"),
    )
    verified(account, on=date(2023, 8, 2))
    certifier = officer("treasury-certifier")
    warrant = warrants.certify(FUND, pays_on=date(2023, 10, 3), on=date(2023, 10, 3), by=certifier)
    with pytest.raises(Refusal, match="on its way"):
        vouchers.void(made, cents("100"), "wrong", "void/1", on=DAY, by=cfo("9901"))
    warrants.withdraw(warrant, "wrong voucher", on=date(2023, 10, 3), by=certifier)
    vouchers.void(made, cents("100"), "wrong", "void/2", on=DAY, by=cfo("9901"))
    assert balance(Kind.PAYABLE, "9901") == 0


def test_an_advance_is_sent_into_the_trust_and_what_it_leaves_unspent_lapses(
    zone: EnterpriseZone, bound: Encumbrance
) -> None:
    approved(bound, "100,000.00", "A-1", on=DAY, kind=Voucher.Kind.ADVANCE)
    send(on=date(2023, 10, 3))
    assert balance(Kind.TRUST, zone.holder) == 100_000
    approved(bound, "60,000.00", "S-1", on=date(2024, 3, 1), kind=Voucher.Kind.SPENT)
    for sfy in (2024, 2025, 2026, 2027):
        close(sfy)
    assert balance(Kind.TRUST, zone.holder) == 0
    assert balance(Kind.PAID, "9901") == 60_000
    assert balance(Kind.AUTHORITY, "AUTHORITY") == 940_000
    now = caps.headroom(zone, "9901", 2024, "general", date(2027, 7, 1))
    assert (now.encumbered, now.expended) == (0, 60_000)
