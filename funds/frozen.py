"""The only home of freezing a run: its facts, figures, lines and worksheets, and their hashes."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from funds import ledger, run_receipts
from funds.models import HolderWorksheet, Run, RunLine
from funds.refusal import Refusal
from funds.rules.worksheet import Line
from municipalities.models import County, EnterpriseZone, FactSeries, Municipality, Officer

Facts = Mapping[str, Any]
FUND_LEVEL = ("AUTHORITY", "FUND", "GENERAL_FUND")  # holders that are no place


@dataclass(frozen=True)
class Result:
    """What a computation came to: its lines, the figures it used, each holder's worksheet."""

    lines: Sequence[Line]
    figures: Mapping[str, Any]
    worksheets: Mapping[str, Sequence[Mapping[str, str]]]


@dataclass(frozen=True)
class Label:
    """What a run is: of which fund and year, of which kind, in whose place and why."""

    fund: str
    sfy: int
    kind: Run.Kind
    reason: str = ""
    supersedes: Run | None = None
    cures_sfy: int | None = None
    demonstration: bool = False
    series: Sequence[FactSeries] = field(default_factory=tuple)


def canonical(value: object) -> str:
    """One spelling of a value for hashing: keys in order, no spaces, amounts as they stand."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), default=str)


def digest(value: object) -> str:
    """SHA-256 of the canonical spelling."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def freeze(label: Label, facts: Facts, result: Result, *, on: date, by: Officer) -> Run:
    """Write the run once and for good; refuse holders that are not on record."""
    ledger.hold(label.fund)
    keys = foreign_keys(row.holder for row in result.lines)
    run = _write(label, facts, result, on, by)
    run.series.set(label.series)
    RunLine.objects.bulk_create(
        RunLine(
            run=run,
            position=position,
            holder=row.holder,
            component=row.component,
            amount=row.value,
            cite=row.cite,
            **keys[row.holder],
        )
        for position, row in enumerate(result.lines, 1)
    )
    HolderWorksheet.objects.bulk_create(
        HolderWorksheet(run=run, holder=holder, lines=list(lines))
        for holder, lines in sorted(result.worksheets.items())
    )
    return run


def _write(label: Label, facts: Facts, result: Result, on: date, by: Officer) -> Run:
    stored = json.loads(canonical(facts))
    figures = json.loads(canonical(result.figures))
    return Run.objects.create(
        fund_id=label.fund,
        sfy=label.sfy,
        number=Run.objects.filter(fund_id=label.fund, sfy=label.sfy).count() + 1,
        kind=label.kind,
        cures_sfy=label.cures_sfy,
        supersedes=label.supersedes,
        reason=label.reason[:300],
        prepared_by=by,
        prepared_on=on,
        facts=stored,
        figures=figures,
        inputs_hash=inputs_hash(label.fund, label.sfy, label.kind, stored, figures),
        results_hash=results_hash(result.lines),
        law_hash=run_receipts.law_hash(),
        rules_hash=run_receipts.rules_hash(),
        demonstration=label.demonstration,
    )


def inputs_hash(fund: str, sfy: int, kind: str, facts: Facts, figures: Mapping[str, Any]) -> str:
    """SHA-256 of what a run is computed from."""
    return digest([fund, sfy, kind, facts, figures])


def results_hash(lines: Iterable[Line]) -> str:
    """SHA-256 of what a run came to, line by line in its order."""
    return digest([[each.holder, each.component, each.amount, each.cite] for each in lines])


def foreign_keys(holders: Iterable[str]) -> dict[str, dict[str, str]]:
    """Scope each holder's key; raises Refusal for the ones nobody is on record for."""
    wanted = sorted(set(holders))
    known: dict[str, dict[str, str]] = {holder: {} for holder in wanted if holder in FUND_LEVEL}
    for code in Municipality.objects.filter(code__in=wanted).values_list("code", flat=True):
        known[code] = {"municipality_id": code}
    for code in County.objects.values_list("code", flat=True):
        known[f"county:{code}"] = {"county_id": code}
    for code, name in EnterpriseZone.objects.values_list("code", "name"):
        known[f"zone:{name}"] = {"zone_id": code}
    unknown = [holder for holder in wanted if holder not in known]
    if unknown:
        raise Refusal(f"Not on record as a municipality, zone or county: {', '.join(unknown)}.")
    return known


def by_holder(lines: Iterable[Line]) -> dict[str, list[dict[str, str]]]:
    """Sort a worksheet's lines by whose they are."""
    sheets: dict[str, list[dict[str, str]]] = {}
    for line in lines:
        sheets.setdefault(line.holder, []).append(line.as_json())
    return sheets


def plain(amount: Decimal) -> str:
    """An amount as stored in facts: plain text, two places."""
    return f"{amount:.2f}"
