"""./manage.py bench: measure ratios to bare writes and to other ledgers, and judge them."""

import json
from argparse import ArgumentParser
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import localdate

from funds.refusal import Refusal
from payments.bench import against_peers, closing, posting, sharing
from payments.bench.measuring import RELAXED, Measured

QUICK, FULL = [564, 10_000], [564, 10_000, 100_000]
HEAD = ("", "case", "ours", "floor", "peer", "ratio", "goal", "")
NUMBERS = ("P1", "P3", "P5", "Y1", "A1", "A2")


class Command(BaseCommand):
    """Measure, print one table; with --check exit 1 when a goal is missed."""

    help = (
        "Measure posting (P1, P5), other ledgers (P3), the close (Y1) and sharing (A1, A2) in"
        " scratch databases, against bare writes into copies of our own tables. A quick run is"
        " held to goals relaxed 1.5 times. What could not be run is never passed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--quick", action="store_true", help="564 and 10,000 only")
        parser.add_argument("--check", action="store_true", help="exit 1 when a goal is missed")
        parser.add_argument("--only", metavar="P1,Y1", help=f"some of {','.join(NUMBERS)}")
        parser.add_argument("--json", type=Path, metavar="FILE", help="write the table there too")
        parser.add_argument("--times", type=int, default=5, help="repetitions (default 5)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure, print, judge."""
        only = set((options["only"] or ",".join(NUMBERS)).upper().split(","))
        if only - set(NUMBERS):
            raise CommandError(f"--only takes {', '.join(NUMBERS)}", returncode=2)
        try:
            rows = measure(only, quick=options["quick"], times=options["times"])
        except Refusal as refused:
            raise CommandError(str(refused), returncode=2) from refused
        relaxed = RELAXED if options["quick"] else Decimal(1)
        for line in _table(rows, relaxed):
            self.stdout.write(line)
        if options["json"]:
            options["json"].write_text(_json(rows, relaxed), encoding="utf-8")
        missed = [row for row in rows if row.verdict(relaxed) == "MISS"]
        if missed and options["check"]:
            raise SystemExit(1)


def measure(only: set[str], *, quick: bool, times: int) -> list[Measured]:
    """Measure what is asked for."""
    sizes = QUICK if quick else FULL
    posts = posting.measure(sizes, times) if only & {"P1", "P3", "P5"} else []
    rows = [row for row in posts if row.number in only]
    if "P3" in only:
        rows += against_peers.measure(sizes, posting.medians(posts))
    if "Y1" in only:
        rows += closing.measure([size for size in sizes if size >= 10_000], min(times, 3))
    if only & {"A1", "A2"}:
        shares = sharing.measure([564, 100_000], times, 10_000)
        rows += [row for row in shares if row.number in only]
    return rows


def _cells(row: Measured, relaxed: Decimal) -> tuple[str, ...]:
    found = "" if row.ratio is None else f"{row.ratio}"
    goal = "" if row.goal is None else str(row.goal)
    verdict = row.verdict(relaxed)
    said = f"{verdict}: {row.why_not}" if row.why_not else verdict
    return row.number, row.case, row.ours, row.floor, row.peer, found, goal, said


def _table(rows: list[Measured], relaxed: Decimal) -> list[str]:
    """Lay the table out, a column as wide as its widest cell."""
    cells = [HEAD, *(_cells(row, relaxed) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(HEAD))]
    right: Callable[[int], bool] = lambda column: column in {2, 3, 4, 5}  # noqa: E731
    lines = []
    for line in cells:
        parts = [
            cell.rjust(widths[n]) if right(n) else cell.ljust(widths[n])
            for n, cell in enumerate(line)
        ]
        lines.append("  ".join(parts).rstrip())
    held = sum(row.verdict(relaxed) == "ok" for row in rows)
    note = f" (goals relaxed {relaxed} times)" if relaxed != 1 else ""
    return [*lines, f"{held} of {len(rows)} goals met{note}"]


def _json(rows: list[Measured], relaxed: Decimal) -> str:
    names = ("number", "case", "ours", "floor", "peer", "ratio", "goal", "verdict")
    told = [dict(zip(names, _cells(row, relaxed), strict=True)) for row in rows]
    return json.dumps({"on": localdate().isoformat(), "rows": told}, indent=2) + "\n"
