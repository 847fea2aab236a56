"""The only home of a zone account as its page shows it: by credit year, from the entries."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from django.db.models import Sum

from funds.models import Account, Encumbrance, Kind, RunLine
from funds.queries.postings import touching
from funds.rules.fiscal_year import last_day_unencumbered
from funds.splits import FUND
from municipalities.models import EnterpriseZone

ZERO = Decimal(0)
OWN = (Kind.ZONE, Kind.ENCUMBERED, Kind.TRUST)

# Which column of the page a move between two kinds of account changes, and its sign.
COLUMNS: dict[tuple[str, str], tuple[tuple[str, int], ...]] = {
    (Kind.POOL, Kind.ZONE): (("credited", 1), ("unencumbered", 1)),
    (Kind.ZONE, Kind.POOL): (("credited", -1), ("unencumbered", -1)),
    (Kind.ZONE, Kind.ENCUMBERED): (("unencumbered", -1), ("encumbered", 1)),
    (Kind.ENCUMBERED, Kind.ZONE): (("unencumbered", 1), ("encumbered", -1)),
    (Kind.ENCUMBERED, Kind.PAYABLE): (("encumbered", -1), ("spent", 1)),
    (Kind.PAYABLE, Kind.ENCUMBERED): (("encumbered", 1), ("spent", -1)),
    (Kind.PAID, Kind.ENCUMBERED): (("encumbered", 1), ("spent", -1)),
    (Kind.PAYABLE, Kind.TRUST): (("spent", -1), ("in_trust", 1)),
    (Kind.PAID, Kind.TRUST): (("spent", -1), ("in_trust", 1)),
    (Kind.TRUST, Kind.PAYABLE): (("spent", 1), ("in_trust", -1)),
    (Kind.TRUST, Kind.PAID): (("spent", 1), ("in_trust", -1)),
    (Kind.TRUST, Kind.ENCUMBERED): (("in_trust", -1), ("encumbered", 1)),
    (Kind.ENCUMBERED, Kind.TRUST): (("in_trust", 1), ("encumbered", -1)),
    (Kind.ZONE, Kind.AUTHORITY): (("unencumbered", -1), ("lapsed", 1)),
    (Kind.ENCUMBERED, Kind.AUTHORITY): (("encumbered", -1), ("lapsed", 1)),
    (Kind.TRUST, Kind.AUTHORITY): (("in_trust", -1), ("lapsed", 1)),
    (Kind.ZONE, Kind.RECOVERED): (("unencumbered", -1), ("forfeited", 1)),
    (Kind.RECOVERED, Kind.ZONE): (("unencumbered", 1), ("forfeited", -1)),
}
# What is taken for a receivable goes the way of a credit that is reduced, and leaves the credit.
RECOVERY = (("unencumbered", -1), ("recovered", 1))


@dataclass
class Vintage:
    """One credit year, in dollars.

    Credited = spent + encumbered + in trust + unencumbered + lapsed + forfeited + recovered.
    Through `last_usable_on` it may be encumbered (52:27H-88 h.).
    """

    sfy: int
    last_usable_on: date
    credited: Decimal = ZERO
    spent: Decimal = ZERO
    encumbered: Decimal = ZERO
    in_trust: Decimal = ZERO
    unencumbered: Decimal = ZERO
    lapsed: Decimal = ZERO
    forfeited: Decimal = ZERO
    recovered: Decimal = ZERO


@dataclass
class OpenEncumbrance:
    """An encumbrance with what is left of it, in dollars, by credit year."""

    encumbrance: Encumbrance
    left: Decimal = ZERO
    by_sfy: dict[int, Decimal] = field(default_factory=dict)


def vintages(zone: EnterpriseZone, until: date | None = None) -> list[Vintage]:
    """Return the zone's credit years, oldest first; one statement."""
    entries = touching(Account.objects.filter(zone=zone, kind__in=OWN))
    if until is not None:
        entries = entries.filter(effective_on__lte=until)
    rows = entries.values_list(
        "posting__act", "debit__kind", "credit__kind", "debit__sfy", "credit__sfy"
    ).annotate(total=Sum("amount"))
    return _fold(rows)


def _fold(rows: Iterable[tuple[str, str, str, int | None, int | None, Decimal]]) -> list[Vintage]:
    found: dict[int, Vintage] = {}
    for act, debit, credit, debit_sfy, credit_sfy, total in rows:
        sfy = credit_sfy or debit_sfy or 0
        year = found.setdefault(sfy, Vintage(sfy, last_day_unencumbered(sfy)))
        columns = RECOVERY if act == "recover" else COLUMNS.get((debit, credit), ())
        for column, sign in columns:
            setattr(year, column, getattr(year, column) + sign * total)
    for year in found.values():
        if year.forfeited < 0:  # given back on appeal into a later year: it is that year's credit
            year.credited, year.forfeited = year.credited - year.forfeited, ZERO
    return sorted(found.values(), key=lambda v: v.sfy)


@dataclass(frozen=True)
class Explained:
    """What explains a zone's credit years: the run that credited each, and its account."""

    runs: dict[int, int]
    accounts: dict[int, int]


def explained(zone: EnterpriseZone) -> Explained:
    """Return the keys of the runs and accounts behind the credit years; two statements."""
    credited = RunLine.objects.filter(
        zone=zone,
        component="allocation",
        run__certification__credit__isnull=False,
        run__superseded_by=None,
    )
    found = Account.objects.filter(zone=zone, kind=Kind.ZONE, sfy__isnull=False)
    return Explained(
        dict(credited.order_by("run__number").values_list("run__sfy", "run")),
        {sfy: pk for sfy, pk in found.values_list("sfy", "pk") if sfy is not None},
    )


def held() -> dict[tuple[str, str], Decimal]:
    """Return what every zone has credited and what it has encumbered, by zone and kind."""
    kinds = (Kind.ZONE, Kind.ENCUMBERED)
    rows = Account.objects.filter(fund=FUND, kind__in=kinds).values_list("zone", "kind")
    return {(zone, kind): sum_ for zone, kind, sum_ in rows.annotate(Sum("balance"))}


def total(years: Iterable[Vintage], column: str) -> Decimal:
    """Sum one column over the credit years."""
    return sum((getattr(year, column) for year in years), ZERO)


def open_encumbrances(zone: EnterpriseZone) -> list[OpenEncumbrance]:
    """Return the encumbrances with money left, the first to lapse on top; one statement."""
    held = Account.objects.filter(encumbrance__zone=zone, balance__gt=0, sfy__isnull=False)
    rows = held.select_related("encumbrance__project", "encumbrance__zone").order_by(
        "encumbrance__last_usable_on", "encumbrance__number", "sfy"
    )
    found: dict[int, OpenEncumbrance] = {}
    for account in rows:
        bound = account.encumbrance
        if bound is not None and account.sfy is not None:
            each = found.setdefault(bound.pk, OpenEncumbrance(bound))
            each.left += account.balance
            each.by_sfy[account.sfy] = each.by_sfy.get(account.sfy, ZERO) + account.balance
    return list(found.values())
