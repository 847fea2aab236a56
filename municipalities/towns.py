"""The only home of what is asked of a municipality again and again: its zone and its basis.

It is read once for a municipality in hand, however many parts of a page ask.
"""

from datetime import date

from django.db.models import Prefetch, prefetch_related_objects

from municipalities.models import EnterpriseZone, FiscalYearBasis, Municipality, ZoneMembership

MEMBERSHIPS = Prefetch("zone_memberships", ZoneMembership.objects.select_related("zone"))


def zones(town: Municipality, on: date) -> list[EnterpriseZone]:
    """Return the zones the municipality is in on the day: one, or none."""
    prefetch_related_objects([town], MEMBERSHIPS)
    return [
        each.zone
        for each in town.zone_memberships.all()
        if each.from_on <= on and (each.until_on is None or on <= each.until_on)
    ]


def basis(town: Municipality, on: date) -> FiscalYearBasis | None:
    """Return by which year the municipality budgets on the day; None when that isn't known."""
    prefetch_related_objects([town], "bases")
    found = [each for each in town.bases.all() if each.from_on <= on]
    return max(found, key=lambda each: each.from_on, default=None)
