"""The only home of a run as its pages show it: amounts per holder, beside the year before."""

from collections import defaultdict
from dataclasses import dataclass, field
from decimal import Decimal

from django.db.models import Case, When

from funds import counties
from funds.models import Run, RunLine
from municipalities.models import County

# The component that is a holder's amount of the year, and the ones shown beside it.
MAIN = {"zone-assistance": "allocation", "energy-receipts": "total", "highlands": "payable"}
BESIDE = {
    "zone-assistance": (),
    "energy-receipts": ("base", "regular", "difference", "remainder"),
    "highlands": ("valuation_base", "entitlement", "prorated"),
}
WORDS = {
    "base": "Paragraph (2)",
    "regular": "Regular",
    "difference": "Paragraph (3)",
    "remainder": "Paragraph (4)",
    "valuation_base": "Valuation base",
    "entitlement": "Entitlement",
    "prorated": "Pro rata",
    "allocation": "Credit",
    "total": "Certified",
    "payable": "Payable",
}


@dataclass
class HolderAmounts:
    """What one holder gets in a run, in dollars by component, and the year before."""

    holder: str
    name: str
    main: Decimal
    parts: dict[str, Decimal] = field(default_factory=dict)
    before: Decimal | None = None
    county: str = ""  # its code

    @property
    def change(self) -> Decimal | None:
        """The year's amount less the one before."""
        return None if self.before is None else self.main - self.before

    @property
    def percent(self) -> Decimal | None:
        """The change in percent of the year before, to one place."""
        if not self.before or self.change is None:
            return None
        return (self.change * 100 / self.before).quantize(Decimal("0.1"))


def amounts(run: Run) -> dict[str, Decimal]:
    """Return the run's main amount per holder; one statement."""
    lines = RunLine.objects.filter(run=run, component=MAIN[run.fund_id])
    return {line.holder: Decimal(line.amount) for line in lines}


def year_before(run: Run) -> Run | None:
    """Return the certified, not superseded run of the fund's year before, if there is one.

    A year's computed run comes before amounts that were given to one holder beside it.
    """
    computed = Case(When(kind=Run.Kind.YEAR, then=1), default=0)
    return (
        Run.objects.filter(
            fund=run.fund_id,
            sfy=run.sfy - 1,
            certification__isnull=False,
            superseded_by__isnull=True,
        )
        .exclude(kind__in=Run.Kind.beside())
        .order_by(computed.desc(), "-number")
        .first()
    )


def holders(run: Run) -> list[HolderAmounts]:
    """Return each holder's amounts in name order, beside the year before; three statements."""
    shown = (MAIN[run.fund_id], *BESIDE[run.fund_id])
    lines = RunLine.objects.filter(run=run, component__in=shown).select_related(
        "municipality", "zone"
    )
    parts: dict[str, dict[str, Decimal]] = defaultdict(dict)
    names: dict[str, str] = {}
    county: dict[str, str] = {}
    for line in lines:
        parts[line.holder][line.component] = Decimal(line.amount)
        names[line.holder], county[line.holder] = _name(line), _county(line)
    before_run = year_before(run)
    before = amounts(before_run) if before_run else {}
    found = [
        HolderAmounts(
            holder,
            names[holder],
            each.pop(MAIN[run.fund_id], Decimal(0)),
            each,
            before.get(holder, Decimal(0)) if before_run else None,
            county[holder],
        )
        for holder, each in parts.items()
    ]
    return sorted(found, key=lambda h: (h.name, h.holder))


def _name(line: RunLine) -> str:
    if line.zone is not None:
        return line.zone.name
    return f"{line.municipality.name}" if line.municipality is not None else line.holder


def _county(line: RunLine) -> str:
    if line.zone is not None:
        return line.zone.code[:2]
    return line.municipality.county_id if line.municipality else line.county_id or ""


def by_county(found: list[HolderAmounts]) -> dict[str, Decimal]:
    """Return the amounts by county name; one statement."""
    names = dict(County.objects.values_list("code", "name"))
    sums: dict[str, Decimal] = defaultdict(Decimal)
    for each in found:
        if each.main:
            sums[names.get(each.county, each.county)] += each.main
    return dict(sums)


def on_map(amounts: dict[str, Decimal]) -> dict[str, Decimal]:
    """Keep the counties that a map of New Jersey has: a made-up one has no place on it."""
    known = {shape.name for shape in counties.shapes()}
    return {name: amount for name, amount in amounts.items() if name in known}


def fund_lines(run: Run) -> list[RunLine]:
    """Return the lines that are nobody's share: to the General Fund, the Authority, owed."""
    return list(
        run.lines.filter(holder__in=("GENERAL_FUND", "AUTHORITY", "FUND")).order_by("position")
    )
