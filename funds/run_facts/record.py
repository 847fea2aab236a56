"""The only reader of accepted figures for a run; it remembers every version it read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from funds.rules.parameters import Figures, law
from municipalities import facts
from municipalities.models import FactSeries, SourceDocument

Values = Mapping[str | None, Decimal]
Rows = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Gathered:
    """Facts in the calculator's shape, the versions they are from, and whether any is made up."""

    facts: Mapping[str, Any]
    series: tuple[FactSeries, ...]
    demonstration: bool


@dataclass
class Record:
    """What is accepted on a day, and which versions of it were read."""

    on: date
    law: Figures = field(default_factory=law)
    read: dict[int, FactSeries] = field(default_factory=dict)

    def latest(self, kind: str) -> Values:
        """The most recent data made available: a value by municode."""
        return self._values(facts.latest(kind, on=self.on))

    def of_period(self, kind: str, period: str) -> Values:
        """The data of one period."""
        return self._values(facts.in_force(kind, period, on=self.on))

    def figure(self, kind: str, period: str) -> Decimal | None:
        """One figure of the State for a period; None when none is on record."""
        return self.of_period(kind, period).get(None)

    def _values(self, series: FactSeries | None) -> Values:
        if series is None:
            return {}
        self.read[series.pk] = series
        return facts.values(series)

    def gathered(self, figures: Mapping[str, Any], rows: Rows) -> Gathered:
        """Hand over what was read."""
        series = tuple(self.read.values())
        made_up = SourceDocument.Standing.DEMONSTRATION
        return Gathered(
            {"figures": dict(figures), "municipalities": [dict(row) for row in rows]},
            series,
            any(each.document.standing == made_up for each in series),
        )
