"""visible_to: the only answer to what a person may see, and in which office they act.

What is out of a person's scope does not exist for them: a page that finds its row through the
scope answers another's as it answers one that is not there.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.timezone import localdate

from municipalities import towns
from municipalities.models import (
    County,
    EnterpriseZone,
    Municipality,
    Office,
    Officer,
    User,
    ZoneMembership,
)
from municipalities.offices import officers_of

__all__ = [
    "NOTHING",
    "Scope",
    "choose",
    "current_officer",
    "officers_of",
    "scope_of",
    "seen_by",
    "visible_to",
]

CHOSEN = "officer"  # the session's key for the office a person chose to act in

M = TypeVar("M", bound=Model)


@dataclass(frozen=True)
class Scope:
    """What a person may see: all of the State, or these municipalities, zones and counties."""

    all_of_state: bool = False
    municipality_codes: frozenset[str] = frozenset()
    zone_codes: frozenset[str] = frozenset()
    county_codes: frozenset[str] = frozenset()
    manages_offices: bool = False

    def municipalities(self) -> QuerySet[Municipality]:
        """Return the municipalities that may be seen."""
        found = Municipality.objects.all()
        return found if self.all_of_state else found.filter(pk__in=self.municipality_codes)

    def zones(self) -> QuerySet[EnterpriseZone]:
        """Return the zones that may be seen."""
        found = EnterpriseZone.objects.all()
        return found if self.all_of_state else found.filter(pk__in=self.zone_codes)

    def counties(self) -> QuerySet[County]:
        """Return the counties that may be seen as such: with what is the county's own."""
        found = County.objects.all()
        return found if self.all_of_state else found.filter(pk__in=self.county_codes)

    def offices(self) -> QuerySet[Office]:
        """Return the offices that may be seen: all for who manages them, else those in scope."""
        if self.manages_offices:
            return Office.objects.all()
        return self.filter(Office.objects.all(), "municipality", "zone", "county")

    def filter(self, queryset: QuerySet[M], *paths: str) -> QuerySet[M]:
        """Keep the rows one of whose paths leads to a visible municipality, zone or county.

        `scope.filter(Account.objects.all(), "municipality", "zone", "county")`
        """
        if self.all_of_state:
            return queryset
        allowed = Q(pk__in=[])
        for path in paths:
            allowed |= Q(**{f"{path}__in": self._codes(queryset.model, path)})
        return queryset.filter(allowed)

    def _codes(self, model: type[Model], path: str) -> frozenset[str]:
        """Return the visible codes of the table a path leads to."""
        place: Any = model
        for name in path.split("__"):
            place = place._meta.get_field(name).related_model  # noqa: SLF001 - documented by Django
        codes = {
            Municipality: self.municipality_codes,
            EnterpriseZone: self.zone_codes,
            County: self.county_codes,
        }
        if place not in codes:
            raise FieldDoesNotExist(f"{path} leads to no municipality, zone or county")
        return codes[place]

    def holders(self) -> frozenset[str] | None:
        """Return the ledger's keys of what may be seen; None stands for every holder."""
        if self.all_of_state:
            return None
        zones = {zone.holder for zone in self.zones()}
        counties = {f"county:{code}" for code in self.county_codes}
        return self.municipality_codes | zones | counties


NOTHING = Scope()


def current_officer(request: HttpRequest) -> Officer | None:
    """Return the person in the office they act in today: the chosen one, else their first."""
    return _chosen(request, officers_of(request.user, localdate()))


def _chosen(request: HttpRequest, serving: list[Officer]) -> Officer | None:
    chosen = request.session.get(CHOSEN)
    return next((each for each in serving if each.pk == chosen), serving[0] if serving else None)


def seen_by(request: HttpRequest) -> tuple[Officer | None, Scope]:
    """Return the office a request's person acts in and what they may see, asked once a request."""
    kept: tuple[Officer | None, Scope] | None = getattr(request, "seen_by", None)
    if kept is None:
        serving, day = serving_as(request), localdate()
        kept = _chosen(request, serving), _scope([each.office for each in serving], day)
        setattr(request, "seen_by", kept)  # noqa: B010 - HttpRequest declares no such name
    return kept


def serving_as(request: HttpRequest) -> list[Officer]:
    """Return the offices that a request's person holds today, asked once a request."""
    kept: list[Officer] | None = getattr(request, "serving_as", None)
    if kept is None:
        kept = officers_of(request.user, localdate())
        setattr(request, "serving_as", kept)  # noqa: B010 - HttpRequest declares no such name
    return kept


def choose(request: HttpRequest, officer: Officer) -> None:
    """Keep in the session in which of their offices the person acts."""
    request.session[CHOSEN] = officer.pk


def visible_to(user: User | AnonymousUser, on: date | None = None) -> Scope:
    """Return what a person may see on the day (today when none is given).

    A municipal officer sees the municipality and its zone's account, a zone's officer the zone
    and its municipalities, a county's officer the county and its municipalities, an office with
    "read-all" everything. Who manages offices sees those, and no money.
    """
    day = on or localdate()
    return _scope([each.office for each in officers_of(user, day)], day)


def scope_of(officer: Officer, on: date) -> Scope:
    """Return what one officer may see on the day, whatever other offices the person holds."""
    return _scope([officer.office], on)


def _scope(offices: Iterable[Office], on: date) -> Scope:
    """Return the union of what each office may see."""
    held = list(offices)
    duties = frozenset[str]().union(*(office.permissions for office in held))
    manages = "manage-offices" in duties
    if "read-all" in duties:
        return Scope(all_of_state=True, manages_offices=manages)
    own = {office.municipality_id for office in held if office.municipality_id}
    zones = {office.zone_id for office in held if office.zone_id}
    counties = {office.county_id for office in held if office.county_id}
    members = ZoneMembership.objects.filter(from_on__lte=on)
    members = members.filter(Q(until_on=None) | Q(until_on__gte=on))
    in_zones = members.filter(zone__in=zones).values_list("municipality_id", flat=True)
    in_counties = Municipality.objects.filter(county__in=counties).values_list("pk", flat=True)
    zones_of = {
        zone.pk
        for office in held
        if office.municipality is not None
        for zone in towns.zones(office.municipality, on)
    }
    return Scope(
        municipality_codes=frozenset({*own, *in_zones, *in_counties}),
        zone_codes=frozenset({*zones, *zones_of}),
        county_codes=frozenset(counties),
        manages_offices=manages,
    )
