"""The only home of why an amount changed between two computed runs of a fund, exact to the cent.

Each part is a computation with one thing taken from the later run: the year's money, the law, the
holder's own data, everybody else's, corrections. What follows is what that changed, so the parts
add up by themselves and nothing is left over. A step the law refuses halfway is taken together
with the next one, and both are named.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from funds import computed, readings
from funds.models import Run
from funds.refusal import Refusal
from funds.rules.money import ZERO
from funds.rules.parameters import Figures

# Columns that correct an earlier year rather than describe this one.
CORRECTIONS = {"corrections", "adjustment"}
COMPONENTS = {
    "zone-assistance": {"allocation", "municipal_share"},
    "energy-receipts": {"total"},
    "highlands": {"payable"},
}
POT, LAW, OWN, OTHERS, CORRECTED = (
    "The year’s money", "The law: percents, schedules and readings of the year",
    "Own data", "Everybody else’s data", "Corrections of earlier years",
)  # fmt: skip
Row = Mapping[str, str]


@dataclass(frozen=True)
class Part:
    """What one step changed, in dollars, and what was taken from the later run."""

    label: str
    amount: Decimal


@dataclass(frozen=True)
class Bridge:
    """Two amounts and the parts between them; they add up to the cent."""

    old: Decimal
    parts: tuple[Part, ...]
    new: Decimal


@dataclass(frozen=True)
class _State:
    """What a computation rests on: the year's figures, the law of a year, everybody's rows."""

    figures: Mapping[str, str]
    law: tuple[int, Figures]
    rows: Mapping[str, Row]


def of(old: Run, new: Run, holder: str) -> Bridge:
    """Explain a holder's change between two computed runs of one fund.

    Raises Refusal for runs that were given, not computed, or of two funds.
    """
    for each in (old, new):
        if each.kind != Run.Kind.YEAR or each.fund_id != old.fund_id:
            raise Refusal(f"{each} was not computed like {old}: there is nothing to compare.")
    before, parts, waiting = _amount(old, _state(old), holder), [], list[str]()
    first = last = before
    for label, state in _steps(old, new, holder):
        waiting.append(label)
        try:
            last = _amount(old, state, holder)
        except Refusal:
            continue  # half of a change that the law knows only as a whole
        parts.append(Part(_joined(waiting), last - before))
        before, waiting = last, []
    return Bridge(first, tuple(parts), last)


def _steps(old: Run, new: Run, holder: str) -> Iterator[tuple[str, _State]]:
    """Take one thing after another from the later run, in the order of the law."""
    was, now = _state(old), _state(new)
    own = _own(new, holder) | _own(old, holder)
    yield POT, (at := _State(now.figures, was.law, was.rows))
    yield LAW, (at := _State(now.figures, now.law, was.rows))
    for label, mine in ((OWN, own.__contains__), (OTHERS, lambda code: code not in own)):
        yield label, (at := _State(at.figures, at.law, _taken(at.rows, now.rows, mine)))
    yield CORRECTED, now


def _taken(
    before: Mapping[str, Row], after: Mapping[str, Row], mine: Callable[[str], bool]
) -> dict[str, Row]:
    """Take the rows of some municipalities from the later run, but for their corrections."""
    found = {code: row for code, row in before.items() if not mine(code)}
    for code, row in after.items():
        if mine(code):
            earlier = before.get(code, {})
            kept = {n: earlier.get(n, "0") for n in CORRECTIONS if n in row}
            found[code] = {**row, **kept}
    return found


def _own(run: Run, holder: str) -> set[str]:
    """Return the municipalities whose rows are the holder's own: itself, or its zone's members."""
    rows = run.facts["municipalities"]
    zones = {row.get("zone") for row in rows if row["municode"] == holder}
    zones.add(holder.removeprefix("zone:"))
    return {
        r["municode"] for r in rows if r["municode"] == holder or r.get("zone") in zones - {None}
    }


def _state(run: Run) -> _State:
    rows: dict[str, Any] = {row["municode"]: row for row in run.facts["municipalities"]}
    return _State(run.facts["figures"], (run.sfy, readings.of_run(run)), rows)


def _amount(run: Run, state: _State, holder: str) -> Decimal:
    """Compute what the holder would get; zero where it has no line."""
    sfy, law = state.law
    facts = {"figures": state.figures, "municipalities": list(state.rows.values())}
    result = computed.compute(run.fund_id, sfy, facts, law)
    wanted = COMPONENTS[run.fund_id]
    return sum(
        (li.value for li in result.lines if li.holder == holder and li.component in wanted), ZERO
    ).quantize(ZERO)


def _joined(words: list[str]) -> str:
    """Name several steps in one, such as “The year’s money and the law”."""
    first, *others = words
    return " and ".join([first, *(each[0].lower() + each[1:] for each in others)])
