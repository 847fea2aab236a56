"""The only home of two questions before an act: is it another person, and is it their zone."""

from datetime import date

from funds.refusal import Refusal
from municipalities.models import EnterpriseZone, Officer

CITE, PARTS = "52:27H-88 c.", "52:27H-88 b."


def refuse_same_person(act: str, first: Officer, second: Officer) -> None:
    """Refuse when one natural person fills both duties, in whatever offices."""
    if first.person_id == second.person_id:
        raise Refusal(f"{act}: {second.person} did the first step; another person does this one.")


def refuse_elsewhere(
    by: Officer, zone: EnterpriseZone, on: date, municipality: str | None = None
) -> None:
    """Refuse a local officer of another zone or of a municipality outside the zone.

    Where the money is one municipality's part of a joint zone (its code is given), refuse the
    officers of the zone's other municipalities too.
    """
    office = by.office
    if office.zone_id not in (None, zone.pk):
        raise Refusal(f"{office} is an office of another zone than {zone}.", CITE)
    town = office.municipality_id
    if town is None:
        return
    terms = zone.memberships.filter(municipality=town, from_on__lte=on)
    if not any(term.until_on is None or on <= term.until_on for term in terms):
        raise Refusal(f"{office} is an office of a municipality outside {zone}.", CITE)
    if municipality not in (None, town):
        raise Refusal(f"{office} may not use {municipality}’s part of {zone}.", PARTS)
