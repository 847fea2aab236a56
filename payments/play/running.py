"""The only home of running a story line by line and judging what each leads to."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from django.db import DatabaseError, transaction

from funds.models import Account
from funds.refusal import Refusal
from payments.play import acts, places
from payments.play.registry import ACTS, check
from payments.play.stage import Stage
from payments.play.story import Line

assert acts  # noqa: S101  importing them fills the table of acts


@dataclass(frozen=True)
class Judged:
    """A line, what was found, and whether that is what was expected."""

    line: Line
    found: str
    same: bool

    def __str__(self) -> str:
        word = "same" if self.same else "DIFFERENT"
        told = f"{self.line.number}: found {self.found}, expected {self.line.expect.text}"
        return f"{told}: {word}"


def run(lines: list[Line]) -> Iterator[Judged]:
    """Play the lines in their order, each whole or not at all, and judge each."""
    for line in lines:
        check(line)
    places.make(lines)
    stage = Stage(lines)
    stage.open_books()
    for line in lines:
        yield _judge(stage, line)


def _judge(stage: Stage, line: Line) -> Judged:
    named = dict(stage.named)
    try:
        with transaction.atomic():
            amount = ACTS[line.act].play(stage, line)
    except Refusal as refused:
        stage.named = named
        return Judged(line, f"refuse: {_one_line(str(refused))}", _refused_as(line, refused))
    except DatabaseError as error:
        stage.named = named
        by_database = Refusal(_one_line(str(error)).partition("CONTEXT:")[0].strip())
        return Judged(line, f"refuse: {by_database}", _refused_as(line, by_database))
    except Exception as error:  # a fault of an act is a difference; the rest is told
        stage.named = named
        return Judged(line, f"a fault: {type(error).__name__}: {_one_line(str(error))}", False)
    return _done(line, amount)


def _done(line: Line, amount: Decimal | None) -> Judged:
    expect = line.expect
    if expect.amount is not None:
        found = "ok" if amount is None else f"{amount:.2f}"
        return Judged(line, found, amount is not None and amount == expect.amount)
    found = f"ok {amount:.2f}" if expect.refusal is not None and amount is not None else "ok"
    return Judged(line, found, expect.refusal is None)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _refused_as(line: Line, refused: Refusal) -> bool:
    """Tell whether a refusal was expected, and holds the word or clause it must hold."""
    wanted = line.expect.refusal
    if wanted is None:
        return False
    statute = {
        "zone-assistance": "52:27H-88",
        "energy-receipts": "52:27D-439",
        "highlands": "54:1-85",
    }.get(line.fund, "")
    return _squeezed(wanted) in _squeezed(f"{refused} {statute} {refused.cite}")


def _squeezed(text: str) -> str:
    """Spelling of clauses varies: compare without blanks, case and the statutes' common prefix."""
    return re.sub(r"\s+|n\.?j\.?s\.?a\.?|[$,“”\"']", "", text.lower())


def accounts() -> Iterator[str]:
    """Tell every account that is not empty: fund, kind, holder, SFY, encumbrance, balance."""
    rows = Account.objects.exclude(balance=0).select_related("encumbrance")
    for each in rows.order_by("fund", "kind", "holder", "sfy", "pk"):
        year = f"SFY{each.sfy}" if each.sfy else ""
        bound = each.encumbrance.number if each.encumbrance else ""
        told = [each.fund_id, each.kind, each.holder, year, bound, f"{each.balance:.2f}"]
        yield "  ".join(part for part in told if part)
