"""The only home of what a what-if changes: a figure, data, a zone's standing, a reading, the law.

A change is applied to a copy of a run's frozen facts, or laid over the law's figures.
"""

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Literal

from funds import computed, spellings
from funds.frozen import Facts
from funds.models import Run
from funds.refusal import Refusal
from funds.rules.fiscal_year import first_day
from funds.rules.parameters import Figure, Value, law
from municipalities import kinds

Kind = Literal["figure", "data", "standing", "reading", "law"]
STANDING = "in_good_standing"
# Dated figures of the law that a year's computation asks for and that are no reading.
SCHEDULES = {
    "zone-assistance": (
        "zone_assistance.step_down", "zone_assistance.authority_base",
        "zone_assistance.safety_cap", "zone_assistance.administration_cap",
        "zone_assistance.transportation_cap", "zone_assistance.unencumbered_years",
    ),
    "energy-receipts": ("energy_receipts.schedule", "energy_receipts.difference_day_calendar"),
    "highlands": ("highlands.phase_down",),
}  # fmt: skip


@dataclass(frozen=True)
class Change:
    """One change: its kind, of whom ("" for the State), which value, and what it becomes."""

    kind: Kind
    of: str
    name: str
    value: Any

    def as_json(self) -> list[Any]:
        """Return what is kept."""
        return [self.kind, self.of, self.name, computed.spelled(self.value)]

    @classmethod
    def from_json(cls, kept: Sequence[Any]) -> "Change":
        """Return the change again as it was kept."""
        kind, of, name, value = kept
        if kind in {"reading", "law"}:
            value = spellings.typed(value, law().figure(name).values[-1][1])
        return cls(kind, of, name, value)


def apply(run: Run, changes: Iterable[Change]) -> tuple[dict[str, Any], dict[str, Value]]:
    """Return the run's facts as they are changed, and what is laid over the law.

    Raises Refusal for a figure, municipality, column, zone or reading that the run doesn't have.
    """
    facts: dict[str, Any] = copy.deepcopy({n: run.facts[n] for n in ("figures", "municipalities")})
    over: dict[str, Value] = {}
    for change in changes:
        if change.kind in {"reading", "law"}:
            over[change.name] = change.value
        elif change.kind == "figure":
            facts["figures"][change.name] = computed.plain(change.value)
        elif change.kind == "data":
            _row(run, facts, change)[change.name] = computed.plain(change.value)
        else:
            _stand(run, facts, change)
    return facts, over


def _row(run: Run, facts: Facts, change: Change) -> dict[str, Any]:
    for row in facts["municipalities"]:
        if row["municode"] == change.of and change.name in row:
            found: dict[str, Any] = row
            return found
    raise Refusal(f"{run} has no {kinds.words(change.name)} of {change.of}: nothing to change.")


def _stand(run: Run, facts: Facts, change: Change) -> None:
    rows = [row for row in facts["municipalities"] if row.get("zone") == change.of]
    if not rows:
        raise Refusal(f"{run} has no {change.of} zone: its standing decides nothing there.")
    for row in rows:
        row[STANDING] = change.value


def in_words(run: Run, change: Change) -> str:
    """Say a change: what it was and what it becomes."""
    if change.kind in {"reading", "law"}:
        figure = law().figure(change.name)
        before, after = spellings.words(of_run(run, figure)), spellings.words(change.value)
        return f"{figure.title}: {before} becomes {after} ({figure.reference})"
    if change.kind == "standing":
        state = "in good standing" if change.value == "yes" else "not in good standing"
        return f"The {change.of} zone is {state}"
    what = kinds.words(change.name)
    if change.kind == "figure":
        before = run.facts["figures"].get(change.name, "none")
        return f"{what}: {_shown(before)} becomes {_shown(change.value)}"
    rows = {row["municode"]: row for row in run.facts["municipalities"]}
    before = rows.get(change.of, {}).get(change.name, "none")
    return f"{what} of {change.of}: {_shown(before)} becomes {_shown(change.value)}"


def _shown(value: object) -> str:
    try:
        return f"{Decimal(str(value)):,f}"
    except ArithmeticError:
        return str(value)


def of_run(run: Run, figure: Figure) -> Value:
    """Return a figure as the run had it, or as the law has it for the run's year."""
    kept: Mapping[str, Any] = run.figures.get("law", {})
    if figure.name in kept:
        return spellings.typed(kept[figure.name]["value"], figure.values[-1][1])
    return value_on(figure, first_day(run.sfy))


def value_on(figure: Figure, day: date) -> Value:
    """Return the value in force on a day, or the first one that ever was."""
    return figure.on(max(day, figure.values[0][0]))
