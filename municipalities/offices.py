"""The only home of acts on offices: who serves, who may do what."""

from datetime import date

from municipalities.models import Office, Officer, Person
from municipalities.refusal import Refusal

SYSTEM_SINCE = date(1998, 1, 1)


def require(by: Officer, permission: str, *, on: date) -> None:
    """Refuse unless the officer serves on the day in an office that may do this."""
    if not by.serves_on(on):
        raise Refusal(f"{by.office} is not held by {by.person} on {on}.")
    if not by.may(permission):
        raise Refusal(
            f"{by.office} may not do this: it needs an office with the duty “{permission}”."
        )


def system() -> Officer:
    """Return the office that scheduled work acts in, seating it when it is new."""
    office, _ = Office.objects.get_or_create(title="system", name="Scheduled work")
    person, _ = Person.objects.get_or_create(label="Scheduled work")
    officer, _ = Officer.objects.get_or_create(
        office=office, person=person, defaults={"from_on": SYSTEM_SINCE}
    )
    return officer


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
