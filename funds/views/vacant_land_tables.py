"""The only home of how vacant land is shown: parcels, the chain's steps, states, a workbook."""

from datetime import date
from decimal import Decimal

from django.urls import reverse
from django.utils.timezone import localtime

from funds import filing_days
from funds.declines import Computed
from funds.models import Cause, Decline, SentDecline, VacantLandReport
from funds.queries.vacant_land import ParcelRow
from funds.rules.highlands_chain import board_due, certification_due, report_due, sfy_for
from municipalities.models import Municipality
from municipalities.page_parts import Link, Step, Tag
from municipalities.reading import parcels as layout
from municipalities.tables import BLANK, Cell, Column, Row, Table, row

CAUSES = {**dict(Cause.choices), "revaluation": "Revaluation", "reassessment": "Reassessment",
          "appeal": "Appeal", "": "None of the three"}  # fmt: skip
CHANGED = Tag("Changed", "now")


def in_time(on: date, due_on: date) -> str:
    """Say whether something came in time: "in time", "3 days late"; a day that moved is named."""
    late = filing_days.due(due_on).days_late(on)
    if late:
        return f"{late} day{'' if late == 1 else 's'} late"
    return f"in time, statutory date {due_on:%b %-d}" if on > due_on else "in time"


def towns_in_words(count: int) -> str:
    """Count towns in words: "1 town", "3 towns"."""
    return f"{count} town{'' if count == 1 else 's'}"


def state_of(report: VacantLandReport | None, year: int, on: date) -> Tag:
    """Say where a report stands, in words."""
    late = filing_days.due(report_due(year)).days_late(on)
    if report is None:
        return Tag(f"{late} days late" if late else "Not started")
    if report.certified_on is None:
        return Tag(f"Waits for the assessor, {late} days late", "bad") if late else Tag(
            "Waits for the assessor")  # fmt: skip
    since = filing_days.due(report_due(year)).days_late(report.certified_on)
    return Tag(f"Certified, {since} days late", "warn") if since else Tag("Certified in time")


def received(report: VacantLandReport) -> str:
    """The receipt of a certified report: when it came, by which clock, in time or late."""
    due = filing_days.due(report_due(report.year))
    on = report.certified_on or due.statutory_on
    came = f"{on:%B %-d, %Y}"
    if report.certified_at is not None:
        came += f", {localtime(report.certified_at):%-I:%M:%S %p} New York time"
    return (
        f"Received {came}: {in_time(on, due.statutory_on)}. The cut-off was"
        f" {due.last_on:%B %-d, %Y}, 11:59:59 PM New York time."
        f" SHA-256 {report.digest[:16]}. (54:1-85 c.)"
    )


def steps(found: Computed, sent: SentDecline | None, year: int, on: date) -> list[Step]:
    """The chain's four bodies, each with its day: done, whose turn it is, or to come."""
    report, decline = found.report, found.certified
    filed = report.certified_on if report else None
    done = [
        _step("Assessor", "Certified", filed, report_due(year)),
        _step("County tax board", "Certified", decline.certified_on if decline else None,
              board_due(year)),
        _step("Director of Taxation", "Sent", sent.sent_on if sent else None, None),
        _treasurer(sent, year),
    ]  # fmt: skip
    turn = next((at for at, step in enumerate(done) if step.place != "done"), None)
    return [
        Step(step.label, step.state if at != turn else "Whose turn it is", step.note, "current")
        if at == turn
        else step
        for at, step in enumerate(done)
    ]


def _step(label: str, did: str, on: date | None, due_on: date | None) -> Step:
    if on is None:
        return Step(label, "To come", f"By {due_on:%b %-d, %Y}" if due_on else "")
    note = f"{on:%b %-d, %Y}" + (f", {in_time(on, due_on)}" if due_on else "")
    return Step(label, did, note, "done")


def _treasurer(sent: SentDecline | None, year: int) -> Step:
    """The figures accepted for the formula; the certification itself stands on the run."""
    due = certification_due(sfy_for(year))
    accepted = sent.paper.series.exclude(accepted_on=None).first() if sent else None
    if accepted is None or accepted.accepted_on is None:
        return Step("Treasurer", "To come", f"Certifies by {due:%b %-d, %Y}")
    note = f"{accepted.accepted_on:%b %-d, %Y}, to certify by {due:%b %-d, %Y}"
    return Step("Treasurer", "Figures accepted", note, "done")


def parcels(rows: list[ParcelRow], may_change: bool) -> Table:
    """Show each parcel's two values, how it changed, and whether that counts."""
    base = sum((each.now.base_assessed for each in rows), Decimal(0))
    now = sum((each.now.current_assessed for each in rows), Decimal(0))
    counted = sum((each.counts_to - each.counts_from for each in rows), Decimal(0))
    return Table(
        "Assessed values ($). Change = now − base year; what counts moves the decline",
        [Column("Parcel"), Column("Base year", "money"), Column("Now", "money"),
         Column("Change", "signed"), Column("Counts", "signed"), Column("How and why", "words")],
        [_parcel(each, may_change) for each in rows],
        totals=[row("All parcels", base, now, now - base, counted, BLANK)] if rows else (),
        on_phone="blocks",
        fund="highlands",
        empty="No parcel. They appear when the report is typed or read from a file.",
        caption_unseen=False,
    )  # fmt: skip


