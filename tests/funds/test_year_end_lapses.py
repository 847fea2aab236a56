"""What lapses at a close and what goes on: to the cent, by vintage and by encumbrance."""

from datetime import date
from decimal import Decimal

import pytest

from funds import accounts
from funds.models import (
    Encumbrance,
    Kind,
    Posting,
    Receivable,
)
from tests.funds.year_ends import account, begin, close, credit, encumber, move

pytestmark = pytest.mark.django_db

AFTER = date(2026, 7, 11)


def balance(kind: Kind, holder: str, sfy: int | None = None) -> Decimal:
    return accounts.balance(account(kind, holder, sfy))


def test_what_is_unencumbered_lapses_to_the_authority() -> None:
    begin(2026)
    credit("100.00", 2024, on=date(2026, 6, 1))
    credit("30.00", 2025, on=date(2026, 6, 1))
    closing = close(2026)
    posting = Posting.objects.get(key="zone-assistance/SFY2026/lapse")
    assert (posting.act, posting.effective_on, posting.total) == (
        "lapse",
        date(2026, 6, 30),
        Decimal("100.00"),
    )
    assert balance(Kind.AUTHORITY, "AUTHORITY") == Decimal("100.00")
    assert balance(Kind.ZONE, "zone:Exampleton", 2024) == 0
    assert balance(Kind.ZONE, "zone:Exampleton", 2025) == Decimal("30.00")
    assert [d.posting for d in closing.dispositions.filter(what="lapsed")] == [posting]


def test_a_year_in_which_nothing_lapses_is_sealed_without_a_posting() -> None:
    begin(2026)
    credit("100.00", 2026)
    closing = close(2026)
    assert Posting.objects.filter(act="lapse").count() == 0
    assert closing.seal.last_number == 1


def test_what_lapses_while_in_a_trust_is_owed_by_the_zone() -> None:
    begin(2026)
    day = date(2026, 6, 1)
    credit("100.00", 2023, on=day)
    made = encumber("E1", {2023: "90.00"}, date(2023, 6, 1), posted_on=day)
    of_encumbrance = account(Kind.ENCUMBERED, "zone:Exampleton", 2023, made)
    trust = account(Kind.TRUST, "zone:Exampleton", 2023, made)
    move(of_encumbrance, trust, "60.00", day)
    closing = close(2026)
    owed = Receivable.objects.get()
    assert (owed.kind, owed.holder, owed.amount) == (
        "trust-lapse",
        "zone:Exampleton",
        Decimal("60.00"),
    )
    assert "E1" in owed.reason
    assert balance(Kind.AUTHORITY, "AUTHORITY") == Decimal("100.00")
    assert closing.dispositions.get(account=trust).clause == "52:27H-88 i."


def test_o28_an_expired_year_takes_no_more_and_an_open_encumbrance_runs_its_own_years() -> None:
    """600,000 of 1,000,000 encumbered in SFY2024, 500,000 spent, 100,000 more on the last day."""
    begin(2024)
    credit("1000000.00", 2024)
    encumber("E1", {2024: "600000.00"}, date(2024, 6, 1))
    close(2024)
    spent = account(Kind.ENCUMBERED, "zone:Exampleton", 2024, encumbrance("E1"))
    move(spent, account(Kind.PAID, "9901", 2024), "500000.00", date(2025, 5, 1))
    close(2025)
    encumber("E2", {2024: "100000.00"}, date(2026, 6, 30))
    move(spent, account(Kind.AUTHORITY, "AUTHORITY"), "40000.00", date(2026, 7, 2))
    close(2026)
    assert balance(Kind.ZONE, "zone:Exampleton", 2024) == 0
    assert Posting.objects.get(key="zone-assistance/SFY2026/lapse").total == Decimal("300000.00")
    close(2027)
    assert Posting.objects.get(key="zone-assistance/SFY2027/lapse").total == Decimal("60000.00")
    second = account(Kind.ENCUMBERED, "zone:Exampleton", 2024, encumbrance("E2"))
    assert accounts.balance(second) == Decimal("100000.00")
    assert encumbrance("E2").last_usable_on == date(2029, 6, 30)


def encumbrance(number: str) -> Encumbrance:
    return Encumbrance.objects.get(number=number)


def test_o32_an_encumbrance_rolls_on_without_being_counted_twice() -> None:
    begin(2026)
    credit("80000.00", 2026)
    made = encumber("E1", {2026: "80000.00"}, date(2026, 1, 5))
    left = account(Kind.ENCUMBERED, "zone:Exampleton", 2026, made)
    move(left, account(Kind.PAID, "9901", 2026), "20000.00", date(2026, 3, 1))
    row = close(2026).dispositions.get(account=left)
    assert (row.what, row.amount, row.from_sfy, row.to_sfy) == (
        "carried",
        Decimal("60000.00"),
        2026,
        2027,
    )
    assert accounts.balance(left, date(2026, 7, 1)) == Decimal("60000.00")
    assert made.amount == Decimal("80000.00")


def test_a_leap_day_is_a_day_like_another() -> None:
    begin(2028)
    credit("1.00", 2028, on=date(2028, 2, 29))
    row = close(2028).dispositions.get(account__kind=Kind.ZONE)
    assert row.last_usable_on == date(2030, 6, 30)


def test_what_a_trust_gave_back_before_the_close_lapses_once_and_is_not_owed() -> None:
    """The encumbrance ended June 30; 20 of 60 come back on July 5, the year is closed July 11."""
    begin(2026)
    day, late = date(2026, 6, 1), date(2026, 7, 5)
    credit("60.00", 2023, on=day)
    made = encumber("E1", {2023: "60.00"}, date(2023, 6, 1), posted_on=day)
    trust = account(Kind.TRUST, "zone:Exampleton", 2023, made)
    move(account(Kind.ENCUMBERED, "zone:Exampleton", 2023, made), trust, "60.00", day)
    move(trust, account(Kind.AUTHORITY, "AUTHORITY"), "20.00", late)
    close(2026)
    assert Posting.objects.get(act="lapse").total == Decimal("60.00")
    assert Posting.objects.get(act="set off").total == Decimal("20.00")
    assert Receivable.objects.get().amount == Decimal("40.00")
    assert balance(Kind.AUTHORITY, "AUTHORITY") == Decimal("60.00")
    assert accounts.balance(trust) == 0
    assert accounts.balance(trust, date(2026, 6, 30)) == 0
