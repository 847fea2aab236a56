"""The only home of what the funds remind of: encumbrances that are about to lapse."""

from datetime import date, timedelta
from decimal import Decimal

from django.db.models import Sum
from django.urls import reverse

from funds.models import Encumbrance, Kind, LedgerHead
from municipalities import offices
from municipalities.models import Notice
from municipalities.notices import ladder
from municipalities.notices.ladder import Owed
from municipalities.notices.writing import holders_of

FUND = "zone-assistance"
CLAUSE = "52:27H-88 i."


def remind(*, on: date) -> list[Notice]:
    """Write what the ladder asks for on the day."""
    return ladder.remind(expiring(on), on=on, by=offices.system())


def expiring(on: date) -> list[Owed]:
    """Return the encumbrances with money left whose last usable day is near, or just past.

    A year that is sealed is over: what was left of it has lapsed.
    """
    days = [rung.days for rung in ladder.rungs()]
    first, last = on + timedelta(days=min(days)), on + timedelta(days=max(days))
    head = LedgerHead.objects.filter(fund=FUND).first()
    found = Encumbrance.objects.filter(last_usable_on__range=(first, last))
    left = (
        found.filter(accounts__kind__in=[Kind.ENCUMBERED, Kind.TRUST], accounts__balance__gt=0)
        .annotate(left=Sum("accounts__balance"))
        .select_related("project")
        .order_by("number")
    )
    return [
        _owed(each, each.left, on)
        for each in left
        if head is None or each.last_usable_on.year > head.sealed_through
    ]


def _owed(each: Encumbrance, left: Decimal, on: date) -> Owed:
    town, zone = each.municipality_id, each.project.zone_id
    return Owed(
        key=f"encumbrance/{each.pk}/expires",
        what=f"Spending the ${left:,.2f} left of {each.number}",
        due_on=each.last_usable_on,
        cite=CLAUSE,
        url=reverse("encumbrance", args=[each.pk]),
        owner=holders_of("cfo", on=on, municipality=town),
        above=holders_of("coordinator", on=on, zone=zone),
        department=holders_of("dca-analyst", on=on),
    )
