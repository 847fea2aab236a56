"""The only home of replaying a run: computed again from what was frozen with it, and compared."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from random import Random
from typing import Any

from django.db.models import QuerySet

from funds import allotments, computed, frozen, make_ups, readings, run_receipts, supplements
from funds.frozen import Facts, Result
from funds.models import CorrectionPolicy, Run
from funds.refusal import Refusal

NOTHING = "nothing"


@dataclass(frozen=True)
class Replayed:
    """What a replay came to: the first difference in words, empty when it is the same throughout.

    `lines` is how many amounts were compared. What was written before receipts were kept names no
    law and rules, and is the same law when its amounts are.
    """

    run: Run
    difference: str
    lines: int

    @property
    def identical(self) -> bool:
        """Whether every amount, figure and step of the worksheets is as it was frozen."""
        return not self.difference

    @property
    def same_law(self) -> bool:
        """Whether the law's files are the ones it was computed by."""
        return self.run.law_hash in ("", run_receipts.law_hash())

    @property
    def same_rules(self) -> bool:
        """Whether the rules are written as they were when it was computed."""
        return self.run.rules_hash in ("", run_receipts.rules_hash())


def replay(run: Run, facts: Facts | None = None) -> Replayed:
    """Compute the run again from its frozen facts, or from `facts` in their place, and compare.

    Nothing is written. The first difference is named: input, figure, amount or worksheet step.
    """
    used = run.facts if facts is None else facts
    try:
        result = COMPUTED[Run.Kind(run.kind)](run, used)
    except Refusal as refusal:
        return Replayed(run, f"It is refused now: {refusal}", 0)
    except KeyError as lacking:
        return Replayed(run, f"Its facts lack {lacking}: they were frozen before it was kept.", 0)
    return Replayed(run, next(_differences(run, used, result), ""), len(result.lines))


def shuffled(facts: Facts, seed: int) -> dict[str, Any]:
    """Return the same facts with rows and names in another order, which must change nothing."""
    random = Random(seed)  # noqa: S311  an order, not a secret

    def turned(value: Any) -> Any:
        if isinstance(value, Mapping):
            names = list(value)
            random.shuffle(names)
            return {name: turned(value[name]) for name in names}
        if isinstance(value, list):
            rows = [turned(each) for each in value]
            random.shuffle(rows)
            return rows
        return value

    found: dict[str, Any] = turned(facts)
    return found


def _differences(run: Run, facts: Facts, result: Result) -> Iterator[str]:
    figures = _frozen_only(_as_kept(result.figures), run)
    if frozen.inputs_hash(run.fund_id, run.sfy, run.kind, _ordered(facts), figures) != (
        run.inputs_hash
    ):
        yield from _of_inputs(run, facts, figures)
    yield from _of_lines(run, result)
    if (now := frozen.results_hash(result.lines)) != run.results_hash:
        yield f"Its lines hash to {now}; frozen is {run.results_hash}."
    yield from _of_worksheets(run, result)


def _frozen_only(figures: dict[str, Any], run: Run) -> dict[str, Any]:
    """Leave out figures that the law got later: the run did not rest on them."""
    if "law" not in figures:
        return figures
    known = run.figures.get("law", {})
    return figures | {"law": {name: v for name, v in figures["law"].items() if name in known}}


def _of_inputs(run: Run, facts: Facts, figures: Mapping[str, Any]) -> Iterator[str]:
    """Say which input is not the frozen one, by its path."""
    yield from _unlike("facts", run.facts, _ordered(facts))
    yield from _unlike("figures", run.figures, figures)
    yield f"Its inputs do not hash to the frozen {run.inputs_hash}."


def _of_lines(run: Run, result: Result) -> Iterator[str]:
    kept = list(run.lines.order_by("position"))
    for position, (was, now) in enumerate(zip_longest(kept, result.lines), 1):
        before = f"{was.holder} {was.component} {was.amount} {was.cite}" if was else NOTHING
        again = f"{now.holder} {now.component} {now.value:.3f} {now.cite}" if now else NOTHING
        if before != again:
            yield f"Line {position}: frozen is {before}; computed again it is {again}."


def _of_worksheets(run: Run, result: Result) -> Iterator[str]:
    kept = {each.holder: each.lines for each in run.worksheets.all()}
    yield from _unlike("worksheet", kept, _as_kept(result.worksheets))


def _unlike(path: str, was: Any, now: Any) -> Iterator[str]:
    """Compare two values part by part; the first difference comes first."""
    if isinstance(was, dict) and isinstance(now, dict):
        for name in sorted({*was, *now}):
            yield from _unlike(f"{path}, {name}", was.get(name), now.get(name))
    elif isinstance(was, list) and isinstance(now, list):
        for place, (one, other) in enumerate(zip_longest(was, now), 1):
            yield from _unlike(f"{path} {place}", one, other)
    elif was != now:
        yield f"{path}: frozen is {_words(was)}; now it is {_words(now)}."


def _words(value: Any) -> str:
    return NOTHING if value is None else str(value)


def _as_kept(value: Any) -> Any:
    """A value as the database keeps it: plain JSON."""
    return json.loads(frozen.canonical(value))


def _ordered(facts: Facts) -> dict[str, Any]:
    """Facts with the municipalities' rows in the order in which a run freezes them."""
    found = dict(facts)
    if "municipalities" in found:
        found["municipalities"] = computed.rows_of(facts)
    return found


def _year(run: Run, facts: Facts) -> Result:
    return readings.again(run, facts)


def _allotted(run: Run, facts: Facts) -> Result:
    return allotments.result_of(run.fund_id, run.sfy, facts, run.prepared_on, run)


def _make_up(run: Run, facts: Facts) -> Result:
    return make_ups.result_of(Run.named(facts["cured_run"]), run.sfy, facts)


def _supplement(_run: Run, facts: Facts) -> Result:
    return supplements.followed(facts)


def _protection(_run: Run, facts: Facts) -> Result:
    policy = CorrectionPolicy.objects.get(pk=facts["policy"])
    return supplements.protected(Run.named(facts["protects"]), policy)


COMPUTED: Mapping[Run.Kind, Callable[[Run, Facts], Result]] = {
    Run.Kind.YEAR: _year,
    Run.Kind.ALLOTTED: _allotted,
    Run.Kind.MAKE_UP: _make_up,
    Run.Kind.SUPPLEMENT: _supplement,
    Run.Kind.PROTECTION: _protection,
}


def certified() -> QuerySet[Run]:
    """Return every run that was certified, in the order in which they were frozen."""
    return Run.objects.filter(certification__isnull=False).order_by("pk")
