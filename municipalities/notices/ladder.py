"""The only home of reminding: when before and after a day who is told, and when it stops.

The ladders are data, municipalities/data/ladder.csv and the like, in days or months. A rung that
was missed is not made up for: the latest one that was reached is. What is no longer owed is no
longer reminded of.
"""

from calendar import monthrange
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from pathlib import Path

from municipalities.models import Notice, Officer
from municipalities.notices import writing
from municipalities.notices.writing import Words
from municipalities.open_days import CUT_OFF
from municipalities.reading import tables

KIND = "reminder"
DATA = Path(__file__).parents[1] / "data"


@dataclass(frozen=True)
class Rung:
    """So many days before the day (after it, when negative), or months, these are told."""

    days: int
    to: frozenset[str]
    opening: str
    months: int = 0

    def begins(self, due_on: date) -> date:
        """Return the first day on which it is told."""
        year, month = divmod(due_on.year * 12 + due_on.month - 1 - self.months, 12)
        last = monthrange(year, month + 1)[1]
        day = due_on.replace(year=year, month=month + 1, day=min(due_on.day, last))
        return day - timedelta(days=self.days)

    def __str__(self) -> str:
        return f"{self.months}m" if self.months else str(self.days)


@dataclass(frozen=True)
class Owed:
    """Something that must be done by a day: by whom, who is above them, the department's eye."""

    key: str
    what: str
    due_on: date
    cite: str
    url: str
    owner: Sequence[Officer]
    above: Sequence[Officer] = ()
    department: Sequence[Officer] = field(default_factory=tuple)
    ladder: str = "ladder"
    text: str = ""  # in the place of the sentence that it is due

    def told(self, groups: Iterable[str]) -> list[Officer]:
        """Return the officers of these groups."""
        by_name = {"owner": self.owner, "above": self.above, "department": self.department}
        return [each for group in by_name if group in groups for each in by_name[group]]


@cache
def rungs(ladder: str = "ladder") -> tuple[Rung, ...]:
    """Return a ladder, the earliest rung first."""
    text = (DATA / f"{ladder}.csv").read_text(encoding="utf-8")
    return tuple(
        Rung(
            int(row.get("days_before") or 0),
            frozenset(row["to"].split("+")),
            row["opening"],
            int(row.get("months_before") or 0),
        )
        for row in tables.plain_rows(text, ladder)
    )


def reached(due_on: date, on: date, ladder: str = "ladder") -> Rung | None:
    """Return the latest rung that a day has reached; None before the first."""
    found = [rung for rung in rungs(ladder) if rung.begins(due_on) <= on]
    return max(found, key=lambda rung: rung.begins(due_on)) if found else None


def days_around(on: date) -> tuple[date, date]:
    """Return the first and the last day whose rungs of the common ladder are told around a day."""
    days = [rung.days for rung in rungs()]
    return on + timedelta(days=min(days)), on + timedelta(days=max(days))


def remind(owed: Iterable[Owed], *, on: date, by: Officer, kind: str = KIND) -> list[Notice]:
    """Write what the day's rung asks of each thing owed; take back what is owed no more.

    An owner who cannot be reached does not count as told: who is above them is told at once.
    """
    written: list[Notice] = []
    still = list(owed)
    for each in still:
        rung = reached(each.due_on, on, each.ladder)
        if rung is not None:
            written += _tell(each, rung, kind, by)
    _stop({each.key for each in still}, kind)
    return written


def _tell(each: Owed, rung: Rung, kind: str, by: Officer) -> list[Notice]:
    key = f"{kind}/{each.key}#{rung}"
    due = (
        f"{each.what} is due by {each.due_on:%B} {each.due_on.day}, {each.due_on.year},"
        f" {CUT_OFF} ({each.cite})."
    )
    words = Words(
        f"{rung.opening}: {each.what}",
        f"{each.text or due} These reminders end by themselves once it is done.",
        each.url,
    )
    written = writing.write_each(kind, key, each.told(rung.to), lambda _: words, by=by)
    owners = {officer.person_id for officer in each.owner}
    told = [n for n in written if n.person_id in owners and n.state not in writing.UNDELIVERED]
    if told or "above" in rung.to:
        return written
    return written + writing.write_each(kind, key, each.told({"above"}), lambda _: words, by=by)


def _stop(open_keys: set[str], kind: str) -> None:
    """Take back reminders that wait for what is done meanwhile."""
    waiting = Notice.objects.filter(kind=kind, state=Notice.State.WAITING)
    done = [
        pk
        for pk, key in waiting.values_list("pk", "key")
        if key.removeprefix(f"{kind}/").partition("#")[0] not in open_keys
    ]
    writing.withdraw(done)
