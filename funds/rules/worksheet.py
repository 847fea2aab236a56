"""The only home of the worksheet: the lines by which an amount explains itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal

USD = "USD"
PERCENT = "%"
FUND = "FUND"


@dataclass(frozen=True)
class Line:
    """One step: the clause it follows, what it is in words, its value, and whose it is.

    `component` is the name under which the calculator prints the line; a working step has none.
    """

    cite: str
    label: str
    value: Decimal
    unit: str = USD
    holder: str = FUND
    component: str = ""

    @property
    def amount(self) -> str:
        """The value as plain text, every decimal kept, never an exponent."""
        return f"{self.value:f}"

    def as_json(self) -> dict[str, str]:
        """Strings only, so that no reader can make a float of an amount."""
        return {
            "cite": self.cite,
            "label": self.label,
            "value": self.amount,
            "unit": self.unit,
            "holder": self.holder,
            "component": self.component,
        }


@dataclass
class Worksheet:
    """The lines of one calculation, in the order in which the law takes its steps."""

    lines: list[Line] = field(default_factory=list)

    def line(
        self,
        cite: str,
        label: str,
        value: Decimal,
        unit: str = USD,
        holder: str = FUND,
        component: str = "",
    ) -> Decimal:
        """Write a step down and hand its value back, so that it is used as it was shown."""
        self.lines.append(Line(cite, label, value, unit, holder, component))
        return value

    def of(self, holder: str) -> list[Line]:
        """The lines of one holder."""
        return [line for line in self.lines if line.holder == holder]

    def components(self) -> Iterator[Line]:
        """The lines that are results rather than working steps."""
        return (line for line in self.lines if line.component)

    def as_json(self) -> list[dict[str, str]]:
        """What an act stores beside its postings."""
        return [line.as_json() for line in self.lines]

    @classmethod
    def from_json(cls, stored: Iterable[dict[str, str]]) -> Worksheet:
        """The worksheet again, as it was when it was stored."""
        return cls([Line(**{**row, "value": Decimal(row["value"])}) for row in stored])  # type: ignore[arg-type]
