"""The only home of which facts a Highlands run reads (N.J.S.A. 54:1-85)."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Any

from funds.rules.highlands_year import Conformance, is_qualified
from funds.run_facts.record import Record, Rows
from municipalities.models import ConformanceEvent, Municipality

REPORTED = (
    "base_assessed",
    "base_ratio",
    "current_assessed",
    "current_ratio",
    "local_tax_total",
    "net_valuation",
)
OF_THE_YEAR = ("watershed_deduction", "adjustment")
REGIONAL_PLAN_ON = date(2008, 9, 8)  # the Highlands regional master plan takes effect


def read(sfy: int, record: Record) -> tuple[dict[str, Any], Rows]:
    """Read the year's available sum, and every reporting municipality's values and ratios."""
    available = record.figure("available_amount", f"SFY{sfy}")
    figures = {} if available is None else {"available_amount": available}
    reported = {name: record.latest(name) for name in REPORTED}
    changes = {name: record.of_period(name, f"SFY{sfy}") for name in OF_THE_YEAR}
    codes = [code for code in reported["base_assessed"] if code is not None]
    qualified = _qualified(sfy, codes, record)
    return figures, [
        {
            "municode": code,
            "qualified": qualified[code],
            **{name: values.get(code) for name, values in reported.items()},
            **{name: values.get(code, Decimal(0)) for name, values in changes.items()},
        }
        for code in codes
    ]


def _qualified(sfy: int, codes: list[str], record: Record) -> dict[str, bool]:
    """As recorded for the year, or else by location and the dated evidence of conformance."""
    recorded = record.of_period("qualified", f"SFY{sfy}")
    area = dict(
        Municipality.objects.filter(code__in=codes).values_list("code", "preservation_area")
    )
    found: dict[str, list[ConformanceEvent]] = {code: [] for code in codes}
    for event in ConformanceEvent.objects.filter(municipality__in=codes):
        found[event.municipality_id].append(event)
    return {
        code: bool(recorded[code])
        if code in recorded
        else is_qualified(evidence_of(area[code], found[code], record.on), record.on)
        for code in codes
    }


def evidence_of(in_area: bool | None, events: Iterable[ConformanceEvent], on: date) -> Conformance:
    """Return what the dated events up to a day say; a withdrawal takes what was before it away."""
    days: dict[str, date] = {}
    dated = [(each.effective_on, each) for each in events if each.effective_on is not None]
    for day, event in sorted(dated, key=lambda pair: (pair[0], pair[1].pk)):
        if day > on:
            break
        if event.kind == ConformanceEvent.Kind.WITHDRAWN:
            days = {}
        else:
            days.setdefault(event.kind, day)
    return Conformance(
        in_preservation_area=bool(in_area),
        regional_plan_on=REGIONAL_PLAN_ON,
        petition_on=days.get(ConformanceEvent.Kind.PETITION),
        master_plan_on=days.get(ConformanceEvent.Kind.MASTER_PLAN),
        regulations_on=days.get(ConformanceEvent.Kind.REGULATIONS),
    )
