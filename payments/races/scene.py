"""The only home of the made-up zones that are raced for: credited by the acts, otherwise by rows.

Each round has a zone of its own, credited in two years by a certified run in odd cents; every
third zone is joint, so that each of its two towns has ceilings on its own part. What the clients
then use is entered row by row: only what they do at once is done by acts.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from random import Random
from typing import Any
from unittest.mock import patch

from django.contrib.auth import get_user_model
from django.test import Client
from django.test.utils import override_settings

from funds import allocation, ledger, projects
from funds.models import (
    Encumbrance,
    Pledge,
    PledgeYear,
    Project,
    ProjectBudget,
    Proposal,
)
from funds.rules.fiscal_year import first_day
from municipalities import offices
from municipalities.models import (
    County,
    EnterpriseZone,
    Municipality,
    Officer,
    StandingEvent,
    ZoneMembership,
)
from payments import completing
from payments.models import Voucher

FUND, SINCE = "zone-assistance", date(1998, 1, 1)
YEARS, DAY = (2026, 2027), date(2026, 10, 1)
ADOPTED = datetime(2026, 9, 8, 23, 0, tzinfo=UTC)
LATER = 2028  # not credited: a budget of it is an estimate, which limits nothing by itself
CENT = Decimal("0.01")


@dataclass(frozen=True)
class Zone:
    """A zone of the scene and its towns."""

    zone: EnterpriseZone
    towns: tuple[Municipality, ...]

    def town(self, number: int) -> Municipality:
        """The town for which a client acts."""
        return self.towns[number % len(self.towns)]


def made(count: int, random: Random) -> list[Zone]:
    """Make so many zones and credit each in both years."""
    ledger.open_books(FUND, YEARS[0])
    zones = [_zone(number) for number in range(count)]
    for sfy in YEARS:
        _credited(zones, sfy, random)
    return zones


def _zone(number: int) -> Zone:
    county, _ = County.objects.get_or_create(code="99", defaults={"name": "Demonstration"})
    codes = [f"99{2 * number + 1:02d}", f"99{2 * number + 2:02d}"][: 2 if number % 3 == 2 else 1]
    towns = [
        Municipality.objects.create(
            code=code, county=county, name=f"Town {code}", official_name=f"Town of {code}",
            kind="Town",
        )
        for code in codes
    ]  # fmt: skip
    zone = EnterpriseZone.objects.create(
        code=codes[0], name=f"Place {codes[0]}", trust_account_on=SINCE, made_up=True
    )
    StandingEvent.objects.create(
        zone=zone, effective_on=SINCE, in_good_standing=True, reason="designated"
    )
    for town in towns:
        ZoneMembership.objects.create(zone=zone, municipality=town, from_on=SINCE)
    return Zone(zone, tuple(towns))


def _credited(zones: Sequence[Zone], sfy: int, random: Random) -> None:
    """Deposit, run, certify and credit a year: amounts in odd cents, by the formula."""
    rows = [
        {
            "municode": town.pk, "zone": each.zone.name, "in_good_standing": "yes",
            "parcels": str(random.randint(50, 900)), "distress_score": str(random.randint(20, 70)),
            "unemployed": str(random.randint(90, 4000)),
            "taxable_sales": str(random.randint(10**6, 10**8)),
        }
        for each in zones for town in each.towns
    ]  # fmt: skip
    amount = Decimal(random.randint(10**6, 10**8) * len(zones)) * CENT
    figures = {"determined_amount": str(amount + 500_000), "authority_amount": "500000.00"}
    on, analyst = first_day(sfy), state("treasury-analyst")
    allocation.deposit(
        FUND, "appropriation", amount + 500_000, on=on, by=analyst,
        document=f"Made up for a race, SFY{sfy}", key=f"race/{sfy}",
    )  # fmt: skip
    facts: Any = {"figures": figures, "municipalities": rows}
    run = allocation.run_on(FUND, sfy, facts, on=on, by=analyst, demonstration=True)
    signed = allocation.certify(run, on=on, by=state("treasury-certifier"), statement="Made up.")
    allocation.credit(signed, on=on, by=state("treasury-certifier"))


def state(title: str) -> Officer:
    """Seat the State's officer of a title."""
    return offices.seat(title, f"Race {title}", f"Race {title} holder", from_on=SINCE)


def local(title: str, town: Municipality) -> Officer:
    """Seat a town's officer of a title."""
    name = f"{town.pk} {title}"
    return offices.seat(title, name, f"{name} holder", from_on=SINCE, municipality=town.pk)


