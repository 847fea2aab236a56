"""The only home of what the fund page draws: where each year's money is, and what steps down."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from funds.charts import Stack, Stage
from funds.models import Kind
from funds.queries.position import KindPosition
from funds.rules.fiscal_year import first_day, sfy_of
from funds.rules.parameters import law
from funds.views import highlands_tables as highlands

ZERO = Decimal(0)
YEARS = 10
ZONES = "zone-assistance"
Parts = tuple[tuple[str, tuple[Kind, ...]], ...]
OF_ZONES: Parts = (
    ("Paid", (Kind.PAID,)),
    ("Encumbered, released or in trust", (Kind.ENCUMBERED, Kind.PAYABLE, Kind.TRUST)),
    ("Not encumbered", (Kind.ZONE,)),
)
OF_TOWNS: Parts = (
    ("Paid", (Kind.PAID,)),
    ("Released, not paid", (Kind.PAYABLE,)),
    ("Certified, not released", (Kind.ENTITLED,)),
)


def flow(fund: str, kinds: Sequence[KindPosition], page: str) -> list[Stack]:
    """Return where each credit year's money is, the latest ten years, the latest first.

    `page` is the address of the fund's accounts; every bar leads to its year's.
    """
    parts = OF_ZONES if fund == ZONES else OF_TOWNS
    by_kind = {each.kind: each.by_sfy for each in kinds}
    wanted = {kind for _, of in parts for kind in of}
    years = {y for kind in wanted for y in by_kind.get(kind, {}) if y}
    found = [
        Stack(
            f"SFY{year}",
            [(name, _held(by_kind, of, year)) for name, of in parts],
            f"{page}?fund={fund}&sfy={year}",
        )
        for year in sorted(years, reverse=True)[:YEARS]
    ]
    return [each for each in found if each.total]


def _held(
    by_kind: dict[str, dict[int | None, Decimal]], of: tuple[Kind, ...], year: int
) -> Decimal:
    return sum((by_kind.get(kind, {}).get(year, ZERO) for kind in of), ZERO)


def stages(fund: str, on: date) -> list[Stage]:
    """Return the ten years in which a fund's share steps down; receipts have none."""
    if fund == highlands.FUND:
        return highlands.stages(on)
    return _of_zones(on) if fund == ZONES else []


def _of_zones(on: date) -> list[Stage]:
    """52:27H-88 a.(1)(a)-(f): what of the determined amount stays available, year by year."""
    first = law().first("zone_assistance.first_year", on)
    steps = law().row("zone_assistance.step_down", first_day(first))
    return [
        Stage(first + at, Decimal(str(share)), current=sfy_of(on) == first + at)
        for at, share in enumerate(steps)
    ]
