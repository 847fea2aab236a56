"""The only home of acts on offices: who serves, who may do what."""

from datetime import date

from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.db.models import Q, QuerySet

from municipalities.models import Office, Officer, Person, User
from municipalities.refusal import Refusal
from municipalities.walls import journal

SYSTEM = "Scheduled work"
SYSTEM_SINCE = date(1997, 7, 1)  # the first day of the oldest fund's first year


def require(by: Officer, permission: str, *, on: date) -> None:
    """Refuse unless the officer serves on the day in an office that may; else sign for them."""
    if not by.serves_on(on):
        raise Refusal(f"{by.office} is not held by {by.person} on {on}.")
    if not by.may(permission):
        raise Refusal(
            f"{by.office} may not do this: it needs an office with the duty “{permission}”."
        )
    journal.sign(by)


def system() -> Officer:
    """Return the office that scheduled work acts in, seating it when it is new: once, and one."""
    return _system() or _seat_system()


def _system() -> Officer | None:
    terms = Officer.objects.filter(office__title="system", office__name=SYSTEM)
    return terms.filter(person__label=SYSTEM).order_by("pk").first()


@transaction.atomic
def _seat_system() -> Officer:
    """Seat it while nobody else does: the first messages come to several workers at once."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"office/{SYSTEM}"])
    found = _system()
    if found is not None:
        return found
    office, _ = Office.objects.get_or_create(title="system", name=SYSTEM)
    person, _ = Person.objects.get_or_create(label=SYSTEM)
    return Officer.objects.create(office=office, person=person, from_on=SYSTEM_SINCE)


def seat(
    title: str,
    name: str,
    person: str,
    *,
    from_on: date,
    municipality: str | None = None,
    county: str | None = None,
    zone: str | None = None,
    acting: bool = False,
    legal_basis: str = "",
) -> Officer:
    """Seat a person in an office from a day on, opening office and person when they are new.

    `municipality`, `county` and `zone` are codes.
    """
    office, _ = Office.objects.get_or_create(
        name=name,
        defaults={
            "title": title,
            "municipality_id": municipality,
            "county_id": county,
            "zone_id": zone,
        },
    )
    holder, _ = Person.objects.get_or_create(label=person)
    officer, _ = Officer.objects.get_or_create(
        office=office,
        person=holder,
        until_on=None,
        defaults={"from_on": from_on, "acting": acting, "legal_basis": legal_basis},
    )
    return officer


def end(officer: Officer, *, on: date, by: Officer) -> Officer:
    """End a term: the day is its last. Refused: for one's own term, and when it ended before."""
    require(by, "manage-offices", on=on)
    if officer.person_id == by.person_id:
        raise Refusal(f"{by.person} ends no term of their own: another administrator does.")
    if not officer.serves_on(on):
        raise Refusal(f"{officer.office} is not held by {officer.person} on {on}.")
    officer.until_on = on
    officer.save(update_fields=["until_on"])
    return officer


def serving(on: date) -> QuerySet[Officer]:
    """Return the terms that run on the day."""
    terms = Officer.objects.filter(from_on__lte=on).filter(Q(until_on=None) | Q(until_on__gte=on))
    return terms.select_related(
        "office__municipality__county", "office__zone", "office__county", "person"
    )


def officers_of(user: User | AnonymousUser, on: date) -> list[Officer]:
    """Return the terms that the user's person serves on the day, in office order."""
    if not isinstance(user, User) or not user.is_active or user.person_id is None:
        return []
    return list(serving(on).filter(person=user.person_id).order_by("office__name", "pk"))