def of_zone(title: str, zone: EnterpriseZone) -> Officer:
    """Seat a zone's officer of a title."""
    name = f"{zone.pk} {title}"
    return offices.seat(title, name, f"{name} holder", from_on=SINCE, zone=zone.pk)


def signed_in(officer: Officer) -> Client:
    """A browser's session of the person in an office."""
    user, _ = get_user_model().objects.get_or_create(
        username=f"race-{officer.pk}", defaults={"person": officer.person}
    )
    client = Client(raise_request_exception=True, SERVER_NAME="localhost")
    client.force_login(user)
    return client


def approved(
    of: Zone, town: Municipality, number: str, category: str, sfy: int, amount: Decimal
) -> Project:
    """Enter a project that the Authority approved."""
    return _project(
        of, town, number, category, sfy, amount,
        determined_by=state("authority"), approved_on=DAY,
    )  # fmt: skip


def proposed(
    of: Zone, town: Municipality, number: str, category: str, sfy: int, amount: Decimal
) -> Project:
    """Enter a project that both bodies adopted and nobody has determined yet."""
    clerk, corporation = local("clerk", town), of_zone("corporation", of.zone)
    project = _project(of, town, number, category, sfy, amount)
    said = vars(completing.contents(number, {sfy: amount})).copy()
    said.pop("other_revenues")
    Proposal.objects.create(
        project=project, written_by=project.proposed_by, written_on=DAY, **said,
        governing_resolution="1", governing_adopted_at=ADOPTED, governing_by=clerk,
        corporation_resolution="1", corporation_adopted_at=ADOPTED, corporation_by=corporation,
    )  # fmt: skip
    return project


def acknowledged(of: Zone) -> None:
    """Have everyone who signs the zone's proposals acknowledge the ethics law."""
    signers = [local("clerk", town) for town in of.towns]
    for each in [*signers, of_zone("corporation", of.zone), of_zone("coordinator", of.zone)]:
        completing.acknowledge(each, on=DAY)


def _project(
    of: Zone, town: Municipality, number: str, category: str, sfy: int, amount: Decimal,
    **determined: Any,
) -> Project:  # fmt: skip
    project = Project.objects.create(
        zone=of.zone, municipality=town, number=f"{of.zone.pk}-{number}", title=number,
        category=category, hearing_closed_at=ADOPTED, adopted_at=ADOPTED, resolution="1",
        proposed_by=of_zone("coordinator", of.zone), proposed_on=DAY, **determined,
    )  # fmt: skip
    ProjectBudget.objects.create(project=project, sfy=sfy, amount=amount)
    return project


def encumbered(
    of: Zone, town: Municipality, number: str, category: str, sfy: int, amount: Decimal
) -> Encumbrance:
    """Bind one vintage's money to a project of its own, by the act."""
    project = approved(of, town, number, category, LATER, amount)
    return projects.encumber(
        project, amount, f"{of.zone.pk}-E-{number}", number, vintages=[sfy], reason="a race",
        on=DAY, by=local("cfo", town),
    )  # fmt: skip


def pledged(of: Zone, town: Municipality, number: str, category: str, amount: Decimal) -> Pledge:
    """Enter a pledge of the next year's credit that waits for the Authority."""
    project = approved(of, town, number, category, YEARS[-1], CENT)
    pledge = Pledge.objects.create(
        project=project, number=f"{of.zone.pk}-{number}", lender="A bank", loan="1", plan="4",
        pledged_by=of_zone("coordinator", of.zone), pledged_on=DAY,
    )  # fmt: skip
    PledgeYear.objects.create(pledge=pledge, sfy=LATER, amount=amount)
    return pledge


def prepared(bound: Encumbrance, number: str, category: str, kind: str, amount: Decimal) -> Voucher:
    """Enter a voucher that waits for the CFO."""
    return Voucher.objects.create(
        encumbrance=bound, municipality=bound.municipality, number=f"{bound.number}-{number}",
        kind=kind, category=category, vendor=f"Vendor {bound.pk}-{number}", invoice=number,
        service_on=DAY, entered_on=DAY, amount=amount,
        prepared_by=local("preparer", bound.municipality),
    )  # fmt: skip


@contextmanager
def day() -> Iterator[None]:
    """Hold the doors' clock at the day of the race, and ask no second factor."""
    with (
        patch("municipalities.doors.localdate", return_value=DAY),
        patch("municipalities.access.localdate", return_value=DAY),
        override_settings(SECOND_FACTOR_EXCEPT="everybody"),
    ):
        yield
