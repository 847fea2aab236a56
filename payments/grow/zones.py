"""The only home of grown years of zones: credits, projects, encumbrances, vouchers, warrants."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from django.db import transaction

from funds import accounts, allocation, ledger
from funds.models import Category, Encumbrance, Kind, Project, ProjectBudget
from funds.rules.fiscal_year import last_day_encumbered
from municipalities.models import EnterpriseZone, Officer
from payments.grow import many, seats, vouchers

FUND = "zone-assistance"
FIRST = 2022  # the first year of the present method
PART = Decimal("25000.00")  # of each vintage, in each encumbrance
HELD = Decimal("2500000.00")  # credited to a zone a year

_ENCUMBERED = """
    SELECT 'encumbrance/' || n.zone_id || '/' || n.municipality_id || '/' || n.number,
        row_number() OVER (PARTITION BY n.id ORDER BY e.sfy), z.id, e.id, %s, n.encumbered_on,
        n.encumbered_by_id, n.number || ' ' || n.purpose
    FROM funds_encumbrance n
    JOIN funds_account e ON e.encumbrance_id = n.id AND e.kind = 'ENCUMBERED'
    JOIN funds_account z ON (z.fund_id, z.kind, z.holder, z.sfy)
        = (e.fund_id, 'ZONE', e.holder, e.sfy)
    WHERE n.project_id = %s"""
_POINTED = """
    UPDATE funds_encumbrance n SET posting_id = p.id FROM funds_posting p
    WHERE n.project_id = %s
        AND p.key = 'encumbrance/' || n.zone_id || '/' || n.municipality_id || '/' || n.number"""


@dataclass(frozen=True)
class ZoneYear:
    """A zone's year of encumbering: who acts, from which vintages, until which day."""

    zone: EnterpriseZone
    sfy: int
    vintages: list[int]
    coordinator: Officer
    cfo: Officer
    until: date
    is_last: bool

    @property
    def begins(self) -> date:
        """The day on which its projects are approved and its money is bound."""
        return date(self.sfy - 1, 8, 15)


def grow(sfys: range, most: int, encumbrances: int, each: int, on: date) -> Iterator[str]:
    """Grow the years, zone by zone: so many encumbrances, of so many vouchers each."""
    ledger.open_books(FUND, sfys[0])
    zones = sorted(EnterpriseZone.objects.filter(made_up=False), key=_order)[:most]
    for sfy in sfys:
        with transaction.atomic():
            _credited(sfy, zones)
        vintages = [year for year in sfys if sfy - 2 <= year <= sfy]
        for zone in zones:
            with transaction.atomic():
                year = _zone_year(zone, sfy, vintages, on, is_last=sfy == sfys[-1])
                _zone(year, encumbrances, each)
            many.tidy()
        yield f"zones, SFY{sfy}: {len(zones) * encumbrances * each:,} vouchers"


def _order(zone: EnterpriseZone) -> tuple[bool, str]:
    return zone.pk != seats.ALWAYS, zone.pk


def _zone_year(
    zone: EnterpriseZone, sfy: int, vintages: list[int], on: date, *, is_last: bool
) -> ZoneYear:
    coordinator, cfo = seats.local("preparer", zone), seats.local("cfo", zone)
    until = min(on - timedelta(days=20), date(sfy, 5, 31))
    return ZoneYear(zone, sfy, vintages, coordinator, cfo, until, is_last)


def _credited(sfy: int, zones: list[EnterpriseZone]) -> None:
    """Deposit, allot, certify and credit a year through the acts."""
    on = date(sfy - 1, 7, 20)
    amounts = {zone.holder: HELD + 1_000 * place for place, zone in enumerate(zones)}
    amounts["AUTHORITY"] = Decimal("2500000.00")
    analyst, certifier = seats.state("treasury-analyst"), seats.state("treasury-certifier")
    allocation.deposit(
        FUND,
        "appropriation",
        sum(amounts.values(), Decimal(0)),
        on=on,
        by=analyst,
        document=f"Appropriations act of SFY{sfy}",
        key=f"grown/{FUND}/{sfy}",
    )
    run = allocation.allot(FUND, sfy, amounts, on=on, by=analyst, demonstration=True)
    made = allocation.certify(run, on=on, by=certifier, statement="Grown.")
    allocation.credit(made, on=on, by=certifier)


def _zone(year: ZoneYear, encumbrances: int, each: int) -> None:
    project = _project(year, encumbrances)
    made = Encumbrance.objects.bulk_create(_encumbrances(year, project, encumbrances))
    keys = [bound.pk for bound in made]
    many.open_encumbered(year.zone.holder, year.zone.pk, year.vintages, keys)
    for vintage in year.vintages:
        for kind in (Kind.PAYABLE, Kind.PAID):
            accounts.find_many(FUND, kind, [year.zone.code], vintage)
    many.post(FUND, "encumber", "52:27H-88 h.", _ENCUMBERED, [PART, project.pk])
    many.run(_POINTED, [project.pk])
    vouchers.write(project.pk, each, PART, year.cfo, year.coordinator, year.until)
    number, pays_on = f"ZA-G-{year.zone.code}-{year.sfy}", year.until + timedelta(days=10)
    vouchers.pay(project.pk, number, pays_on, unpaid=vouchers.UNPAID if year.is_last else 0)


def _project(year: ZoneYear, encumbrances: int) -> Project:
    adopted = datetime(year.sfy - 1, 6, 1, 23, 0, tzinfo=UTC)
    project = Project.objects.create(
        zone=year.zone,
        municipality_id=year.zone.code,
        number=f"P-{year.zone.code}-{year.sfy}-G",
        title=f"Grown work of SFY{year.sfy}",
        category=Category.GENERAL,
        hearing_closed_at=adopted,
        adopted_at=adopted,
        resolution=f"Joint resolution {year.sfy}-1",
        proposed_by=year.coordinator,
        proposed_on=year.begins,
        determined_by=seats.state("authority"),
        approved_on=year.begins,
    )
    ProjectBudget.objects.bulk_create(
        ProjectBudget(project=project, sfy=sfy, amount=PART * encumbrances) for sfy in year.vintages
    )
    return project


def _encumbrances(year: ZoneYear, project: Project, count: int) -> list[Encumbrance]:
    return [
        Encumbrance(
            project=project,
            zone=year.zone,
            municipality=project.municipality,
            number=f"E-{year.zone.code}-{year.sfy}-{number:03d}",
            category=project.category,
            purpose=f"Grown contract {number}",
            amount=PART * len(year.vintages),
            encumbered_on=year.begins,
            sfy=year.sfy,
            last_usable_on=last_day_encumbered(year.sfy),
            encumbered_by=year.coordinator,
        )
        for number in range(1, count + 1)
    ]
