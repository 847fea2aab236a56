"""The only home of the demonstration's offices, its made-up towns, and their sign-ins.

What would hurt a real town's name happens only to the made-up ones, codes 99xx.
"""

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import connection, transaction
from django.utils.text import slugify

from municipalities import offices, standing
from municipalities.models import (
    County,
    EnterpriseZone,
    FiscalYearBasis,
    Municipality,
    Officer,
    Person,
    User,
    ZoneMembership,
)
from municipalities.reference import DESIGNATED_ON, SINCE
from municipalities.refusal import Refusal

LABEL = "Demonstration"
COUNTY = "99"
TOWNS = {"9901": "Exampleton", "9902": "Sampleborough", "9903": "Specimen Township"}
ZONES = {"9901": ("Exampleton", ["9901"])}


@dataclass(frozen=True)
class Seat:
    """An office of the demonstration and where it is; its sign-in is its name in lower case."""

    title: str
    name: str
    municipality: str | None = None
    zone: str | None = None
    county: str | None = None

    @property
    def username(self) -> str:
        """The name to sign in with: "newark-cfo"."""
        return slugify(self.name)

    @property
    def is_staff(self) -> bool:
        """Whether the admin site opens to it."""
        return self.title == "admin"


STATE = {
    "treasury-analyst": "Treasury analyst",
    "treasury-certifier": "Treasury certifier",
    "budget-officer": "Budget officer",
    "treasury-releaser": "Treasury releaser",
    "taxation-director": "Taxation director",
    "dca-analyst": "DCA analyst",
    "dca-director": "DCA director",
    "authority": "UEZ Authority",
    "auditor": "Auditor",
    "admin": "Admin",
}
MUNICIPAL = {
    "0714": "Newark",
    "2119": "Phillipsburg",
    "0507": "North Wildwood",
    "0513": "West Wildwood",
    "0514": "Wildwood",
    "0515": "Wildwood Crest",
    "0610": "Millville",
    "0614": "Vineland",
    "1615": "West Milford",
    **TOWNS,
}
ZONAL = {
    "0714": "Newark",
    "2119": "Phillipsburg",
    "0507": "The Wildwoods",
    "0610": "Vineland-Millville",
    "9901": "Exampleton",
}
ASSESSORS = ("1615", "2119", *TOWNS)
COUNTIES = {"16": "Passaic", "21": "Warren", COUNTY: LABEL}
DUTIES = {"cfo": "CFO", "preparer": "preparer", "clerk": "clerk"}
WITH_SECOND = {"0714", "2119", *TOWNS}
ONE = ("",)
TWO = ("", "Second ")


def seats() -> list[Seat]:
    """Return every office of the demonstration; each duty has a second person."""
    found = [Seat(title, f"{word}{name}") for title, name in STATE.items() for word in TWO]
    for code, town in MUNICIPAL.items():
        for word in TWO if code in WITH_SECOND else ONE:
            found += [Seat(title, f"{word}{town} {duty}", code) for title, duty in DUTIES.items()]
    for code, zone in ZONAL.items():
        found.append(Seat("coordinator", f"{zone} coordinator", zone=code))
        found.append(Seat("corporation", f"{zone} zone development corporation", zone=code))
    for code in ASSESSORS:
        found.append(Seat("assessor", f"{MUNICIPAL[code]} assessor", code))
    for code, county in COUNTIES.items():
        found.append(Seat("county-board", f"{county} County tax board", county=code))
    return found


@transaction.atomic
def seat_demo() -> list[Officer]:
    """Make the made-up towns, seat every office of the demonstration, and let each sign in.

    Once done it changes nothing, but for a password that was made anew. Refused while the
    demonstration is off.
    """
    if not settings.DEMONSTRATION:
        raise Refusal("The demonstration is off: DEMONSTRATION=yes is needed.")
    with connection.cursor() as cursor:  # two processes may start at once
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('seat_demo'))")
    _made_up_towns()
    officers = [_seat(each) for each in seats()]
    _sign_ins()
    _zones()
    return officers


def _seat(seat: Seat) -> Officer:
    return offices.seat(
        seat.title,
        seat.name,
        seat.name,
        from_on=SINCE,
        municipality=seat.municipality,
        zone=seat.zone,
        county=seat.county,
    )


def _made_up_towns() -> None:
    """Make the towns that exist nowhere, in a county that is not one of the 21."""
    County.objects.get_or_create(code=COUNTY, defaults={"name": LABEL, "made_up": True})
    for code, name in TOWNS.items():
        town, _ = Municipality.objects.get_or_create(
            code=code,
            defaults={
                "county_id": COUNTY,
                "name": name,
                "official_name": f"{name} (made up)",
                "kind": "Township" if name.endswith("Township") else "City",
                "in_highlands": True,
                "preservation_area": True,
                "made_up": True,
            },
        )
        state = code == "9901"
        FiscalYearBasis.objects.get_or_create(
            municipality=town,
            from_on=SINCE,
            defaults={"basis": "state" if state else "calendar", "source": LABEL},
        )
    for code, (name, members) in ZONES.items():
        zone, _ = EnterpriseZone.objects.get_or_create(
            code=code, defaults={"name": name, "made_up": True}
        )
        for member in members:
            ZoneMembership.objects.get_or_create(
                zone=zone,
                municipality_id=member,
                until_on=None,
                defaults={"from_on": DESIGNATED_ON},
            )


def _zones() -> None:
    """Put a trust account on record for every zone, and Exampleton in good standing."""
    by = offices.seat("authority", "UEZ Authority", "UEZ Authority", from_on=SINCE)
    for zone in EnterpriseZone.objects.filter(trust_account_on=None):
        standing.record_trust_account(zone, on=DESIGNATED_ON, by=by)
    for zone in EnterpriseZone.objects.filter(made_up=True, standings=None):
        standing.record(zone, in_good_standing=True, reason=LABEL, on=DESIGNATED_ON, by=by)


def _sign_ins() -> None:
    """Give each seat's person a sign-in with the one password of the demonstration."""
    _renew_passwords(password := settings.DEMONSTRATION_PASSWORD)
    there = set(User.objects.values_list("username", flat=True))
    new = [seat for seat in seats() if seat.username not in there]
    if not new:
        return
    hashed = make_password(password)
    persons = dict(Person.objects.values_list("label", "pk"))
    User.objects.bulk_create(
        User(
            username=seat.username,
            password=hashed,
            email=f"{seat.username}@demonstration.example",
            person_id=persons[seat.name],
            is_staff=seat.is_staff,
            demonstration=True,
        )
        for seat in new
    )


def let_sign_in(officer: Officer) -> None:
    """Give whoever is seated beside the list a sign-in with the one password, if there is one."""
    one = User.objects.filter(demonstration=True).first()
    if one is None or officer.person.users.exists():
        return
    name = slugify(officer.office.name)
    User.objects.create(
        username=name,
        password=one.password,
        email=f"{name}@demonstration.example",
        person=officer.person,
        demonstration=True,
    )


def _renew_passwords(password: str) -> None:
    """Set the password of all anew when the kept one is not theirs."""
    one = User.objects.filter(demonstration=True).first()
    if one is not None and not one.check_password(password):
        User.objects.filter(demonstration=True).update(password=make_password(password))
