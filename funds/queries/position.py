"""The only home of a fund's position: its balances by kind of account and credit year."""

from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Count, Q, Sum

from funds.models import Account, Kind

ORDER = {kind: place for place, kind in enumerate(Kind.values)}


@dataclass(frozen=True)
class KindPosition:
    """One kind of account: dollars in all, how many accounts, and dollars by credit year."""

    kind: str
    label: str
    balance: Decimal
    accounts: int
    by_sfy: dict[int | None, Decimal]


def position(fund: str) -> list[KindPosition]:
    """Return the fund's balances by kind of account, in the order money takes; one statement."""
    rows = (
        Account.objects.filter(fund_id=fund)
        .values("kind", "sfy")
        .annotate(total=Sum("balance"), count=Count("pk", filter=~Q(balance=0)))
        .order_by("kind", "sfy")
    )
    kinds: dict[str, KindPosition] = {}
    for row in rows:
        kind = row["kind"]
        old = kinds.get(kind) or KindPosition(kind, Kind(kind).label, Decimal(0), 0, {})
        kinds[kind] = KindPosition(
            kind,
            old.label,
            old.balance + row["total"],
            old.accounts + row["count"],
            old.by_sfy | {row["sfy"]: row["total"]},
        )
    return sorted(kinds.values(), key=lambda k: ORDER[k.kind])
