"""The only home of the quarter's look at who holds which office, place by place."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from allauth.mfa.models import Authenticator

from municipalities.models import Office, Officer, Recertification
from municipalities.offices import require, serving
from municipalities.refusal import Refusal

STATE = "STATE"
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
