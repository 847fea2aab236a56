"""The only home of the quarter's look at who holds which office, place by place."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from allauth.mfa.models import Authenticator
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from municipalities import offices
from municipalities.models import Notice, Office, Officer, Recertification, User
from municipalities.notices import writing
from municipalities.notices.writing import Words
from municipalities.offices import require, serving
from municipalities.refusal import Refusal
from municipalities.second_factor import FACTORS

STATE = "STATE"
KIND = "recertification"
MONTHS = 3


@dataclass(frozen=True)
class Term:
    """A term as the list shows it: who, when they last signed in, whether with a factor."""

    officer: Officer
    last_login: datetime | None
    has_factor: bool
    signs_in: bool


def quarter(on: date) -> str:
    """Return the calendar quarter of a day: 2026-Q4."""
    return f"{on.year}-Q{(on.month - 1) // MONTHS + 1}"


def place_of(office: Office) -> str:
    """Return the place whose list an office stands on."""
    if office.municipality_id:
        return str(office.municipality_id)
    if office.zone_id:
        return f"zone:{office.zone_id}"
    return f"county:{office.county_id}" if office.county_id else STATE


def name_of(office: Office) -> str:
    """Return the name of the place whose list an office stands on."""
    return str(office.municipality or office.zone or office.county or "The State")


@dataclass(frozen=True)
class Place:
    """A place with serving officers: how many terms, and what to look at among them."""

    key: str
    name: str
    terms: int
    never_signed_in: int
    without_factor: int


KEYS = ("office__municipality", "office__zone", "office__county")


def places(on: date) -> list[Place]:
    """Return every place with serving officers, the State first, in one question."""
    signed_in = _users(last_login__isnull=False)
    with_factor = Authenticator.objects.filter(
        type__in=FACTORS, user__person=OuterRef("person"), user__is_active=True
    )
    names = [f"{key}__name" for key in KEYS]
    found = (
        _terms(on)
        .order_by()
        .values(*KEYS, *names)
        .annotate(
            terms=Count("pk"),
            never=Count("pk", filter=~Exists(signed_in)),
            without=Count("pk", filter=~Exists(with_factor)),
        )
    )
    rows = found.values_list(*KEYS, *names, "terms", "never", "without")
    return sorted(
        (_place(row[:3], row[3:6], *row[6:]) for row in rows),
        key=lambda place: (place.key != STATE, place.key),
    )


def _place(codes: Any, names: Any, terms: int, never: int, without: int) -> Place:
    town, zone, county = codes
    key = place_of(Office(municipality_id=town, zone_id=zone, county_id=county))
    words = (f"{names[0]} ({town})", f"{names[1]} zone", f"{names[2]} County", "The State")
    name = next(word for code, word in zip((*codes, STATE), words, strict=True) if code)
    return Place(key, name, terms, never, without)


def _terms(on: date) -> QuerySet[Officer]:
    return serving(on).exclude(office__title="system")


def _users(**those: Any) -> QuerySet[User]:
    return User.objects.filter(person=OuterRef("person"), is_active=True, **those)


def terms_of(place: str, on: date) -> list[Term]:
    """Return the serving officers of a place."""
    found = _terms(on).filter(_at(place)).prefetch_related("person__users").order_by("office__name")
    terms = list(found)
    with_factor = set(
        Authenticator.objects.filter(
            type__in=FACTORS, user__person__in=[each.person_id for each in terms]
        ).values_list("user_id", flat=True)
    )
    return [_term(each, with_factor) for each in terms]


def _at(place: str) -> Q:
    """Return what an office of a place is; a municipality's comes before its zone's or county's."""
    kind, _, code = place.rpartition(":")
    town, zone, county = (f"{key}__isnull" for key in KEYS)
    if place == STATE:
        return Q(**{town: True, zone: True, county: True})
    if kind == "zone":
        return Q(**{town: True}, office__zone=code)
    if kind == "county":
        return Q(**{town: True, zone: True}, office__county=code)
    return Q(office__municipality=code)


def _term(officer: Officer, with_factor: Collection[int]) -> Term:
    users = [user for user in officer.person.users.all() if user.is_active]
    return Term(
        officer,
        max((user.last_login for user in users if user.last_login), default=None),
        any(user.pk in with_factor for user in users),
        bool(users),
    )


def done(on: date) -> dict[str, Recertification]:
    """Return the places that were looked through in the quarter of a day."""
    rows = Recertification.objects.filter(quarter=quarter(on)).select_related(
        "recertified_by__office"
    )
    return {row.place: row for row in rows}


def record(place: str, *, on: date, by: Officer) -> Recertification:
    """Say that the terms of a place still are right. Raises Refusal twice a quarter, for none."""
    require(by, "manage-offices", on=on)
    terms = terms_of(place, on)
    if not terms:
        raise Refusal(f"Nobody serves at {place} on {on}.")
    if any(term.officer.person_id == by.person_id for term in terms):
        raise Refusal("Your own term stands on this list: another administrator looks through it.")
    if place in done(on):
        raise Refusal(f"{place} was looked through in {quarter(on)}.")
    return Recertification.objects.create(
        place=place, quarter=quarter(on), terms=len(terms), recertified_by=by, recertified_on=on
    )


def left(on: date) -> int:
    """Return how many places nobody looked through yet in the quarter."""
    codes = _terms(on).order_by().values_list(*KEYS).distinct()
    keys = {
        place_of(Office(municipality_id=town, zone_id=zone, county_id=county))
        for town, zone, county in codes
    }
    return len(keys - done(on).keys())


def tell(on: date) -> list[Notice]:
    """Tell the administrators once a quarter that its list waits, while a place is left."""
    many = left(on)
    if not many:
        return []
    words = Words(
        f"Who holds which office: the list of {quarter(on)} waits",
        f"{many} places are to be looked through: who still serves, who has not signed in, who"
        " has no second factor.",
        reverse("recertification"),
    )
    told = writing.holders_of("admin", on=on)
    by = offices.system()
    return writing.write_each(KIND, f"{KIND}/{quarter(on)}", told, lambda _: words, by=by)
