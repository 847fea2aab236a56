"""The only home of the made-up towns' chain of 2009: two reports, one late, a decline, a change.

Nothing of it is sent to the Treasurer: made-up towns stand outside the statewide figures.
"""

from datetime import date
from decimal import Decimal

from django.conf import settings

from funds import declines, offsets, parcel_changes, vacant_land
from funds.models import VacantLandReport
from funds.offsets import Budgeted
from funds.parcel_changes import Changed
from funds.vacant_land import Said
from municipalities.documents import store
from municipalities.letters.engine import typeset
from municipalities.letters.words import Letter
from municipalities.models import County, Municipality
from payments.demo.figures import made_up, record
from payments.demo.people import People

YEAR, COUNTY = 2009, "99"
PREPARED, BOARD, REVIEWED = date(2009, 11, 12), date(2009, 12, 17), date(2010, 1, 7)
CERTIFIED = {"9901": date(2009, 11, 25), "9902": date(2009, 12, 4)}
ATTESTED_IN, ATTESTED_ON = 2006, date(2006, 3, 14)
WHY = "Made up: the preservation area allows no building"
PARCELS = {
    "9901": (
        ("101", "1", 1_240_000, 610_000, "appeal", "Made-up judgment 101-2008"),
        ("101", "2.01", 480_000, 300_000, "appeal", "Made-up judgment 102-2008"),
        ("114", "7", 95_000, 95_000, "", ""),
    ),
    "9902": (("20", "3", 220_000, 150_000, "reassessment", "Made-up approval of 2008"),),
}


def tell(people: People) -> None:
    """Tell the chain of SFY2010 as far as the Director's change."""
    paper = made_up("Equalization ratios of made-up towns", date(2009, 10, 1))
    for period in ("2003", str(YEAR)):
        values: dict[str | None, Decimal] = dict.fromkeys(PARCELS, Decimal("96.50"))
        record("equalization_ratio", period, values, document=paper, people=people)
    reports = {code: _reported(code, people) for code in PARCELS}
    declines.certify(
        County.objects.get(pk=COUNTY), YEAR, on=BOARD, by=people.board(COUNTY, "Demonstration")
    )
    first = reports["9901"].parcels.order_by("pk")[1]
    to = Changed(first.base_assessed, Decimal(340_000), "appeal", due_to_the_act=True, vacant=True)
    reason = "The made-up judgment says 340,000"
    parcel_changes.change(first, to, reason, on=REVIEWED, by=people.state("taxation-director"))


def _reported(code: str, people: People) -> VacantLandReport:
    town = Municipality.objects.get(pk=code)
    said = [
        Said(
            block, lot, Decimal(base), Decimal(now), cause=cause, evidence=evidence,
            due_to_the_act=bool(cause), attribution=WHY if cause else "",
        )
        for block, lot, base, now, cause, evidence in PARCELS[code]
    ]  # fmt: skip
    by = people.local("preparer", town)
    report = vacant_land.prepare(town, YEAR, said, on=PREPARED, by=by)
    on = CERTIFIED[code]
    return vacant_land.certify(report, report.digest, on=on, by=people.assessor(town))


def _sheet(town: Municipality) -> bytes:
    letter = Letter("Sheet 5 of a made-up budget", [town.official_name], ["Demonstration page."])
    address = settings.SITE_ADDRESS
    return typeset(letter.as_json(), number="Sheet 5", on=ATTESTED_ON, verify=address, mark="")


def attest(people: People) -> None:
    """Specimen Township anticipates its aid of SFY2006 in its budget, and attests it."""
    town = Municipality.objects.get(pk="9903")
    found = offsets.certified(town, ATTESTED_IN)
    if found is None:
        return
    amount = offsets.amount_of(found, town)
    page = store.made("budget-sheet-5.pdf", _sheet(town))
    said = Budgeted(ATTESTED_IN, amount, "Sheet 5, Highlands stabilization aid (made up)", page)
    offsets.attest(town, ATTESTED_IN, said, on=ATTESTED_ON, by=people.local("cfo", town))
