"""A worker killed at any statement of a close leaves what another one finishes to the same end."""

import os
import signal
from collections.abc import Callable
from datetime import date
from typing import Any

import psycopg2
import pytest
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Model

from funds import opening_balances, work
from funds.models import (
    Account,
    BalanceSnapshot,
    Disposition,
    Entry,
    Posting,
    Receivable,
    Seal,
    Work,
)
from tests.funds.year_ends import account, begin, certified, credit, encumber, move

AFTER = date(2026, 7, 11)
DAY = date(2026, 6, 1)
# Each kill needs a database of its own. Fewer than the statements of a transaction, so that none
# of the steps is left out; KILL_AT_EVERY=1 kills at each statement there is.
EVERY = int(os.environ.get("KILL_AT_EVERY", "7"))


@pytest.fixture
def certified_year(scratch_database: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A certified year with something of each fate, whose close is a row that waits."""
    monkeypatch.setattr(work, "_announcers", [])
    monkeypatch.setattr(opening_balances, "RANGE", 3)
    begin(2026)
    for sfy in (2023, 2024, 2025, 2026):
        credit("100.00", sfy, on=DAY)
    made = encumber("E1", {2023: "90.00"}, date(2023, 6, 1), posted_on=DAY)
    of_encumbrance = account("ENCUMBERED", "zone:Exampleton", 2023, made)
    move(of_encumbrance, account("TRUST", "zone:Exampleton", 2023, made), "60.00", DAY)
    certified(2026)
    return scratch_database


def test_o25_a_close_cut_off_at_any_statement_ends_as_the_undisturbed_one(
    certified_year: str,
) -> None:
    with copy_of(certified_year):
        statements = count(lambda: work.run_due(on=AFTER))
        undisturbed = ledger()
    assert statements > 30
    for number in range(1, statements + 1, EVERY):
        with copy_of(certified_year):
            assert dies_at(number) == signal.SIGKILL, f"statement {number} was never reached"
            take_over()
            assert ledger() == undisturbed, f"after a kill at statement {number}"


def take_over() -> None:
    """Run what the killed worker left, once its lease has run out."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE funds_work SET leased_until = NULL WHERE state <> 'done'")
    work.run_due(on=AFTER, worker="next")


def ledger() -> dict[str, list[Any]]:
    """All that the close wrote, without what the moment of writing alone decides."""
    assert Work.objects.get().state == "done"
    return {
        "postings": rows(Posting, "number act key effective_on total entry_count"),
        "entries": rows(Entry, f"posting__number {of('debit')} {of('credit')} amount"),
        "balances": rows(Account, "kind holder sfy encumbrance__number balance"),
        "openings": rows(BalanceSnapshot, f"{of('account')} on balance"),
        "dispositions": rows(Disposition, f"{of('account')} what posting__number"),
        "owed": rows(Receivable, "key amount"),
        "sealed": rows(Seal, "closing__sfy last_number closing__document_hash"),
    }


def rows(model: type[Model], fields: str) -> list[Any]:
    return sorted(model._default_manager.values_list(*fields.split()), key=str)


def of(account: str) -> str:
    """Name an account by what it is: the number of a new one depends on what was cut off."""
    return f"{account}__kind {account}__holder {account}__sfy"


def count(act: Callable[[], object]) -> int:
    """Return how many statements an act sends."""
    sent: list[str] = []
    with connection.execute_wrapper(_each(lambda: sent.append(""))):
        act()
    return len(sent)


def dies_at(number: int) -> int:
    """Work in a process of its own that is killed when it sends that statement."""
    connections.close_all()
    child = os.fork()
    if child == 0:
        _work_until_killed(number)
    _, status = os.waitpid(child, 0)
    return os.WTERMSIG(status)


def _work_until_killed(number: int) -> None:
    """Never return: kill this process at the statement, or end it when there is no such one."""
    # A browser's event loop is not seen in a child, which would go on with the connection that
    # this thread had before the loop ran.
    connections[DEFAULT_DB_ALIAS] = connections.create_connection(DEFAULT_DB_ALIAS)
    try:
        left = iter(range(number - 1, -1, -1))
        with connection.execute_wrapper(_each(lambda: next(left) or os.kill(os.getpid(), 9))):
            work.run_due(on=AFTER, worker="killed")
    finally:
        os._exit(0)


def _each(look: Callable[[], object]) -> Callable[..., Any]:
    def wrapper(execute: Callable[..., Any], *sent: Any) -> Any:
        look()
        return execute(*sent)

    return wrapper


class copy_of:  # noqa: N801  # reads as a sentence
    """Connect to a copy of a database while the block runs."""

    def __init__(self, name: str) -> None:
        self.name, self.copy = name, f"{name}_copy"

    def __enter__(self) -> None:
        self._server(f"CREATE DATABASE {self.copy} TEMPLATE {self.name}")
        connection.settings_dict["NAME"] = self.copy

    def __exit__(self, *error: object) -> None:
        self._server(f"DROP DATABASE {self.copy} WITH (FORCE)")
        connection.settings_dict["NAME"] = self.name

    def _server(self, statement: str) -> None:
        connections.close_all()
        parameters = connection.get_connection_params() | {"dbname": "postgres"}
        parameters.pop("cursor_factory", None)
        parameters.pop("context", None)
        server = psycopg2.connect(**parameters)
        server.autocommit = True
        with server.cursor() as cursor:
            cursor.execute(statement)
        server.close()
