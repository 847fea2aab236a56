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
    Entry,
    Kind,
    Posting,
    Seal,
    Work,
)
from municipalities import offices
from tests.funds.year_ends import FUND, account, begin, certified, close, credit, move
from tests.offices import officer

pytestmark = pytest.mark.django_db

AFTER = date(2026, 7, 11)


def everything() -> dict[str, list[object]]:
    """All that a close writes, as rows that can be compared."""
    return {
        "postings": list(Posting.objects.values_list()),
        "entries": list(Entry.objects.values_list()),
        "balances": list(Account.objects.values_list()),
        "openings": list(BalanceSnapshot.objects.values_list()),
        "seals": list(Seal.objects.values_list()),
    }


def test_closing_twice_changes_nothing() -> None:
    begin(2026)
    credit("100.00", 2024, on=date(2026, 6, 1))
    closing = close(2026)
    before = everything()
    year_end.close(closing, on=date(2026, 8, 1), by=offices.system())
    for act in (year_end.lapse_to_authority, year_end.carry_forward, year_end.seal):
        act(closing, on=date(2026, 8, 1), by=offices.system())
    assert everything() == before


def test_o25_each_account_has_an_opening_balance_that_equals_the_sum_of_its_entries() -> None:
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
    done: list[int] = []
    while not done or done[-1] < 5:
        progress = year_end.advance(closing, on=AFTER, by=offices.system())
        done.append(progress.done)
        assert progress.of == 5
    assert done == [1, 2, 3, 4, 5]


def test_o25_a_half_done_close_is_visible_as_such_and_is_not_sealed() -> None:
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
