"""The only home of trying cases on every recipient of a run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from funds.cases.reading import HELP, Feature, Scenario, Step, read
from funds.models import CaseFile, Run, RunLine
from funds.queries.runs import MAIN, year_before
from funds.refusal import Refusal

__all__ = ["HELP", "SHOWN", "Tried", "latest", "refuse_failed", "tried"]
SHOWN = 5
HUNDRED = Decimal(100)
Values = Mapping[str, Any]


@dataclass
class Recipient:
    """One recipient: its amounts and facts by name, and last year's amounts."""

    holder: str
    name: str
    values: dict[str, Any] = field(default_factory=dict)
    last: dict[str, Decimal] = field(default_factory=dict)


@dataclass
class Tried:
    """How one scenario went: for how many it was meant, and of whom it does not hold."""

    feature: str
    scenario: str
    meant: int = 0
    fails: list[tuple[str, str]] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether it holds of everyone for whom it is meant."""
        return not self.fails


def latest(fund: str) -> list[CaseFile]:
    """Return the latest version of each case file of a fund; one statement."""
    rows = CaseFile.objects.filter(fund=fund).order_by("name", "-version").distinct("name")
    return list(rows)


def tried(run: Run) -> list[Tried]:
    """Try every case of the fund on every recipient of the run; at most five statements."""
    features = [read(each.text) for each in latest(run.fund_id)]
    recipients = _recipients(run) if features else []
    return [_try(f, scenario, recipients) for f in features for scenario in f.scenarios]


def refuse_failed(run: Run) -> None:
    """Refuse a run of which a case does not hold."""
    failed = [each for each in tried(run) if not each.holds]
    if failed:
        first = failed[0]
        raise Refusal(
            f"{run}: “{first.scenario}” does not hold of {len(first.fails)} of {first.meant}"
            f" ({first.fails[0][0]}: {first.fails[0][1]}); mend the data or have it waived."
        )


def _recipients(run: Run) -> list[Recipient]:
    found: dict[str, Recipient] = {}
    lines = RunLine.objects.filter(run=run).exclude(municipality=None, zone=None)
    for line in lines.select_related("municipality", "zone"):
        name = line.zone.name if line.zone else str(line.municipality)
        each = found.setdefault(line.holder, Recipient(line.holder, name))
        each.values[line.component] = Decimal(line.amount)
    for row in run.facts.get("municipalities", []):
        if row.get("municode") in found:
            values = found[row["municode"]].values
            found[row["municode"]].values = {**{k: _fact(v) for k, v in row.items()}, **values}
    before = year_before(run)
    old = RunLine.objects.filter(run=before, holder__in=found) if before else []
    last: dict[str, dict[str, Decimal]] = defaultdict(dict)
    for line in old:
        last[line.holder][line.component] = Decimal(line.amount)
    main = MAIN[run.fund_id]
    for each in found.values():
        each.last = last[each.holder]
    return [found[holder] for holder in sorted(found) if main in found[holder].values]


def _fact(value: object) -> object:
    text = str(value)
    try:
        return Decimal(text)
    except ArithmeticError:
        return text


def _try(feature: Feature, scenario: Scenario, recipients: list[Recipient]) -> Tried:
    found = Tried(feature.name, scenario.name)
    for each in recipients:
        if any(_fault(step, each) for step in scenario.given):
            continue
        found.meant += 1
        faults = [fault for step in scenario.then if (fault := _fault(step, each))]
        if faults:
            found.fails.append((each.name, faults[0]))
    return found


def _fault(step: Step, of: Recipient) -> str:
    """Say what a recipient has instead of what the step says, or nothing."""
    return _FAULTS[step.kind](step.parts, of)


def _value(of: Recipient, name: str) -> Any:
    """An amount that a run has no line of is 0.00."""
    return of.values.get(name, Decimal(0))


def _bound(parts: tuple[Any, ...], of: Recipient) -> str:
    name, compare, amount = parts
    value = _value(of, name)
    return "" if isinstance(value, Decimal) and compare(value, amount) else f"{name} is {value}"


def _of_last(parts: tuple[Any, ...], of: Recipient) -> str:
    name, compare, percent, last = parts
    if last not in of.last:
        return ""  # the first year on record has nothing to be compared with
    value, old = _value(of, name), of.last[last]
    met = compare(value * HUNDRED, old * percent)
    return "" if met else f"{name} is {value}, last year's {last} {old}"


def _change(parts: tuple[Any, ...], of: Recipient) -> str:
    name, compare, percent = parts
    if not of.last.get(name):
        return ""
    value, old = _value(of, name), of.last[name]
    met = compare(abs(value - old) * HUNDRED, percent * old)
    return "" if met else f"{name} is {value}, last year {old}"


def _sum(parts: tuple[Any, ...], of: Recipient) -> str:
    terms, total = parts
    value = sum((sign * _value(of, name) for sign, name in terms), Decimal(0))
    return "" if value == _value(of, total) else f"{value}, and {total} is {_value(of, total)}"


def _word(parts: tuple[Any, ...], of: Recipient) -> str:
    name, negated, word = parts
    is_it = str(of.values.get(name, "")).lower() == word.lower()
    return "" if is_it != negated else f"{name} is {of.values.get(name)}"


_FAULTS = {"bound": _bound, "of last": _of_last, "change": _change, "sum": _sum, "word": _word}
