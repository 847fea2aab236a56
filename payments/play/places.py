"""The only home of making the places that a story names and the reference data does not know."""

import re
from collections.abc import Iterable
from datetime import date

from municipalities.models import (
    County,
    EnterpriseZone,
    FiscalYearBasis,
    Municipality,
    StandingEvent,
    ZoneMembership,
)
from payments.play.story import Line

SINCE = date(1990, 1, 1)  # before the first figure of the oldest fund
LOCAL = {"cfo", "preparer", "clerk", "coordinator", "corporation", "assessor"}


def make(lines: Iterable[Line]) -> None:
    """Make every municipality, county and zone of the story, zones ready to be paid."""
    every = list(lines)
    for code in sorted({code for line in every for code in _codes(line)}):
        municipality(code)
    for line in every:
        if line.holder.startswith("county:"):
            _county(line.holder.removeprefix("county:"))
    for name, codes in _zones(every).items():
        ready(zone(name, codes))


def municipality(code: str, name: str = "") -> Municipality:
    """Find a municipality, or make one up."""
    found = Municipality.objects.filter(pk=code).first()
    if found is not None:
        return found
    name = name or f"Town {code}"
    made = Municipality.objects.create(
        code=code,
        county=_county(code[:2]),
        name=name,
        official_name=f"Township of {name}",
        kind="Township",
        in_highlands=True,
        preservation_area=True,
        made_up=True,
    )
    FiscalYearBasis.objects.create(
        municipality=made,
        basis=FiscalYearBasis.Basis.CALENDAR,
        from_on=SINCE,
        source="made up for a story",
    )
    return made


def _county(code: str) -> County:
    found, _ = County.objects.get_or_create(
        code=code, defaults={"name": f"County {code}", "made_up": True}
    )
    return found


def zone(name: str, codes: set[str]) -> EnterpriseZone:
    """Find a zone by its name, or make one up of these municipalities or of a new one."""
    found = EnterpriseZone.objects.filter(name__iexact=name).first()
    if found is not None:
        return found
    taken = ZoneMembership.objects.filter(municipality__in=codes, until_on=None)
    free = codes - set(taken.values_list("municipality_id", flat=True))
    members = sorted(free) or [municipality(_new_code(), name).pk]
    made = EnterpriseZone.objects.create(code=members[0], name=name, made_up=True)
    for code in members:
        ZoneMembership.objects.create(zone=made, municipality_id=code, from_on=SINCE)
    return made


def _new_code() -> str:
    taken = set(Municipality.objects.filter(code__startswith="99").values_list("code", flat=True))
    return next(code for code in map(str, range(9901, 10000)) if code not in taken)


def ready(of: EnterpriseZone) -> None:
    """Let a story's zone have its members, its standing and its trust account from the start."""
    of.memberships.update(from_on=SINCE)
    if of.trust_account_on is None:
        EnterpriseZone.objects.filter(pk=of.pk).update(trust_account_on=SINCE)
    StandingEvent.objects.get_or_create(
        zone=of, effective_on=SINCE, defaults={"in_good_standing": True, "reason": "a story's zone"}
    )


def _codes(line: Line) -> set[str]:
    """The municodes that a line names as its holder, in its office, or as a successor."""
    of_office = line.by.partition(":")[2]
    named = {line.holder, of_office}
    if line.act == "succeed":
        named |= set(re.findall(r"\b\d{4}\b", f"{line.ref} {line.note}"))
    return {code for code in named if re.fullmatch(r"\d{4}", code)}


def _zones(lines: Iterable[Line]) -> dict[str, set[str]]:
    """The zones that are named, each with the codes of the local offices that act for it."""
    found: dict[str, set[str]] = {}
    for line in lines:
        title, _, place = line.by.partition(":")
        for key in (line.holder, place):
            if key.startswith("zone:"):
                codes = found.setdefault(key.removeprefix("zone:"), set())
                if title in LOCAL and place.isdigit() and key == line.holder:
                    codes.add(place)
        if line.act == "fact" and (name := re.match(r"zone[ :=]+(.+)", line.note, re.IGNORECASE)):
            found.setdefault(name[1].strip(), set()).update(_codes(line))
    return found
