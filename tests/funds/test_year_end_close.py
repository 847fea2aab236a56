"""What a certified close does: lapses, carries, seals; in order, once, and for good."""

from datetime import date
from decimal import Decimal
from time import monotonic

import pytest
from django.db import connection

from funds import accounts, ledger, opening_balances, scheduled, work, year_end
from funds.models import (
    Account,
    BalanceSnapshot,
    Encumbrance,
    Entry,
    Kind,
    Posting,
    Receivable,
    Seal,
    Work,
)
from municipalities import offices
from tests.funds.year_ends import FUND, account, begin, certified, close, credit, encumber, move
from tests.offices import officer

pytestmark = pytest.mark.django_db

AFTER = date(2026, 7, 11)


def balance(kind: Kind, holder: str, sfy: int | None = None) -> Decimal:
    return accounts.balance(account(kind, holder, sfy))


def everything() -> dict[str, list[object]]:
    """All that a close writes, as rows that can be compared."""
    return {
        "postings": list(Posting.objects.values_list()),
        "entries": list(Entry.objects.values_list()),
        "balances": list(Account.objects.values_list()),
        "openings": list(BalanceSnapshot.objects.values_list()),
        "seals": list(Seal.objects.values_list()),
    }


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


def test_closing_twice_changes_nothing() -> None:
    begin(2026)
    credit("100.00", 2024, on=date(2026, 6, 1))
    closing = close(2026)
    before = everything()
    year_end.close(closing, on=date(2026, 8, 1), by=offices.system())
    for act in (year_end.lapse_to_authority, year_end.carry_forward, year_end.seal):
        act(closing, on=date(2026, 8, 1), by=offices.system())
    assert everything() == before


def test_each_account_has_an_opening_balance_that_equals_the_sum_of_its_entries() -> None:
    begin(2026)
    of_zone = credit("100.00", 2026)
    move(of_zone, account(Kind.POOL, "FUND"), "40.00", date(2026, 7, 1))
    close(2026)
    opening = BalanceSnapshot.objects.get(account=of_zone)
    assert (opening.on, opening.balance) == (date(2026, 6, 30), Decimal("100.00"))
    assert accounts.balance(of_zone, date(2026, 7, 1)) == Decimal("60.00")
    assert BalanceSnapshot.objects.count() == Account.objects.filter(fund=FUND).count()


def test_opening_balances_are_written_in_ranges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening_balances, "RANGE", 2)
    begin(2026)
    for sfy in (2024, 2025, 2026):
        credit("10.00", sfy, on=date(2026, 6, 1))
    closing = certified(2026)
    done = []
    while not done or done[-1] < 5:
        progress = year_end.advance(closing, on=AFTER, by=offices.system())
        done.append(progress.done)
        assert progress.of == 5
    assert done == [1, 2, 3, 4, 5]


def test_a_half_done_close_is_visible_as_such_and_is_not_sealed() -> None:
    begin(2026)
    credit("100.00", 2024, on=date(2026, 6, 1))
    closing = certified(2026)
    first = year_end.advance(closing, on=AFTER, by=offices.system())
    assert (first.done, first.of) == (1, 3)
    assert not Seal.objects.filter(closing=closing).exists()
    year_end.close(closing, on=AFTER, by=offices.system())
    assert Seal.objects.filter(closing=closing).exists()


def test_the_certificate_has_the_workers_close_the_year() -> None:
    begin(2026)
    credit("100.00", 2024, on=date(2026, 6, 1))
    closing = certified(2026)
    waiting = Work.objects.get(kind="close")
    assert (waiting.state, waiting.key) == ("due", "zone-assistance/SFY2026/close")
    assert not Seal.objects.filter(closing=closing).exists()
    work.run_due(on=AFTER)
    waiting.refresh_from_db()
    assert (waiting.state, waiting.done, waiting.of) == ("done", 3, 3)
    assert Seal.objects.filter(closing=closing).exists()


def test_no_close_starts_because_a_day_has_come() -> None:
    begin(2026)
    credit("100.00", 2024, on=date(2026, 6, 1))
    offered = scheduled.offer_rehearsals(on=date(2026, 8, 9))
    work.run_due(on=date(2026, 8, 9))
    assert [row.key for row in offered] == ["zone-assistance/SFY2026/rehearse"]
    assert Work.objects.filter(kind="close").count() == 0
    assert Posting.objects.filter(act="lapse").count() == 0


@pytest.mark.parametrize(("on", "offered"), [(date(2026, 6, 30), 0), (date(2026, 7, 1), 1)])
def test_the_rehearsal_is_prepared_from_july_1_on(on: date, offered: int) -> None:
    begin(2026)
    credit("100.00", 2026)
    assert len(scheduled.offer_rehearsals(on=on)) == offered


def test_two_schedulers_offer_one_rehearsal() -> None:
    begin(2026)
    credit("100.00", 2026)
    for _ in range(3):
        scheduled.offer_rehearsals(on=date(2026, 7, 1))
    assert Work.objects.filter(kind="rehearse").count() == 1


def test_an_expired_year_takes_no_more_and_an_open_encumbrance_runs_its_own_years() -> None:
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


def test_an_encumbrance_rolls_on_without_being_counted_twice() -> None:
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


def test_ten_thousand_lots_are_closed_in_seconds() -> None:
    begin(2026)
    source = account(Kind.SOURCE, "appropriation")
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO funds_account (fund_id, kind, holder, sfy, balance)"
            " SELECT %s, 'ZONE', 'zone:' || n, 2024 + n %% 3, 0 FROM generate_series(1, 10000) n",
            [FUND],
        )
    ledger.post_all(
        "test",
        "SELECT %s::bigint, id, 10.00 FROM funds_account WHERE kind = 'ZONE' ORDER BY id",
        [source.pk],
        fund=FUND,
        key="lots",
        on=date(2026, 6, 1),
        by=officer("treasury-analyst"),
        clause="52:27H-88 a.",
    )
    started = monotonic()
    closing = close(2026)
    assert monotonic() - started < 20
    assert closing.dispositions.count() == 10_001
    assert Posting.objects.get(act="lapse").total == Decimal("33330.00")
