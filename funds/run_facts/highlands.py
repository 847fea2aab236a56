"""The only home of which facts a Highlands run reads (N.J.S.A. 54:1-85)."""

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
    days: dict[str, dict[str, date]] = {code: {} for code in codes}
    events = ConformanceEvent.objects.filter(
        municipality__in=codes, effective_on__lte=record.on
    ).order_by("effective_on")
    for event in events:
        if event.kind == ConformanceEvent.Kind.WITHDRAWN:
            days[event.municipality_id] = {}
        elif event.effective_on is not None:
            days[event.municipality_id].setdefault(event.kind, event.effective_on)
    return {
        code: bool(recorded[code])
        if code in recorded
        else _by_evidence(area[code], days[code], record)
        for code in codes
    }


def _by_evidence(in_area: bool | None, days: dict[str, date], record: Record) -> bool:
    evidence = Conformance(
        in_preservation_area=bool(in_area),
        regional_plan_on=REGIONAL_PLAN_ON,
        petition_on=days.get(ConformanceEvent.Kind.PETITION),
        master_plan_on=days.get(ConformanceEvent.Kind.MASTER_PLAN),
        regulations_on=days.get(ConformanceEvent.Kind.REGULATIONS),
    )
    return is_qualified(evidence, record.on)
