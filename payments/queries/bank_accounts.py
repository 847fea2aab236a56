"""The only home of what is asked of bank accounts: where each stands, and who has none."""

from collections.abc import Mapping
from datetime import date

from django.db.models import Case, IntegerField, Q, QuerySet, Value, When

from municipalities.access import Scope
from municipalities.models import County, Municipality, Office
from payments.models import BankAccount

STATES = {
    "confirm": Q(closed_on=None, confirmed_by=None),
    "call": Q(closed_on=None, confirmed_by__isnull=False, verified_by=None),
}


def state_of(account: BankAccount, on: date) -> str:
    """Say in words where an account stands on the day."""
    if account.closed_on is not None:
        return "Closed"
    if account.confirmed_by_id is None:
        return "Needs confirmation"
    if account.usable_on is None:
        return "Needs a call-back"
    if account.usable_on > on:
        return f"Held until {account.usable_on:%b %-d}"
    return "Accepted"


def in_state(word: str, on: date) -> Q:
    """Return the condition of a state: confirm, call, hold, ready, closed."""
    held = Q(closed_on=None, usable_on__gt=on)
    return (
        STATES.get(word)
        or {
            "hold": held,
            "ready": Q(closed_on=None, usable_on__lte=on),
            "closed": Q(closed_on__isnull=False),
        }[word]
    )


def visible(scope: Scope, office: Office) -> QuerySet[BankAccount]:
    """Return the accounts of the payees that may be seen; a county's board sees the county's."""
    found = BankAccount.objects.select_related(
        "entered_by__office", "entered_by__person", "confirmed_by__office", "verified_by__office"
    )
    holders = scope.holders()
    if holders is None:
        return found
    county = office.county_id
    return found.filter(payee__in={f"county:{county}"} if county else holders)


def listed(scope: Scope, office: Office, on: date) -> QuerySet[BankAccount]:
    """Return the visible accounts: what waits for somebody on top, closed ones last."""
    order = Case(
        When(in_state("call", on), then=Value(0)),
        When(in_state("confirm", on), then=Value(1)),
        When(in_state("hold", on), then=Value(2)),
        When(in_state("ready", on), then=Value(3)),
        default=Value(4),
        output_field=IntegerField(),
    )
    return visible(scope, office).annotate(place=order).order_by("place", "payee", "purpose", "-pk")


def names_of(payees: set[str]) -> Mapping[str, str]:
    """Return the names of municipalities and counties by the ledger's spelling."""
    towns = Municipality.objects.filter(pk__in=payees).values_list("pk", "name")
    codes = {each.removeprefix("county:") for each in payees if each.startswith("county:")}
    counties = County.objects.filter(pk__in=codes).values_list("pk", "name")
    return dict(towns) | {f"county:{code}": f"{name} County" for code, name in counties}


def earlier(account: BankAccount) -> list[BankAccount]:
    """Return the accounts that this one took the place of, the latest first."""
    before = BankAccount.objects.filter(payee=account.payee, purpose=account.purpose)
    return list(before.filter(pk__lt=account.pk).order_by("-pk"))
