"""The only home of `prove migrations`: the latest are undone and applied while others work.

Readers open the large tables and a writer deposits dollars the whole time. What is measured is
the longest that any read took: a lock that is waited for, or held, shows there.
"""

import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from threading import Event

from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from funds import allocation
from municipalities.models import Officer
from payments import grow, scratch
from payments.grow import seats

ON = date(2026, 11, 30)
FULL_STEPS = 3  # migrations of each app that are undone; from so many on, the State is full-grown
READERS, LONGEST, ATTEMPTS = 4, 2_000, 10  # ms that a read may take; starts of a migration
APPS = ("payments", "funds", "municipalities")  # who knows another comes first
DOLLAR = Decimal("1.00")

# The tables that grow with every day; tests/test_migrations.py lets none be locked for long.
LARGE = (
    "funds_account", "funds_balancesnapshot", "funds_disposition", "funds_entry",
    "funds_expenditure", "funds_posting", "funds_runline", "municipalities_change",
    "municipalities_fact", "municipalities_notice", "payments_installment", "payments_payment",
    "payments_voucher",
)  # fmt: skip


@dataclass
class Others:
    """Who is at work meanwhile: how long each read took in ms, dollars deposited, what failed.

    The readers' times are kept by what was being migrated when they were over.
    """

    meanwhile: str = ""
    reads: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    deposits: int = 0
    failed: list[str] = field(default_factory=list)
    end: Event = field(default_factory=Event)


def run(steps: int, _seed: int) -> tuple[int, list[str], int]:
    """Undo and apply the last migrations of each app; return how many, faults, the longest read."""
    with scratch.database(reference=True):
        grow.grow(grow.FULL if steps >= FULL_STEPS else grow.SMALL, on=ON, say=str)
        before = _all_applied()
        with at_work() as others:
            faults = [each for app in APPS for each in _back(app, steps, others)]
            undone = before - _all_applied()
            faults += _forward(others)
    longest = {what: max(took) for what, took in others.reads.items()}
    faults += [f"{what}: a read took {ms} ms" for what, ms in longest.items() if ms > LONGEST]
    if not others.deposits:
        others.failed.append("nobody could deposit meanwhile")
    return len(undone), [*faults, *others.failed], max(longest.values())


def _back(app: str, steps: int, others: Others) -> Iterator[str]:
    """Undo the last migrations of an app, one after another, and whatever builds on them."""
    for name in reversed(_applied(app)[-1 - steps : -1]):
        yield from _migrated(others, app, name)


def _forward(others: Others) -> Iterator[str]:
    """Apply what is not applied, one after another, in their own order."""
    executor = MigrationExecutor(connection)
    for migration, _ in executor.migration_plan(executor.loader.graph.leaf_nodes()):
        yield from _migrated(others, migration.app_label, migration.name)


def _migrated(others: Others, *where: str) -> Iterator[str]:
    """Migrate, again when a lock was not to be had, as the command says."""
    others.meanwhile = f"{'.'.join(where)} at {len(others.reads)}"
    for _ in range(ATTEMPTS):
        try:
            call_command("migrate", *where, verbosity=0, interactive=False)
            return
        except CommandError as given_up:
            said = str(given_up)
            time.sleep(1)
    yield f"{' '.join(where)} was given up {ATTEMPTS} times: {said}"


def _all_applied() -> set[tuple[str, str]]:
    return set(MigrationRecorder(connection).applied_migrations())


def _applied(app: str) -> list[str]:
    return sorted(name for of, name in _all_applied() if of == app)


@contextmanager
def at_work() -> Iterator[Others]:
    """Have readers and a writer work until the block ends."""
    others = Others()
    with ThreadPoolExecutor(READERS + 1) as pool:
        done = [pool.submit(_read, others) for _ in range(READERS)]
        done.append(pool.submit(_write, others, seats.state("treasury-analyst")))
        try:
            yield others
        finally:
            others.end.set()
    for each in done:
        each.result()


def _read(others: Others) -> None:
    """Open the first page of each large table, again and again."""
    try:
        while not others.end.wait(0.02):
            for table in LARGE:
                began = time.perf_counter_ns()
                with connection.cursor() as cursor:
                    cursor.execute(f"SELECT * FROM {table} LIMIT 50")  # noqa: S608 - our own names
                    cursor.fetchall()
                others.reads[others.meanwhile].append((time.perf_counter_ns() - began) // 1_000_000)
    finally:
        connection.close()


def _write(others: Others, by: Officer) -> None:
    """Deposit a dollar at a time, and ask again when the tables were being changed."""
    refused = 0
    try:
        while refused < ATTEMPTS and not others.end.wait(0.05):
            try:
                _deposit(others.deposits, by)
            except DatabaseError as error:
                refused, said = refused + 1, str(error)
            else:
                refused, others.deposits = 0, others.deposits + 1
    finally:
        connection.close()
    if refused == ATTEMPTS:
        others.failed.append(f"a deposit failed {ATTEMPTS} times: {said}")


def _deposit(number: int, by: Officer) -> None:
    allocation.deposit(
        "zone-assistance", "appropriation", DOLLAR, on=ON, by=by,
        document="While others migrate", key=f"migrating/{number}",
    )  # fmt: skip
