"""The only home of which dates of the calendar concern an office: the State's sees them all."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from municipalities import towns
from municipalities.models import Office
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
    if office.zone_id or (town and towns.zones(town, on)):
        funds.add(ZONES)
    if town or office.county_id:
        funds.add(RECEIPTS)
    if office.county_id or (town and town.in_highlands):
        funds.add(HIGHLANDS)
    basis = towns.basis(town, on) if town else None
    return Concern(False, frozenset(funds), office.title, basis.basis if basis else "")
