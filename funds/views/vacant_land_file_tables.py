"""The only home of how a file of vacant land is shown: how far it is, what moves, who acts."""

from decimal import Decimal

from django.urls import reverse

from funds import vacant_files, vacant_land
from funds.highlands_forms import PrepareForm
from funds.models import ParcelFile, VacantParcel
from funds.vacant_land import Said
from municipalities.models import Intake, Officer
from municipalities.page_parts import Figure, Panel, Step, Tag, Term, Tone
from municipalities.tables import Cell, Column, Row, Table, row

AFTER = "What was prepared before is closed; the assessor, another person, certifies it."
Key = tuple[str, str, str]


def state_of(file: ParcelFile) -> Tag:
    """Say a file's state in words."""
    if not file.outcome:
        return Tag("Being read", "now")
    if file.outcome == Intake.Outcome.REFUSED:
        return Tag(f"Refused, {len(file.must):,} to mend", "bad")
    return Tag("Prepared from", "good") if file.report_id else Tag("Ready to prepare", "now")


def files(found: list[ParcelFile]) -> Table | None:
    """Show the files of a year, the latest first."""
    if not found:
        return None
    rows = [
        row(Cell(each.document.filename, reverse("vacant_land_read", args=[
                each.municipality_id, each.year, each.pk])),
            str(each.sent_by), each.sent_on, state_of(each), lit=not each.outcome)
        for each in found
    ]  # fmt: skip
    heads = [Column("File"), Column("Sent by"), Column("On", "date"), Column("State", "state")]
    return Table("Files of the year, the latest first", heads, rows, caption_unseen=True)


def figures(file: ParcelFile) -> list[Figure]:
    """Say how much was read, and how much of it stops."""
    if not file.outcome:
        return []
    taken = f"{len(file.listing):,}" if file.listing else "None"
    return [
        Figure("Must be mended", f"{len(file.must):,}", "A file is taken whole or not at all."),
        Figure("To look at", f"{len(file.look):,}", "The reader asks; its sender answers."),
        Figure("Parcels read", taken, "; ".join(file.said)),
    ]


def steps(file: ParcelFile) -> list[Step]:
    """Say how far a file is, and who did each step."""
    report = file.report
    certified = report.certified_by if report else None
    read = "Refused" if file.must else "Read" if file.outcome else "Being read"
    steps = [
        ("Sent", "Kept with its hash", f"{file.sent_by}, {file.sent_on:%b %-d, %Y}", True),
        ("Read", read, f"{len(file.must)} to mend, {len(file.look)} to look at",
         file.outcome == Intake.Outcome.READ),
        ("Prepared", f"Version {report.version}" if report else "Not yet",
         str(report.prepared_by) if report else "", report is not None),
        ("Certified by another", "Certified" if certified else "Not yet", str(certified or ""),
         certified is not None),
    ]  # fmt: skip
    turn = next((at for at, each in enumerate(steps) if not each[3]), len(steps))
    return [
        Step(name, state, note, "done" if done else "current" if at == turn else "")
        for at, (name, state, note, done) in enumerate(steps)
    ]


def compared(file: ParcelFile) -> Table:
    """Show every parcel that is not as the report before has it, those it lacks too."""
    before = vacant_files.before(file)
    was = {vacant_files.key(each): each for each in before.parcels.all()} if before else {}
    now = {vacant_files.key(each): each for each in vacant_files.said_in(file)}
    moved = [
        _moved(key, was.get(key), now.get(key))
        for key in [*now, *(key for key in was if key not in now)]
        if _values(was.get(key)) != _values(now.get(key))
    ]
    of = f"the report of {before.year}, version {before.version}" if before else "no report before"
    same = len(now) + sum(key not in now for key in was) - len(moved)
    return Table(
        f"Assessed values ($) beside {of}; {same:,} parcels are the same",
        [Column("Parcel"), Column("Before, base year", "money"), Column("Before, now", "money"),
         Column("File, base year", "money"), Column("File, now", "money"),
         Column("What moves", "state")],
        moved,
        on_phone="blocks",
        fund="highlands",
        empty="Nothing moves: every parcel is what it was.",
    )  # fmt: skip


def _values(of: VacantParcel | Said | None) -> tuple[object, ...] | None:
    if of is None:
        return None
    return (of.base_assessed, of.current_assessed, of.cause, of.evidence, of.due_to_the_act,
            of.attribution, of.vacant)  # fmt: skip


def _moved(key: Key, was: VacantParcel | Said | None, now: VacantParcel | Said | None) -> Row:
    words = "Changed" if was and now else "New" if now else "Not in the file"
    block, lot, qualifier = key
    values: list[Decimal | Cell] = []
    for each in (was, now):
        values += [each.base_assessed, each.current_assessed] if each else [Cell(None)] * 2
    name = f"Block {block}, lot {lot}" + (f", {qualifier}" if qualifier else "")
    return row(name, *values, Tag(words, "" if now else "warn"), lit=not now)


def panel(file: ParcelFile, officer: Officer) -> Panel:
    """Offer the act to whom may do it; to the others say what opens it."""
    people = [Term("Sent", str(file.sent_by))]
    if file.report is not None:
        people.append(Term("Prepared", str(file.report.prepared_by)))
        return Panel("Prepare the report", people, blocked=f"{file.report} was prepared from it.")
    form, blocked = None, ""
    if not file.outcome:
        blocked = "The file is being read."
    elif file.must:
        blocked = "Mend what is listed, and send the corrected file. Nothing of this one was taken."
    elif not officer.may(vacant_land.PREPARE):
        blocked = "The preparer of the municipality prepares the report from it."
    else:
        form = PrepareForm(file=file, asked=vacant_files.to_look_at(file))
    tone: Tone = "warn" if blocked else "good"
    act = "Prepare the report"
    return Panel(act, people, form=form, blocked=blocked, tone=tone, act=act, after=AFTER)
