"""The only home of finding and opening accounts, and of reading their balances."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal

from django.db.models import QuerySet, Sum

from funds.models import Account, BalanceSnapshot, Encumbrance, Entry, Kind
from municipalities.models import County, EnterpriseZone


def find(
    fund: str,
    kind: Kind,
    holder: str,
    sfy: int | None = None,
    encumbrance: Encumbrance | None = None,
) -> Account:
    """Find the account, opening it when it is new."""
    found, _ = Account.objects.get_or_create(
        fund_id=fund,
        kind=kind,
        holder=holder,
        sfy=sfy,
        encumbrance=encumbrance,
        defaults=_scope(holder),
    )
    return found


def find_many(
    fund: str, kind: Kind, holders: Iterable[str], sfy: int | None = None
) -> dict[str, Account]:
    """Find the accounts of many holders, opening those that are new."""
    wanted = set(holders)
    found = _found(fund, kind, wanted, sfy)
    missing = sorted(wanted - found.keys())
    if not missing:
        return found
    zones = {z.name: z.code for z in EnterpriseZone.objects.all()}
    Account.objects.bulk_create(
        [Account(fund_id=fund, kind=kind, holder=h, sfy=sfy, **_scope(h, zones)) for h in missing],
        ignore_conflicts=True,
    )
    return found | _found(fund, kind, missing, sfy)


def _found(fund: str, kind: Kind, holders: Iterable[str], sfy: int | None) -> dict[str, Account]:
    accounts = Account.objects.filter(
        fund_id=fund, kind=kind, holder__in=sorted(holders), sfy=sfy, encumbrance=None
    )
    return {a.holder: a for a in accounts}


def _scope(holder: str, zones: dict[str, str] | None = None) -> dict[str, str]:
    """Turn a holder's key into the foreign key that scopes it."""
    if holder.startswith("zone:"):
        name = holder.removeprefix("zone:")
        code = zones[name] if zones is not None else EnterpriseZone.objects.get(name=name).code
        return {"zone_id": code}
    if holder.startswith("county:"):
        return {"county_id": County.objects.get(code=holder.removeprefix("county:")).code}
    return {"municipality_id": holder} if holder.isdigit() else {}


def balance(of: Account, on: date | None = None) -> Decimal:
    """Return the account's balance in dollars now, or as it stood at the end of a day."""
    if on is None:
        return Account.objects.values_list("balance", flat=True).get(pk=of.pk)
    snapshot = BalanceSnapshot.objects.filter(account=of, on__lte=on).order_by("-on").first()
    start = snapshot.balance if snapshot else Decimal(0)
    entries = Entry.objects.filter(effective_on__lte=on)
    if snapshot:
        entries = entries.filter(effective_on__gt=snapshot.on)
    return start + _sum(entries.filter(credit=of)) - _sum(entries.filter(debit=of))


def _sum(entries: QuerySet[Entry]) -> Decimal:
    return entries.aggregate(total=Sum("amount"))["total"] or Decimal(0)