def _parcel(each: ParcelRow, may_change: bool) -> Row:
    now, said = each.now, each.parcel
    more = Link("Change", reverse("parcel_change", args=[said.pk])) if may_change else None
    return row(
        Cell(str(said), tag=CHANGED if each.change and not _moved(each) else None, more=more),
        _value(now.base_assessed, said.base_assessed),
        _value(now.current_assessed, said.current_assessed),
        now.current_assessed - now.base_assessed,
        Cell(each.counts_to - each.counts_from, second=each.why_not),
        Cell(_how(each), second=_why(each)),
        lit=each.change is not None,
    )


def _value(now: Decimal, reported: Decimal) -> Cell:
    if now == reported:
        return Cell(now)
    return Cell(now, second=f"Reported {reported:,.2f}", tag=CHANGED)


def _moved(each: ParcelRow) -> bool:
    """Say whether a change moved a value: then the word stands at the value itself."""
    said, now = each.parcel, each.now
    return (said.base_assessed, said.current_assessed) != (now.base_assessed, now.current_assessed)


def _how(each: ParcelRow) -> str:
    words = CAUSES[each.now.cause]
    if each.now.cause != each.parcel.cause:
        words += f" (reported: {CAUSES[each.parcel.cause].lower()})"
    return f"{words}: {each.parcel.evidence}" if each.parcel.evidence else words


def _why(each: ParcelRow) -> str:
    if each.change is not None:
        change = each.change
        by = f"{change.changed_by.office}, {change.changed_on:%b %-d, %Y}"
        return f"Changed by {by}: {change.reason} (h.)"
    return each.parcel.attribution if each.parcel.due_to_the_act else ""


def looked(report: VacantLandReport | None) -> Table | None:
    """Show what the reader of the file asked about."""
    if report is None or not report.looked:
        return None
    return Table(
        "What the reader of the file asks",
        [Column("Where"), Column("Found"), Column("Question", "words")],
        [
            row(f"{each['sheet']}, {each['cell']}", each["found"], each["needed"])
            for each in report.looked[:100]
        ],
        caption_unseen=True,
    )


def workbook(rows: list[ParcelRow], town: Municipality, year: int) -> Table:
    """The parcels under the heads by which a file is read again."""
    heads = [Column(layout.CODE.head)]
    heads += [
        Column(column.head, "money" if column.kind else "text") for column in layout.NAMED.values()
    ]
    return Table(f"Vacant land of {town.name}, {year}", heads, [_line(each, town) for each in rows])


def _line(each: ParcelRow, town: Municipality) -> Row:
    said = each.parcel
    return row(
        town.code, said.block, said.lot, said.qualifier, said.base_assessed,
        said.current_assessed, said.cause, said.evidence,
        "yes" if said.due_to_the_act else "no", said.attribution, "yes" if said.vacant else "no",
    )  # fmt: skip


def towns(rows: list[Computed], certified: dict[int, SentDecline], year: int, on: date) -> Table:
    """One row a town: report, ratios, decline, and where it stands."""
    total = sum((_decline(each) for each in rows), Decimal(0))
    return Table(
        "True value = assessed ÷ ratio; decline = base year − now, if any ($)",
        [Column("Municipality"), Column("Assessed, base year", "money"),
         Column("Ratio", "percent", places=2), Column("Assessed now", "money"),
         Column("Ratio", "percent", places=2), Column("Decline in true value", "money"),
         Column("State", "state")],
        [_town(each, certified, year, on) for each in rows],
        totals=[row("All", BLANK, BLANK, BLANK, BLANK, total, BLANK)] if rows else (),
        on_phone="blocks",
        fund="highlands",
        empty="No municipality of it is listed in the Highlands.",
    )  # fmt: skip


def _decline(each: Computed) -> Decimal:
    done: Decline | None = each.certified
    if done is not None:
        return done.valuation_base
    return each.found.valuation_base if each.found else Decimal(0)


def _town(each: Computed, sent: dict[int, SentDecline], year: int, on: date) -> Row:
    shown = each.certified or each.found
    nothing = Cell(None, nothing="None yet")
    return row(
        Cell(each.town.name, reverse("vacant_land", args=[each.town.pk, year]),
             second=f"{each.town.code}, {each.town.county}"),
        shown.base_assessed if shown else nothing, each.base_ratio,
        shown.current_assessed if shown else nothing, each.current_ratio,
        _decline(each) if shown else nothing, _state(each, sent, year, on),
        lit=bool(each.missing),
    )  # fmt: skip


def _state(each: Computed, sent: dict[int, SentDecline], year: int, on: date) -> Tag:
    done = each.certified
    if done is not None and done.pk in sent:
        return Tag("Sent to the Treasurer")
    if done is not None:
        return Tag(f"Certified, {in_time(done.certified_on, board_due(year))}", "good")
    if each.report is None and on > report_due(year):
        return Tag("No report, late", "bad")
    return Tag(each.missing.rstrip("."), "warn") if each.missing else Tag("Ready to certify")
