"""The only home of proving that the journal catches every write, whichever way it comes.

Each write is looked at from outside: the table before and after it says what changed, and the
journal must say exactly that, and by whom.
"""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Any

from django.db import DatabaseError, connection, models, transaction
from django.test.utils import override_settings

from funds.proofs import audit_ways as ways
from funds.proofs.audit_attacks import ATTACKS
from municipalities import offices
from municipalities.models import (
    Change,
    County,
    EnterpriseZone,
    Municipality,
    Office,
    SourceDocument,
    User,
)
from municipalities.walls import journal, roles

SINCE = date(1997, 7, 1)
SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
Row = dict[str, Any]
MADE: tuple[tuple[type[models.Model], Callable[[int], Row], str], ...] = (
    (County, lambda n: {"code": _two_letters(n), "name": f"County {n}", "made_up": True}, "name"),
    (EnterpriseZone, lambda n: {"code": f"{n % 10000:04}", "name": f"Zone {n}"}, "name"),
    (
        Municipality,
        lambda n: {"code": f"{n % 10000:04}", "county_id": "zz", "name": f"Town {n}",
                   "kind": "Town", "official_name": f"Town of {n}"},
        "kind",
    ),
    (Office, lambda n: {"title": "auditor", "name": f"Office {n}"}, "mail"),
    (
        SourceDocument,
        lambda n: {"title": f"Paper {n}", "publisher": "State", "received_on": SINCE,
                   "standing": "published"},
        "reference",
    ),
)  # fmt: skip


def _two_letters(n: int) -> str:
    return SIGNS[n // 36 % 36] + SIGNS[n % 36]


def run(writes: int, seed: int) -> tuple[int, list[str]]:
    """Write until so many rows have changed; return how many did, and what wasn't caught."""
    trial = _Trial(Random(seed))  # noqa: S311  cases, not secrets
    with override_settings(SECOND_FACTOR_EXCEPT="everybody"):  # the journal is tried, not sign-in
        while trial.changed < writes:
            trial.step()
    idle = [f"{way.__name__} changed nothing" for way in ways.WAYS if not trial.by_way[way]]
    return trial.changed, trial.faults + idle


@dataclass
class _Trial:
    """A scratch database that is written to in every way, and what went unseen."""

    random: Random
    changed: int = 0
    number: int = 0

    def __post_init__(self) -> None:
        """Seat who writes, and a county that towns may be in."""
        self.faults: list[str] = []
        self.by_way: Counter[ways.Way] = Counter()
        self.officer = offices.seat("admin", "Administrator", "An administrator", from_on=SINCE)
        self.user = User.objects.create(
            username="administrator", person=self.officer.person, is_staff=True
        )
        County.objects.create(code="zz", name="Elsewhere")

    def step(self) -> None:
        """Write to a random table in a random way, and compare."""
        model, make, column = self.random.choice(MADE)
        way = self.random.choice(ways.WAYS)
        keep: list[object] = ["zz"] if model is County else []
        if model is Office:
            keep = [self.officer.office_id]
        task = ways.Task(self.random, model, make, column, self._numbers(), keep, self.user)
        signed = way in ways.SIGNED or self.random.random() < 0.5
        before, since = _rows(model), _last()
        with transaction.atomic():
            if signed:
                journal.sign(self.officer)
            way(task)
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT set_config('apportion.officer', '', false)")
        actor = f"{self.officer.office}, {self.officer.person}" if signed else "no actor: database"
        what = f"{way.__name__} of {model.__name__}"
        self.by_way[way] += self._compare(model, before, since, what, actor)

    def _numbers(self) -> Callable[[], int]:
        def following() -> int:
            self.number += 1
            return self.number

        return following

    def _compare(
        self, model: type[models.Model], before: dict[str, Row], since: int, what: str, actor: str
    ) -> int:
        """Compare journal and table; return how many rows changed."""
        expected = _difference(before, _rows(model))
        table = model._meta.db_table  # noqa: SLF001 - documented by Django
        found = {
            (c.row, c.what): (c.before, c.after)
            for c in Change.objects.filter(pk__gt=since, table=table)
            if c.actor.startswith(actor)
        }
        self.changed += len(expected)
        self.faults += [f"{what}: {key} not caught" for key in expected if key not in found]
        self.faults += [f"{what}: {key} not so" for key in found if found[key] != expected.get(key)]
        return len(expected)


def _last() -> int:
    last = Change.objects.first()
    return last.pk if last else 0


def _rows(model: type[models.Model]) -> dict[str, Row]:
    """Read a whole table as the database itself prints it."""
    meta = model._meta  # noqa: SLF001 - documented by Django
    with connection.cursor() as cursor:
        cursor.execute(
            f'SELECT "{meta.pk.column}"::text, to_jsonb(t)::text FROM "{meta.db_table}" t'  # noqa: S608
        )
        return {key: json.loads(row) for key, row in cursor.fetchall()}


def _difference(
    before: dict[str, Row], after: dict[str, Row]
) -> dict[tuple[str, str], tuple[Row | None, Row | None]]:
    """Return for each row that was entered, changed or deleted what the journal must say."""
    found: dict[tuple[str, str], tuple[Row | None, Row | None]] = {}
    for key in before.keys() | after.keys():
        was, became = before.get(key), after.get(key)
        if was is None:
            found[key, "INSERT"] = None, became
        elif became is None:
            found[key, "DELETE"] = was, None
        elif was != became:
            changed = [column for column in was if was[column] != became[column]]
            found[key, "UPDATE"] = (
                {column: was[column] for column in changed},
                {column: became[column] for column in changed},
            )
    return found


def tables() -> tuple[int, list[str]]:
    """Return how many tables there are, and those that no trigger or reason covers."""
    with connection.cursor() as cursor:
        cursor.execute(journal.TABLES)
        found = cursor.fetchall()
    return len(found), [
        f"{table} {operation}: not journalled"
        for table, _key, triggers in found
        for operation in journal.OPERATIONS
        if journal.is_watched(table, operation)
        and not any(each.startswith(f"journal_{operation.lower()} ") for each in triggers)
    ]


def attack() -> tuple[int, list[str]]:
    """Try to change, forge or empty the journal as the roles of the pages, the worker and owner."""
    County.objects.create(code="01", name="Atlantic")
    tried, through = 0, []
    for role in ("", roles.APP, roles.WORKER, roles.READER):
        for sql in ATTACKS if role else ATTACKS[:3]:
            tried += 1
            if not _refused(role, sql):
                through.append(f"{role or 'owner'}: {sql}")
    return tried, through


def _refused(role: str, sql: str) -> bool:
    before = list(Change.objects.values_list("pk", "after"))
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            if role:
                cursor.execute(f"SET LOCAL ROLE {role}")
            cursor.execute(sql)
    except DatabaseError:
        return list(Change.objects.values_list("pk", "after")) == before
    return False
