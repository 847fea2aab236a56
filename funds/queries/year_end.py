"""The only home of a closing as its page shows it: what becomes of balances, and what lapses."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import Count, Max, Q, QuerySet, Sum

from funds.models import Account, Closing, Disposition, Kind
from funds.queries.holders import along
from funds.rules.fiscal_year import last_day, last_day_unencumbered
from municipalities.models import EnterpriseZone, Notice, Paper

ZERO = Decimal(0)
NAMED = ("account", "account__encumbrance", *along("account"))


@dataclass(frozen=True)
class Group:
    """Balances of one kind, credit year and year of encumbrance, in dollars."""

    kind: str
    count: int
    balance: Decimal
    carried: Decimal
    lapsed: Decimal
    stays: Decimal
    clause: str
    last_usable_on: date | None
    key: str  # of the kind, for addresses
    vintage: int | None
    encumbered: int | None


@dataclass(frozen=True)
class Lapsing:
    """What a holder loses: not encumbered (h.) and not expended (i.), in dollars."""

    holder: str
    name: str
    unencumbered: Decimal
    unexpended: Decimal

    @property
    def total(self) -> Decimal:
        """Both together."""
        return self.unencumbered + self.unexpended


def groups(closing: Closing) -> list[Group]:
    """Return the dispositions by kind, both years and clause; one statement."""
    what = Disposition.What
    rows = (
        closing.dispositions.values(
            "account__kind", "account__sfy", "account__encumbrance__sfy", "clause"
        )
        .annotate(
            count=Count("pk"),
            balance=Sum("amount"),
            carried=Sum("amount", filter=Q(what=what.CARRIED)),
            lapsed=Sum("amount", filter=Q(what=what.LAPSED)),
            stays=Sum("amount", filter=Q(what=what.STAYS)),
            until=Max("last_usable_on"),
        )
        .order_by()
    )
    found = [
        Group(
            Kind(row["account__kind"]).label,
            row["count"],
            row["balance"],
            row["carried"] or ZERO,
            row["lapsed"] or ZERO,
            row["stays"] or ZERO,
            row["clause"],
            row["until"],
            row["account__kind"],
            row["account__sfy"],
            row["account__encumbrance__sfy"],
        )
        for row in rows
    ]
    return sorted(found, key=_latest_first)


def _latest_first(g: Group) -> tuple[int, int, int]:
    return Kind.values.index(g.key), -(g.encumbered or g.vintage or 0), -(g.vintage or 0)


def lapsing(closing: Closing) -> list[Lapsing]:
    """Return what lapses by holder, the most first; one statement."""
    rows = (
        closing.dispositions.filter(what=Disposition.What.LAPSED)
        .values("account__holder", "account__zone__name", "account__municipality__name")
        .annotate(
            free=Sum("amount", filter=Q(account__kind=Kind.ZONE)),
            bound=Sum("amount", filter=~Q(account__kind=Kind.ZONE)),
        )
        .order_by()
    )
    found = [
        Lapsing(
            row["account__holder"],
            row["account__zone__name"] or row["account__municipality__name"] or "Other",
            row["free"] or ZERO,
            row["bound"] or ZERO,
        )
        for row in rows
    ]
    return sorted(found, key=lambda each: (-each.total, each.holder))


def noted(closing: Closing) -> list[Disposition]:
    """Return the dispositions that carry a note: a hold or order that stands, and skips nothing."""
    return list(closing.dispositions.exclude(note="").select_related(*NAMED)[:50])


def balances(
    closing: Closing, kind: str, sfy: int | None, encumbered: int | None, holder: str
) -> QuerySet[Disposition]:
    """Return those of a kind, a credit year, a year of encumbrance, a holder; or all."""
    found = closing.dispositions.select_related("posting", *NAMED)
    if kind:
        found = found.filter(account__kind=kind)
    if holder:
        found = found.filter(account__holder=holder)
    if sfy:
        found = found.filter(account__sfy=sfy)
    if encumbered:
        found = found.filter(account__encumbrance__sfy=encumbered)
    return found.order_by("account__kind", "account__sfy", "account__holder", "pk")


def untold(closing: Closing) -> list[Lapsing]:
    """Return the zones whose money lapses and whom no notice told of it before; two statements."""
    day = last_day(closing.sfy)
    reached = [Notice.State.SENT, Notice.State.WAITING]
    told = Notice.objects.filter(key__contains=f"/lapses/{day}#", state__in=reached)
    zones = {key.split("/")[2] for key in told.values_list("key", flat=True)}
    codes = dict(EnterpriseZone.objects.values_list("name", "pk"))
    return [
        each
        for each in lapsing(closing)
        if codes.get(each.holder.removeprefix("zone:")) not in zones
        and each.holder.startswith("zone:")
    ]


def letters(closing: Closing) -> list[Paper]:
    """Return the notices of what lapsed that were issued for the closing, by holder."""
    key = f"closing/{closing.fund_id}/SFY{closing.sfy}/"
    found = Paper.objects.filter(key__startswith=key)
    return list(found.select_related("document__zone").order_by("number"))


def told_by(papers: list[Paper]) -> dict[str, list[str]]:
    """Return the states of the notices that went out for each of the papers, by its key."""
    found: dict[str, list[str]] = {each.key: [] for each in papers}
    kinds = Notice.objects.filter(kind="lapse").values_list("key", "state")
    for key, state in kinds.filter(key__startswith="closing/"):
        paper = key.rpartition("/")[0]
        if paper in found:
            found[paper].append(Notice.State(state).label)
    return found


def gaps(closing: Closing) -> list[tuple[EnterpriseZone, int]]:
    """Return each zone with a credit year that is missing between others that may still be used.

    Such a year counts as 0.00 and changes nothing in the others. O-29.
    """
    ends = last_day(closing.sfy)
    window = [
        y for y in range(closing.sfy - 9, closing.sfy + 1) if last_day_unencumbered(y) >= ends
    ]
    found: dict[EnterpriseZone, set[int]] = {}
    credited = Account.objects.filter(fund=closing.fund_id, kind=Kind.ZONE, sfy__in=window)
    for each in credited.select_related("zone"):
        if each.zone is not None and each.sfy is not None:
            found.setdefault(each.zone, set()).add(each.sfy)
    return [
        (zone, year)
        for zone, years in sorted(found.items(), key=lambda each: each[0].name)
        for year in range(min(years) + 1, max(years))
        if year not in years
    ]
