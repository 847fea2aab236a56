"""The only home of turning a file into a report of vacant land, all or nothing. 54:1-85 c.

It goes the way of every file: kept, read by a worker, looked at, prepared from by its sender, and
then certified by another person.
"""

from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import vacant_land, work
from funds.models import ParcelFile, VacantLandReport, VacantParcel, Work
from funds.refusal import Refusal
from funds.rules.highlands_chain import REPORT
from funds.vacant_land import PREPARE, Papers, Said
from funds.work import Progress
from municipalities import offices
from municipalities.documents import store
from municipalities.intake import sending
from municipalities.models import Intake, Municipality, Officer
from municipalities.reading import parcels

KIND = "vacant land"


@transaction.atomic
def send(
    town: Municipality, year: int, file: store.Checked, evidence: store.Checked | None = None,
    *, on: date, by: Officer,
) -> ParcelFile:  # fmt: skip
    """Keep a file and offer its reading, both or neither.

    Raises Refusal for another municipality's officer, a year of no report, a certified report, and
    for the very file that waits or was prepared from.
    """
    offices.require(by, PREPARE, on=on)
    vacant_land.refuse_unready(town, year, on=on, by=by)
    before = ParcelFile.objects.filter(
        municipality=town, year=year, document__sha256=file.sha256, report=None
    )
    if before.exclude(outcome=Intake.Outcome.REFUSED).exists():
        raise Refusal("This very file is on its way: its page says how far it is.", REPORT)
    whose = store.Whose(municipality=town.pk)
    made = ParcelFile.objects.create(
        municipality=town,
        year=year,
        document=store.keep(file, whose, by=by),
        evidence=store.keep(evidence, whose, by=by) if evidence else None,
        sent_by=by,
        sent_on=on,
    )
    title = f"Read the vacant land of {town.name}, {year}"
    work.offer(KIND, f"vacant-land/{made.pk}/read", title[:160], on, {"file": made.pk})
    return made


def unit(row: Work) -> Progress:
    """Read the file that the row names, once."""
    found = ParcelFile.objects.select_for_update(of=("self",)).get(pk=row.arguments["file"])
    if not found.outcome:
        place = sending.place(found.municipality)
        said = sending.read_as(found.document, parcels.KEY, str(found.year), [place])
        found.outcome = Intake.Outcome.REFUSED if said["must"] else Intake.Outcome.READ
        found.must, found.look = said["must"], said["check"]
        found.listing, found.said = said["listing"], said["said"]
        found.save(update_fields=["outcome", "must", "look", "listing", "said"])
    return Progress(1, 1, f"{len(found.must)} to mend, {len(found.look)} to look at")


@transaction.atomic
def prepare(file: ParcelFile, *, looked: bool, on: date, by: Officer) -> VacantLandReport:
    """Prepare the report of what was read, whole; once.

    Raises Refusal while something must be mended, and when there is something to look at or a
    parcel of the report before is missing, and nobody says that they looked.
    """
    offices.require(by, PREPARE, on=on)
    found = ParcelFile.objects.select_for_update(of=("self",)).get(pk=file.pk)
    if found.report is not None:
        return found.report
    if found.outcome != Intake.Outcome.READ:
        raise Refusal(f"{found} has {len(found.must)} things that must be mended first.", REPORT)
    if (asked := to_look_at(found)) and not looked:
        raise Refusal(f"{found} has {asked} things to look at: say that you did.", REPORT)
    papers = Papers(found.document, found.evidence, found.look)
    made = vacant_land.prepare(found.municipality, found.year, said_in(found), papers, on=on, by=by)
    if ParcelFile.objects.filter(report=made).exists():
        raise Refusal(f"{made} says the very same already.", REPORT)
    found.report = made
    found.save(update_fields=["report"])
    return made


def before(file: ParcelFile) -> VacantLandReport | None:
    """Return the report that the file is compared with: the year's that stands, or the last's."""
    town, year = file.municipality, file.year
    return vacant_land.live(town, year) or vacant_land.live(town, year - 1)


def to_look_at(file: ParcelFile) -> int:
    """Count what the reader asks about, and the parcels of the report before that it lacks."""
    said, stood = {key(each) for each in said_in(file)}, before(file)
    missing = [p for p in stood.parcels.all() if key(p) not in said] if stood else []
    return len(file.look) + len(missing)


def key(of: VacantParcel | Said) -> tuple[str, str, str]:
    """Return what names a parcel."""
    return of.block, of.lot, of.qualifier


def said_in(file: ParcelFile) -> list[Said]:
    """Return the parcels as they were read."""
    return [_said(row) for row in file.listing]


def _said(row: dict[str, str]) -> Said:
    return Said(
        row["block"],
        row["lot"],
        Decimal(row["base_assessed"]),
        Decimal(row["current_assessed"]),
        row.get("qualifier", ""),
        row.get("cause", ""),
        row.get("evidence", ""),
        row.get("due_to_the_act") == "yes",
        row.get("attribution", ""),
        row.get("vacant", "yes") == "yes",
    )
