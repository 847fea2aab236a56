"""The only home of the tables of corrections: cases, a case's lines, ceilings, a zone's debts."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from django.urls import reverse

from funds.models import Correction, CorrectionCase, Receivable
from funds.queries.corrections import CeilingEffect, YearEffect
from municipalities.models import EnterpriseZone
from municipalities.page_parts import Tag
from municipalities.tables import BLANK, Cell, Column, Row, Table, row

FUND = "zone-assistance"
ZERO = Decimal(0)
AMOUNTS = ("credited", "should_have_been", "wrong", "taken", "owed")


def cases(found: Sequence[tuple[CorrectionCase, Tag]]) -> Table:
    """Show the cases."""
    return Table(
        caption="Cases, the latest first ($)",
        caption_unseen=True,
        columns=[
            Column("Case"),
            Column("State", "state"),
            Column("Prepared", "date"),
            Column("Zones", "count"),
            Column("Too much", "money"),
        ],
        rows=[_case_row(case, state) for case, state in found],
        fund=FUND,
        empty="No case. One appears when an analyst opens it.",
    )


def _case_row(case: CorrectionCase, state: Tag) -> Row:
    link = reverse("correction", args=[case.pk])
    return row(
        Cell(case.number, link, second=case.reason),
        state,
        case.prepared_on,
        getattr(case, "zones", 0),
        Cell(getattr(case, "wrong", None) or ZERO, link),
    )


def effects(found: Sequence[YearEffect], case: CorrectionCase) -> Table:
    """Show by zone and year what was credited, should have been, and what becomes of the rest."""
    words = ("Credited", "Should have been", "Difference", "Taken", "Owed")
    sums = [sum((getattr(each, name) for each in found), ZERO) for name in AMOUNTS]
    return Table(
        caption="By zone and credit year ($). Difference = credited − should have been"
        " = taken + owed",
        columns=[Column("Zone and year"), *(Column(each, "money") for each in words)],
        rows=[_effect_row(each) for each in found],
        totals=[row("All lines", *sums)] if found else (),
        on_phone="frame",
        fund=FUND,
        empty="No line. Choose a zone below, and write what its years should have been."
        if case.decided_by_id is None
        else "No line.",
    )  # fmt: skip


def _effect_row(each: YearEffect) -> Row:
    zone = reverse("zone", args=[each.zone.pk])
    taken = reverse("posting", args=[each.posting]) if each.posting else ""
    links = {"taken": taken, "credited": zone}
    owed = reverse("zone_corrections", args=[each.zone.pk])
    return row(
        Cell(each.zone.name, zone, second=f"SFY{each.sfy}"),
        *(Cell(getattr(each, name), links.get(name, "")) for name in AMOUNTS[:-1]),
        Cell(each.owed, owed),
    )


def ceilings(found: Sequence[CeilingEffect], zone: EnterpriseZone) -> Table:
    """Show the corrected years' ceilings, before and after, and what is over them."""
    return Table(
        caption=f"{zone.name} zone ($). Over = used − ceiling after, where it is more",
        columns=[
            Column("Credit year and purpose"),
            Column("Before", "money"),
            Column("After", "money"),
            Column("Used", "money"),
            Column("Over", "money"),
        ],
        rows=[
            row(
                Cell(f"SFY{c.sfy}, {c.purpose.lower()}", second=c.place),
                c.before,
                c.after,
                Cell(c.used, reverse("projects", args=[zone.pk])),
                Cell(c.over or None, nothing="None"),
                lit=bool(c.over),
            )
            for c in found
        ],
        on_phone="frame",
        fund=FUND,
        empty="No ceiling.",
    )


def made(found: Sequence[Correction]) -> Table:
    """Show a zone's corrected years."""
    return Table(
        caption="Corrected years ($). Credited − should have been = taken + owed",
        columns=[
            Column("Case"),
            Column("Credit year"),
            Column("Credited", "money"),
            Column("Should have been", "money"),
            Column("Taken", "money"),
            Column("Owed", "money"),
        ],
        rows=[_made_row(each) for each in found],
        on_phone="frame",
        fund=FUND,
        empty="No correction. One appears when the State puts an error of its own right.",
    )


def _made_row(each: Correction) -> Row:
    posting = each.posting
    to = reverse("posting", args=[posting.pk]) if posting else ""
    return row(
        Cell(each.number, second=f"{each.corrected_on:%b %-d, %Y}. {each.reason}"),
        f"SFY{each.sfy}",
        each.credited,
        each.should_have_been,
        Cell(posting.total if posting else ZERO, to),
        each.receivable.amount if each.receivable else ZERO,
    )


def receivables(found: Iterable[Receivable]) -> Table:
    """Show what a zone owes, oldest first, and what was recovered of it."""
    rows = list(found)
    sums = [ZERO, ZERO, ZERO]
    for each in rows:
        for at, amount in enumerate(_owing(each)):
            sums[at] += amount
    return Table(
        caption="Owed, oldest first ($). Still owed = amount − recovered",
        columns=[
            Column("For"),
            Column("Since", "date"),
            Column("Amount", "money"),
            Column("Recovered", "money"),
            Column("Still owed", "money"),
        ],
        rows=[
            row(
                Cell(each.get_kind_display(), second=each.reason),
                each.opened_on,
                *_owing(each),
                lit=bool(_owing(each)[2]),
            )
            for each in rows
        ],
        totals=[row("All", BLANK, *sums)] if rows else (),
        on_phone="frame",
        fund=FUND,
        empty="Nothing is owed.",
    )


def _owing(each: Receivable) -> tuple[Decimal, Decimal, Decimal]:
    """The amount that stands, what was recovered, and what is still owed."""
    stands = ZERO if each.cancelled_on else each.amount - each.reduced
    recovered: Decimal = getattr(each, "recovered", ZERO)
    return stands, recovered, max(stands - recovered, ZERO)
