"""Twelve threads want the same dollar: one has it, eleven are told what is left."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from decimal import Decimal
from threading import Barrier

import pytest
from django.db import connection

from funds import accounts, ledger
from funds.ledger import Move
from funds.models import Account, Kind, Posting
from funds.refusal import Refusal
from funds.verification import verify
from municipalities.models import Officer
from tests.offices import officer

FUND, DAY = "zone-assistance", date(2026, 7, 15)
THREADS = 12


def post(debit: Account, credit: Account, amount: str, key: str, by: Officer) -> str:
    moves = [Move(debit, credit, Decimal(amount))]
    try:
        ledger.post("credit", moves, fund=FUND, key=key, on=DAY, by=by, clause="a.")
    except Refusal as refused:
        return str(refused)
    return "posted"


def race(debit: Account, credit: Account, amount: str, keys: list[str], by: Officer) -> list[str]:
    """Start all at once, and return what each was told."""
    begin = Barrier(len(keys))

    def run(key: str) -> str:
        begin.wait()
        try:
            return post(debit, credit, amount, key, by)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(keys)) as pool:
        return list(pool.map(run, keys))


@pytest.mark.usefixtures("scratch_database")
def test_twelve_threads_race_for_one_balance_and_one_wins() -> None:
    by = officer("treasury-analyst")
    pool = accounts.find(FUND, Kind.POOL, "FUND")
    authority = accounts.find(FUND, Kind.AUTHORITY, "AUTHORITY")
    post(accounts.find(FUND, Kind.SOURCE, "appropriation"), pool, "100.00", "d/1", by)
    told = race(pool, authority, "60.00", [f"c/{n}" for n in range(THREADS)], by)
    assert told.count("posted") == 1
    assert sum("$20.00 short; $40.00 is available" in each for each in told) == THREADS - 1
    assert (accounts.balance(pool), accounts.balance(authority)) == (40, 60)
    assert verify(FUND).fault is None


@pytest.mark.usefixtures("scratch_database")
def test_twelve_threads_with_one_key_post_once() -> None:
    by = officer("treasury-analyst")
    source = accounts.find(FUND, Kind.SOURCE, "appropriation")
    pool = accounts.find(FUND, Kind.POOL, "FUND")
    assert race(source, pool, "60.00", ["d/1"] * THREADS, by) == ["posted"] * THREADS
    assert Posting.objects.count() == 1
    assert accounts.balance(pool) == 60


@pytest.mark.usefixtures("scratch_database")
def test_twelve_threads_leave_one_chain_without_a_gap() -> None:
    by = officer("treasury-analyst")
    source = accounts.find(FUND, Kind.SOURCE, "appropriation")
    pool = accounts.find(FUND, Kind.POOL, "FUND")
    race(source, pool, "1.00", [f"d/{n}" for n in range(THREADS)], by)
    assert sorted(Posting.objects.values_list("number", flat=True)) == [*range(1, THREADS + 1)]
    assert verify(FUND).fault is None
