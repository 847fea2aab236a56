"""The only home of the forecast of what lapses, as its pages and notices show it."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from django.db.models import Sum

from funds.models import Account, Encumbrance, Kind, Project
from funds.queries import projects
from funds.rules import lapse_forecast
from funds.rules.lapse_forecast import Lapse, Unused
from funds.splits import FUND
from municipalities.models import EnterpriseZone

ZERO = Decimal(0)
CLOCKS = (Kind.ZONE, Kind.ENCUMBERED, Kind.TRUST)


@dataclass(frozen=True)
class Named:
    """A lapse with the encumbrance it is of, None where nothing is encumbered."""

    lapse: Lapse
    encumbrance: Encumbrance | None


def of_zone(zone: EnterpriseZone, on: date) -> list[Named]:
    """Return what lapses of a zone's money, the first to lapse on top; six statements."""
    held = Account.objects.filter(fund=FUND, zone=zone, kind__in=CLOCKS, balance__gt=0)
    rows = list(held.select_related("encumbrance__project", "encumbrance__zone"))
    bound = {row.encumbrance.number: row.encumbrance for row in rows if row.encumbrance}
    ready, waiting = pipeline(zone)
    found = lapse_forecast.forecast(_unused(rows), on, ready, waiting)
    return [Named(each, bound.get(each.of.name)) for each in found]


def _unused(rows: Iterable[Account]) -> list[Unused]:
    return [
        Unused(
            row.balance,
            row.sfy or 0,
            row.encumbrance.sfy if row.encumbrance else None,
            row.kind == Kind.TRUST,
            row.encumbrance.number if row.encumbrance else "",
        )
        for row in rows
    ]


def pipeline(zone: EnterpriseZone) -> tuple[Decimal, Decimal]:
    """Return what approved projects may still encumber, and what proposals that wait ask for."""
    rows = list(Project.objects.filter(zone=zone, rejected_on=None))
    money = projects.money(rows)
    ready = sum((max(money[p.pk].left, ZERO) for p in rows if p.approved_on), ZERO)
    waiting = sum((money[p.pk].budget for p in rows if not p.approved_on), ZERO)
    return ready, waiting


@dataclass
class ZoneLapses:
    """What lapses of a zone's money by last usable day: not encumbered and not spent, dollars."""

    zone: EnterpriseZone
    free: dict[date, Decimal] = field(default_factory=lambda: defaultdict(Decimal))
    bound: dict[date, Decimal] = field(default_factory=lambda: defaultdict(Decimal))

    def on(self, day: date) -> Decimal:
        """What lapses that night, by both clocks."""
        return self.free.get(day, ZERO) + self.bound.get(day, ZERO)

    def within(self, first: date, last: date) -> Decimal:
        """What lapses from one day through another."""
        days = {*self.free, *self.bound}
        return sum((self.on(day) for day in days if first <= day <= last), ZERO)

    def total(self) -> Decimal:
        """All that a clock runs on."""
        return sum((*self.free.values(), *self.bound.values()), ZERO)


def of_state() -> list[ZoneLapses]:
    """Return every zone with money that a clock runs on, by name; two statements."""
    rows = (
        Account.objects.filter(fund=FUND, kind__in=CLOCKS, balance__gt=0)
        .order_by()
        .values_list("zone", "sfy", "encumbrance__sfy")
        .annotate(total=Sum("balance"))
    )
    zones = {zone.pk: ZoneLapses(zone) for zone in EnterpriseZone.objects.all()}
    for code, vintage, encumbered_in, total in rows:
        last = lapse_forecast.last_usable_on(Unused(total, vintage, encumbered_in))
        column = zones[code].free if encumbered_in is None else zones[code].bound
        column[last] += total
    found = [each for each in zones.values() if each.total()]
    return sorted(found, key=lambda each: each.zone.name)
