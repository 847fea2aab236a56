"""The only home of the demonstration's figures for zone assistance: amounts and factors."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from funds.rules.money import apportion
from funds.rules.zone_assistance import ZoneMunicipality, formula_shares
from municipalities.models import EnterpriseZone, ZoneMembership
from payments.demo.figures import made_up, near, record, rows
from payments.demo.people import People

FIRST = 2022
PUBLISHED_AMOUNT = Decimal(42_500_000)  # P.L.2021, c.197, for SFY2022
PUBLISHED_AUTHORITY = Decimal(2_500_000)  # 52:27H-88 a.(3)
FORMULA_FROM = 2023  # the first year of the schedule, by whose weights SFY2022 is shared too

# Determined and appropriated dollars by SFY. The $82.5 million appropriated for SFY2024 is
# published and stands in the reference data; SFY2025 is told as a short year.
DETERMINED = {2023: 60_800_000, 2024: 82_500_000, 2025: 84_000_000, 2026: 90_000_000,
              2027: 88_000_000}  # fmt: skip
APPROPRIATED = {2023: 60_800_000, 2025: 80_000_000, 2026: 90_000_000, 2027: 88_000_000}
SHORT = 2025
MADE_UP_IN = 2026
EDITIONS = {2022: 2020, 2025: 2023}  # the distress score's editions, by the SFY that first reads it

Towns = Mapping[str, Mapping[str, Decimal]]


def appropriated(sfy: int) -> Decimal:
    """Return the dollars appropriated for a year."""
    published = {FIRST: PUBLISHED_AMOUNT, 2024: Decimal(82_500_000)}
    return published[sfy] if sfy in published else Decimal(APPROPRIATED[sfy])


def record_year(sfy: int, people: People) -> None:
    """Record what a year's run reads and no publication has."""
    on = date(2021, 8, 25) if sfy == FIRST else date(sfy - 1, 6, 24)
    period = f"SFY{sfy}"
    for kind, amounts in (("determined_amount", DETERMINED), ("appropriated_amount", APPROPRIATED)):
        if sfy in amounts:
            paper = made_up(f"amounts of zone assistance, {period}", on)
            value: dict[str | None, Decimal] = {None: Decimal(amounts[sfy])}
            record(kind, period, value, document=paper, people=people)
    towns = factors(sfy)
    for kind, year in _periods(sfy).items():
        paper = made_up(f"the zones' {kind.replace('_', ' ')}, {year}", on)
        values: dict[str | None, Decimal] = {code: each[kind] for code, each in towns.items()}
        record(kind, str(year), values, document=paper, people=people)


def _periods(sfy: int) -> dict[str, int]:
    """The year that each factor is of; the distress score has editions, not years."""
    periods = {"parcels": sfy - 1, "unemployed": sfy - 2, "taxable_sales": sfy - 2}
    if sfy in EDITIONS:
        periods["distress_score"] = EDITIONS[sfy]
    return periods


def factors(sfy: int) -> Towns:
    """Return every zone municipality's four factors for a year."""
    edition = EDITIONS[max(year for year in EDITIONS if year <= sfy)]
    return {
        row["code"]: {
            "parcels": near(int(row["parcels"]), "parcels", row["code"], sfy),
            "distress_score": near(int(row["distress"]) * 10, "score", row["code"], edition) / 10,
            "unemployed": near(int(row["unemployed"]), "unemployed", row["code"], sfy),
            "taxable_sales": near(int(row["sales"]) * 1000, "sales", row["code"], sfy),
        }
        for row in rows("zone_towns")
    }


def first_amounts() -> dict[str, Decimal]:
    """Share SFY2022's published amount, for which no formula is in force, by the later one."""
    zone_of = dict(
        ZoneMembership.objects.filter(zone__made_up=False, until_on=None).values_list(
            "municipality", "zone__name"
        )
    )
    towns = [
        ZoneMunicipality(code, zone_of[code], True, **values)
        for code, values in factors(FIRST).items()
    ]
    weights: dict[str, int] = {}
    for code, share in formula_shares(towns, FORMULA_FROM).items():
        weights[zone_of[code]] = weights.get(zone_of[code], 0) + share
    amounts = apportion(PUBLISHED_AMOUNT - PUBLISHED_AUTHORITY, weights)
    found = {zone.holder: amounts[zone.name] for zone in _zones()}
    return {"AUTHORITY": PUBLISHED_AUTHORITY, **found}


def _zones() -> list[EnterpriseZone]:
    return list(EnterpriseZone.objects.filter(made_up=False))
