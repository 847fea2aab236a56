"""The only home of which dates of the calendar concern an office: the State's sees them all."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from municipalities.models import FiscalYearBasis, Municipality, Office, ZoneMembership
from payments.calendar.dates import HIGHLANDS, RECEIPTS, ZONES, Dated


@dataclass(frozen=True)
class Concern:
    """What an office is concerned by: funds, its title, and its budget year's basis."""

    everything: bool
    funds: frozenset[str]
    title: str
    basis: str = ""

    def keep(self, dates: Iterable[Dated]) -> list[Dated]:
        """Return the dates that concern the office, in their order."""
        return [each for each in dates if self.everything or self._concerned(each)]

    def _concerned(self, each: Dated) -> bool:
        return (
            each.fund in self.funds
            and (not each.titles or self.title in each.titles)
            and (not each.basis or not self.basis or each.basis == self.basis)
        )


def of_office(office: Office, on: date) -> Concern:
    """Return what concerns an office on a day; three statements at most."""
    if "read-all" in office.permissions:
        return Concern(True, frozenset(), office.title)
    town, funds = office.municipality, set()
    if office.zone_id or (town and _in_a_zone(town, on)):
        funds.add(ZONES)
    if town or office.county_id:
        funds.add(RECEIPTS)
    if office.county_id or (town and town.in_highlands):
        funds.add(HIGHLANDS)
    basis = _basis(town, on) if town else ""
    return Concern(False, frozenset(funds), office.title, basis)


def _in_a_zone(town: Municipality, on: date) -> bool:
    current = Q(until_on=None) | Q(until_on__gte=on)
    return ZoneMembership.objects.filter(current, municipality=town, from_on__lte=on).exists()


def _basis(town: Municipality, on: date) -> str:
    found = FiscalYearBasis.objects.filter(municipality=town, from_on__lte=on)
    last = found.order_by("-from_on").first()
    return last.basis if last else ""
