"""The only home of who acts in a grown State, and of where its payees are paid."""

from datetime import UTC, date, datetime, time

from django.conf import settings

from municipalities import offices, standing
from municipalities.models import EnterpriseZone, Municipality, Office, Officer, Person, User
from payments import account_numbers
from payments.models import BankAccount

SINCE = date(1998, 1, 1)
ALWAYS = "0714"  # the municipality and zone that is there at every size
BANK = "Demonstration Bank"
Purpose = BankAccount.Purpose


def state(title: str) -> Officer:
    """Return the State's officer of a title."""
    name = title.replace("-", " ").capitalize()
    return offices.seat(title, name, f"{name} holder", from_on=SINCE)


def local(title: str, zone: EnterpriseZone) -> Officer:
    """Return the officer of a title in the first municipality of a zone."""
    name = f"{zone.name} {title}"
    return offices.seat(title, name, f"{name} holder", from_on=SINCE, municipality=zone.code)


def everywhere(most: int) -> None:
    """Seat a clerk and a chief financial officer in so many municipalities, with sign-ins."""
    codes = Municipality.objects.values_list("code", flat=True)
    towns = sorted(codes, key=lambda code: code != ALWAYS)[:most]
    named = {f"{code} {title}": (code, title) for code in towns for title in ("cfo", "clerk")}
    Office.objects.bulk_create(
        Office(name=name, title=title, municipality_id=code)
        for name, (code, title) in named.items()
    )
    Person.objects.bulk_create(Person(label=f"{name} holder") for name in named)
    people = dict(Person.objects.values_list("label", "pk"))
    held = Office.objects.filter(name__in=named).values_list("pk", "name")
    Officer.objects.bulk_create(
        Officer(office_id=office, person_id=people[f"{name} holder"], from_on=SINCE)
        for office, name in held
    )
    User.objects.bulk_create(
        User(username=name.replace(" ", "-"), person_id=people[f"{name} holder"]) for name in named
    )


def stand_well() -> None:
    """Record every zone's good standing and trust account from before its first grown year."""
    zones = EnterpriseZone.objects.all()
    zones.update(trust_account_on=SINCE)
    for zone in zones:
        standing.record(
            zone, in_good_standing=True, reason="Grown", on=SINCE, by=state("authority")
        )


def open_bank_accounts() -> None:
    """Give every municipality its account, and every zone's first one its trust account."""
    entered, verified = state("treasury-analyst"), state("dca-analyst")
    confirmed, noon = state("treasury-releaser"), datetime.combine(SINCE, time(17), tzinfo=UTC)
    zones = EnterpriseZone.objects.values_list("code", flat=True)
    towns = Municipality.objects.values_list("code", flat=True)
    wanted = [(code, Purpose.GENERAL) for code in towns]
    wanted += [(code, Purpose.FIRST_GENERATION) for code in zones]
    wanted += [(code, Purpose.TRUST) for code in zones]
    BankAccount.objects.bulk_create(
        BankAccount(
            payee=payee,
            purpose=purpose,
            bank=BANK,
            routing=settings.BANK_ROUTING,
            sealed_number=account_numbers.seal(f"{number:09d}"),
            last_four=f"{number:04d}",
            entered_by=entered,
            entered_on=SINCE,
            confirmed_by=confirmed,
            confirmed_on=SINCE,
            verified_by=verified,
            verified_on=SINCE,
            called="Grown",
            called_number="000-555-0100",
            called_from="Grown",
            called_at=noon,
            usable_on=SINCE,
        )
        for number, (payee, purpose) in enumerate(wanted, 1)
    )
