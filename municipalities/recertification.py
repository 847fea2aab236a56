"""The only home of the quarter's look at who holds which office, place by place."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from allauth.mfa.models import Authenticator
from django.urls import reverse

from municipalities import offices
from municipalities.models import Notice, Office, Officer, Recertification
from municipalities.notices import writing
from municipalities.notices.writing import Words
from municipalities.offices import require, serving
from municipalities.refusal import Refusal

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


def lists(on: date) -> dict[str, list[Term]]:
    """Return every serving officer, by place, the State first."""
    with_factor = set(
        Authenticator.objects.exclude(type=Authenticator.Type.RECOVERY_CODES).values_list(
            "user_id", flat=True
        )
    )
    found: dict[str, list[Term]] = {}
    terms = serving(on).exclude(office__title="system").prefetch_related("person__users")
    for officer in terms.order_by("office__municipality", "office__name"):
        found.setdefault(place_of(officer.office), []).append(_term(officer, with_factor))
    return {place: found[place] for place in sorted(found, key=lambda p: (p != STATE, p))}


def _term(officer: Officer, with_factor: Iterable[int]) -> Term:
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
    terms = lists(on).get(place, [])
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
    terms = serving(on).exclude(office__title="system").order_by()
    ids = ("office__municipality", "office__zone", "office__county")
    places = {place_of(Office(municipality_id=town, zone_id=zone, county_id=county))
              for town, zone, county in terms.values_list(*ids).distinct()}  # fmt: skip
    return len(places - done(on).keys())


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
