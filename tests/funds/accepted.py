"""Accepted figures and the runs that read them, for tests."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from funds import allocation
from funds.models import Run
from municipalities import facts
from municipalities.models import FactSeries, SourceDocument
from tests.offices import officer

ON = date(2026, 9, 1)


def document(standing: str = "published") -> SourceDocument:
    found, _ = SourceDocument.objects.get_or_create(
        title=f"A {standing} table",
        received_on=date(1998, 1, 1),
        defaults={"publisher": "Treasury", "standing": standing},
    )
    return found


def accept(
    kind: str,
    period: str,
    values: Mapping[str | None, str],
    *,
    on: date = ON,
    made_up: bool = False,
) -> FactSeries:
    """Load a series and have another person accept it."""
    paper = document("demonstration" if made_up else "published")
    given = {code: Decimal(value) for code, value in values.items()}
    series = facts.load(kind, period, given, document=paper, on=on, by=officer("treasury-analyst"))
    return facts.accept(series, on=on, by=officer("dca-analyst"))


def run(fund: str, sfy: int, on: date = ON) -> Run:
    return allocation.run(fund, sfy, on=on, by=officer("treasury-analyst"))


def certified(made: Run, on: date = ON) -> Run:
    allocation.certify(made, on=on, by=officer("treasury-certifier"))
    return made


def amounts(made: Run, component: str) -> dict[str, Decimal]:
    return {line.holder: line.amount for line in made.lines.filter(component=component)}
