"""What a database superuser does to the book is found, and the first bad posting named."""

from collections.abc import Iterator
from decimal import Decimal

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from funds import accounts, ledger, verification
from funds.ledger import Move
from funds.models import Kind, LedgerHead, Posting
from funds.rules.fiscal_year import first_day
from tests.offices import officer

pytestmark = pytest.mark.django_db

FUND = "zone-assistance"


@pytest.fixture(autouse=True)
def book() -> list[Posting]:
    """Ten postings of two entries each."""
    by = officer("treasury-analyst")
    source = accounts.find(FUND, Kind.SOURCE, "appropriation")
    pool = accounts.find(FUND, Kind.POOL, "FUND")
    moves = [Move(source, pool, Decimal(5)), Move(source, pool, Decimal(7))]
    made = [
        ledger.post(
            "deposit", moves, fund=FUND, key=f"d/{n}", on=first_day(2027), by=by, clause="a."
        )
        for n in range(1, 11)
    ]
    run("SET CONSTRAINTS ALL IMMEDIATE")
    return made


@pytest.fixture
def superuser() -> Iterator[None]:
    """Let raw SQL pass every trigger, as only a superuser can."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        yield
        cursor.execute("SET LOCAL session_replication_role = origin")


def run(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


def test_an_untouched_book_is_unbroken() -> None:
    found = verification.verify(FUND)
    assert (found.postings, found.entries, found.fault) == (10, 20, None)
    assert found.last_hash == LedgerHead.objects.get(pk=FUND).hash


POSTING_4 = "(SELECT id FROM funds_posting WHERE number = 4)"


@pytest.mark.parametrize(
    ("sql", "number", "what"),
    [
        ("UPDATE funds_posting SET note = 'x' WHERE number = 4", 4, "not what was hashed"),
        ("UPDATE funds_posting SET total = 13 WHERE number = 4", 4, "not what was hashed"),
        ("UPDATE funds_posting SET effective_on = '2026-07-02' WHERE number = 4", 4, "hashed"),
        ("UPDATE funds_posting SET posted_at = posted_at + '1 s' WHERE number = 4", 4, "hashed"),
        ("UPDATE funds_posting SET hash = repeat('a', 64) WHERE number = 4", 4, "hashed"),
        (f"UPDATE funds_entry SET amount = 6 WHERE posting_id = {POSTING_4} AND seq = 1", 4,
         "another content"),
        ((f"UPDATE funds_entry SET debit_id = credit_id, credit_id = debit_id"
         f" WHERE posting_id = {POSTING_4} AND seq = 1"), 4, "another content"),
        (f"UPDATE funds_entry SET seq = 3 - seq + 10 WHERE posting_id = {POSTING_4}", 4,
         "another content"),
        (f"UPDATE funds_entry SET effective_on = '2026-08-01' WHERE posting_id = {POSTING_4}", 4,
         "another day"),
        (f"DELETE FROM funds_entry WHERE posting_id = {POSTING_4} AND seq = 2", 4, "1 of 2"),
        (f"DELETE FROM funds_entry WHERE posting_id = {POSTING_4}", 4, "none is left"),
        ("DELETE FROM funds_posting WHERE number = 4", 4, "it is missing, the next is #5"),
        ("DELETE FROM funds_posting WHERE number = 1", 1, "it is missing"),
        ("DELETE FROM funds_posting WHERE number > 7", 8, "the end is missing"),
        ("TRUNCATE funds_posting CASCADE", 1, "the end is missing"),
        ("UPDATE funds_ledgerhead SET number = 12", 11, "the end is missing"),
        ("UPDATE funds_ledgerhead SET hash = repeat('b', 64) WHERE number = 10", 10,
         "with another hash"),
        (("UPDATE funds_posting SET number = CASE number WHEN 4 THEN 1004 WHEN 5 THEN 4 ELSE number"
         " END; UPDATE funds_posting SET number = 5 WHERE number = 1004"), 4, "not chained"),
        ((f"INSERT INTO funds_entry (posting_id, seq, debit_id, credit_id, amount, effective_on)"
         f" SELECT posting_id, 3, debit_id, credit_id, amount, effective_on FROM funds_entry"
         f" WHERE posting_id = {POSTING_4} AND seq = 1"), 4, "3 of 2"),
        (("INSERT INTO funds_entry (posting_id, seq, debit_id, credit_id, amount, effective_on)"
         " SELECT 0, 1, debit_id, credit_id, amount, effective_on FROM funds_entry LIMIT 1"), 11,
         "belongs to no posting"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("superuser")
def test_what_was_changed_is_found_and_the_first_bad_posting_named(
    sql: str, number: int, what: str
) -> None:
    run(sql)
    fault = verification.verify(FUND).fault
    assert fault is not None
    assert fault.number == number
    assert what in fault.what


@pytest.mark.usefixtures("superuser")
def test_an_end_cut_off_together_with_its_head_is_found_by_an_outside_anchor() -> None:
    known = {10: LedgerHead.objects.get(pk=FUND).hash}
    run("DELETE FROM funds_entry WHERE posting_id IN (SELECT id FROM funds_posting WHERE number>7)")
    run("DELETE FROM funds_posting WHERE number > 7")
    run("UPDATE funds_ledgerhead SET number = 7, hash = (SELECT hash FROM funds_posting"
        " WHERE number = 7) WHERE fund_id = 'zone-assistance'")  # fmt: skip
    assert verification.verify(FUND).fault is None
    fault = verification.verify(FUND, known).fault
    assert fault is not None
    assert (fault.number, "outside anchor" in fault.what) == (10, True)


@pytest.mark.usefixtures("superuser")
def test_the_command_names_the_first_bad_posting_and_exits_1(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run("UPDATE funds_posting SET act = 'credit' WHERE number IN (6, 3)")
    with pytest.raises(CommandError) as ended:
        call_command("verify_ledger")
    assert ended.value.returncode == 1
    assert "zone-assistance #3: its content is not what was hashed (d/3)" in capsys.readouterr().out


def test_the_command_passes_an_untouched_book(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify_ledger")
    out = capsys.readouterr().out
    assert "zone-assistance: 10 postings, 20 entries: the chain is unbroken" in out
