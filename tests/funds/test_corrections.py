"""Corrections: dated today, from what is there, the rest owed; and what is owed is recovered."""

from datetime import date

import pytest

from funds import corrections, receivables
from funds.models import Correction, Kind, Posting, Receivable
from funds.refusal import Refusal
from municipalities.models import EnterpriseZone
from tests import places
from tests.offices import officer
from tests.zone_money import FUND, balance, cents, credit, encumber, project

pytestmark = pytest.mark.django_db
DAY = date(2026, 5, 4)  # SFY2026
LINES = {
    2024: (cents("1,700,000"), cents("1,000,000")),
    2025: (cents("1,800,000"), cents("1,000,000")),
    2026: (cents("1,900,000"), cents("1,000,000")),
}


@pytest.fixture
def zone() -> EnterpriseZone:
    zone = places.zone("Exampleton", "9901")
    for sfy, (was, _) in LINES.items():
        credit(zone, sfy, str(was))
    return zone


def correct(zone: EnterpriseZone, number: str = "C-1") -> list[Correction]:
    return corrections.correct(
        number,
        FUND,
        zone.holder,
        LINES,
        "half of the increase belonged elsewhere",
        on=DAY,
        by=officer("treasury-analyst"),
        approved_by=officer("treasury-certifier"),
    )


def test_what_is_available_is_taken_and_the_rest_is_owed(zone: EnterpriseZone) -> None:
    of = project(zone, {2026: "4,900,000"}, on=DAY)
    bound = encumber(of, "4,900,000.00", on=DAY)
    sealed = Posting.objects.filter(sfy__lt=2026).count()
    made = correct(zone)
    assert [each.credited - each.should_have_been for each in made] == [700_000, 800_000, 900_000]
    assert balance(Kind.ZONE, zone.holder) == 0
    owed = Receivable.objects.filter(holder=zone.holder)
    assert sum(receivables.outstanding(each) for each in owed) == 1_900_000
    assert sum(a.balance for a in bound.accounts.all()) == 4_900_000
    assert all(each.posting is None or each.posting.effective_on == DAY for each in made)
    assert Posting.objects.filter(sfy__lt=2026).count() == sealed


def test_a_year_s_own_money_goes_first_then_the_oldest_usable(zone: EnterpriseZone) -> None:
    of = project(zone, {2026: "1,900,000"}, on=DAY)
    encumber(of, "1,900,000.00", on=DAY, vintages=[2026], reason="the whole of SFY2026")
    made = correct(zone)
    assert [each.receivable for each in made] == [None, None, None]
    assert balance(Kind.ZONE, zone.holder, 2024) == 100_000
    assert balance(Kind.ZONE, zone.holder, 2025) == 1_000_000


def test_a_correction_is_made_once_and_by_two_persons(zone: EnterpriseZone) -> None:
    assert correct(zone) == correct(zone)
    assert balance(Kind.ZONE, zone.holder) == 3_000_000
    with pytest.raises(Refusal, match="another person"):
        corrections.correct(
            "C-2",
            FUND,
            zone.holder,
            LINES,
            "why",
            on=DAY,
            by=officer("treasury-analyst"),
            approved_by=officer(
                "treasury-certifier", place="acting", person="State treasury-analyst holder"
            ),
        )


def test_a_year_credited_too_little_is_no_correction(zone: EnterpriseZone) -> None:
    with pytest.raises(Refusal, match="made up by a run"):
        corrections.correct(
            "C-1",
            FUND,
            zone.holder,
            {2024: (cents("1"), cents("1"))},
            "why",
            on=DAY,
            by=officer("treasury-analyst"),
            approved_by=officer("treasury-certifier"),
        )


def owe(zone: EnterpriseZone, amount: str, key: str, on: date = DAY) -> Receivable:
    return receivables.open(
        FUND,
        Receivable.Kind.CORRECTION,
        zone.holder,
        cents(amount),
        key,
        "52:27H-88",
        "credited in error",
        on=on,
        by=officer("treasury-analyst"),
    )


def recover(zone: EnterpriseZone, limit: str, key: str) -> Posting | None:
    from funds import accounts

    account = accounts.find(FUND, Kind.ZONE, zone.holder, 2026)
    return receivables.recover(
        FUND, zone.holder, account, limit=cents(limit), key=key, on=DAY, by=officer("system")
    )


def test_the_oldest_debt_is_recovered_first_up_to_the_limit(zone: EnterpriseZone) -> None:
    newer = owe(zone, "100.00", "a")
    older = owe(zone, "50.00", "b", on=date(2026, 5, 3))
    posting = recover(zone, "70.00", "recover/1")
    assert posting is not None
    assert posting.total == 70
    assert recover(zone, "70.00", "recover/1") == posting
    assert (receivables.outstanding(older), receivables.outstanding(newer)) == (0, 80)


def test_no_more_is_recovered_than_is_owed(zone: EnterpriseZone) -> None:
    owe(zone, "50.00", "a")
    posting = recover(zone, "1,900,000.00", "recover/1")
    assert posting is not None
    assert posting.total == 50
    assert recover(zone, "1,900,000.00", "recover/2") is None


def test_a_receivable_is_opened_once_by_its_key(zone: EnterpriseZone) -> None:
    assert owe(zone, "50.00", "a") == owe(zone, "50.00", "a")
    with pytest.raises(Refusal, match="another receivable"):
        owe(zone, "50.01", "a")
    with pytest.raises(Refusal, match="more than"):
        owe(zone, "0.00", "b")
