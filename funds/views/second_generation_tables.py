"""The only home of the tables of second-generation money: loans, movements, reports."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal

from django.urls import reverse

from funds.charts import Due
from funds.models import Entry, Kind, QuarterlyReport
from funds.quarters import Quarter
from funds.queries.second_generation import DAYS_90, LoanState
from funds.rules.money import ZERO
from municipalities.models import EnterpriseZone, Officer
from municipalities.page_parts import Tag
from municipalities.tables import BLANK, Cell, Column, Row, Table, row

FUND = "zone-assistance"


def state_of(report: QuarterlyReport | None, quarter: Quarter, on: date) -> Tag:
    """Say in words how a quarter's report stands on a day."""
    if report is None or report.closed_on is not None:
        days = (on - quarter.due_on).days
        late = Tag(f"{days} day{'' if days == 1 else 's'} late", "bad")
        return late if days > 0 else Tag("Needs filing")
    if report.accepted_on:
        return Tag("Accepted, nil" if report.nil else "Accepted")
    if report.certified_on:
        return Tag("Filed, nil" if report.nil else "Filed")
    return Tag("Waits for the CFO")


def label_of(quarter: Quarter) -> str:
    """Name a quarter by its months and its State fiscal year."""
    return f"{quarter.begins_on:%b}–{quarter.ends_on:%b %Y}"


def page_of(zone: EnterpriseZone, quarter: Quarter) -> str:
    """Return the address of a quarter's report."""
    return reverse("quarterly_report", args=[zone.pk, quarter.sfy, quarter.number])


def timeline(
    zone: EnterpriseZone,
    quarters: Sequence[Quarter],
    filed: Mapping[Quarter, QuarterlyReport],
    on: date,
) -> list[Due]:
    """Show the latest quarters on their line, the oldest first, with the balance reported."""
    return [_due(zone, each, filed.get(each), on) for each in sorted(quarters)]


def _due(zone: EnterpriseZone, each: Quarter, report: QuarterlyReport | None, on: date) -> Due:
    return Due(
        each.due_on,
        label_of(each),
        report.closing if report else None,
        state_of(report, each, on).words,
        "sent" if report and report.certified_on else "late" if on > each.due_on else "due",
        url=page_of(zone, each),
    )


def loans(found: Iterable[LoanState], caption: str) -> Table:
    """Show loans with what was repaid, what is outstanding and what is past due."""
    rows = list(found)
    return Table(
        caption=caption,
        columns=[
            Column("Loan"),
            Column("Principal", "money"),
            Column("Repaid, outstanding", "bar"),
            Column("Repaid", "money"),
            Column("Outstanding", "money"),
            Column("Written off", "money", on_wide=True),
            Column("Past due", "money"),
            Column("State", "state"),
        ],
        rows=[_loan_row(each) for each in rows],
        totals=[
            row(
                "All loans",
                sum((each.loan.principal for each in rows), ZERO),
                BLANK,
                sum((each.repaid for each in rows), ZERO),
                sum((each.outstanding for each in rows), ZERO),
                sum((each.written_off for each in rows), ZERO),
                sum((_late(each) for each in rows), ZERO),
                BLANK,
            )
        ]
        if rows
        else (),
        on_phone="blocks",
        fund=FUND,
        empty="No loan. One appears when the zone’s coordinator or CFO records it.",
    )


def _late(each: LoanState) -> Decimal:
    return each.late.amount if each.outstanding else ZERO


def _loan_row(each: LoanState) -> Row:
    link = reverse("loan", args=[each.loan.pk])
    return row(
        Cell(each.loan.borrower or each.loan.number, link, second=each.loan.number),
        Cell(each.loan.principal, link),
        (each.repaid, each.outstanding),
        Cell(each.repaid, link),
        Cell(each.outstanding, link),
        Cell(each.written_off, link),
        Cell(_late(each), link),
        loan_tag(each),
        lit=each.days_late > DAYS_90,
    )


def loan_tag(each: LoanState) -> Tag:
    """Say in words how a loan stands."""
    if each.gone:
        return Tag("Written off", "")
    if not each.outstanding:
        return Tag("Paid")
    if each.loan.defaulted_on and each.loan.defaulted_on <= each.on:
        return Tag("In default", "bad")
    if each.days_late:
        return Tag(f"{each.days_late} days late", "bad" if each.days_late > DAYS_90 else "warn")
    return Tag("On schedule", "good")


def movements(found: Iterable[Entry], by: Officer) -> Table:
    """Show what came into the account and left it, the latest day first."""
    return Table(
        caption="Money in and out ($), the latest day first",
        columns=[
            Column("What happened"),
            Column("Day", "date"),
            Column("In", "money"),
            Column("Out", "money"),
            Column("Taken back", "words"),
        ],
        rows=[_movement(each, by) for each in found],
        fund=FUND,
        caption_unseen=True,
        empty="Nothing yet. A repayment or a sale starts it.",
    )


def _movement(entry: Entry, by: Officer) -> Row:
    posting = entry.posting
    link = reverse("posting", args=[posting.pk])
    came_in = entry.credit.kind == Kind.SECOND_GENERATION
    amount = Cell(entry.amount, link)
    return row(
        Cell(posting.act.capitalize(), link, second=posting.note),
        entry.effective_on,
        amount if came_in else Cell(None),
        Cell(None) if came_in else amount,
        _taken_back(entry, by),
    )


def _taken_back(entry: Entry, by: Officer) -> Cell:
    receipt = getattr(entry.posting, "second_generation_receipt", None)
    back = getattr(entry.posting, "reversed_by", None)
    if back is not None:
        link = reverse("posting", args=[back.pk])
        return Cell(f"On {back.effective_on:%b %-d, %Y}", link)
    if receipt is None or not by.may("second-generation"):
        return Cell(None)
    return Cell("Take it back", reverse("take_back", args=[receipt.pk]))
