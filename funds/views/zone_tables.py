"""The only home of the tables of a zone's account: years, encumbrances, ceilings, entries."""

from datetime import date
from decimal import Decimal

from django.urls import reverse

from funds.models import Entry, Kind
from funds.queries import zone_account as queries
from funds.queries.ceilings import Ceiling
from funds.queries.zone_account import Explained, OpenEncumbrance, Vintage
from municipalities.models import EnterpriseZone
from municipalities.page_parts import Link, Tag
from municipalities.tables import BLANK, Cell, Column, Row, Table, row

FUND = "zone-assistance"
WIDE = 5  # amounts a year that stand beside one another in full size
SOON = 365  # days within which a last usable day is said with a tag
SELDOM = ("in_trust", "forfeited", "recovered")  # a column only where something of it is
COLUMNS = (
    "credited", "spent", "encumbered", "in_trust", "unencumbered", "lapsed", "forfeited",
    "recovered",
)  # fmt: skip


def years(zone: EnterpriseZone, found: list[Vintage]) -> Table:
    """Show what was credited by year and what became of it."""
    behind = queries.explained(zone)
    shown = [c for c in COLUMNS if c not in SELDOM or queries.total(found, c)]
    columns = [Column("Credit year")]
    columns += [Column(c.replace("_", " ").capitalize(), "money") for c in shown]
    equation = " + ".join(c.replace("_", " ") for c in shown[1:])
    wide = len(shown) > WIDE  # the last usable day stands beside each bar, too
    return Table(
        caption=f"By credit year ($). Credited = {equation}",
        columns=columns if wide else [*columns, Column("Usable until", "date")],
        rows=[_year_row(zone, y, shown, behind, until=not wide) for y in found],
        totals=[
            row(
                "All years",
                *(queries.total(found, c) for c in shown),
                *([] if wide else [Cell(blank=True)]),
            )
        ],
        on_phone="frame",
        dense=wide,
        fund=FUND,
        empty="No credit. One appears when a certified run is credited.",
    )


def _year_row(
    zone: EnterpriseZone, y: Vintage, shown: list[str], behind: Explained, *, until: bool
) -> Row:
    account = behind.accounts.get(y.sfy)
    to = reverse("account", args=[account]) if account else ""
    links = dict.fromkeys(shown, to) | {
        "encumbered": "#encumbrances",
        "spent": reverse("projects", args=[zone.pk]),
    }
    if y.sfy in behind.runs:
        links["credited"] = reverse("run_holder", args=[behind.runs[y.sfy], zone.holder])
    cells = [Cell(getattr(y, c), links[c]) for c in shown]
    return row(f"SFY{y.sfy}", *cells, *([y.last_usable_on] if until else []))


def encumbrances(found: list[OpenEncumbrance], on: date, *, prepares: bool = False) -> Table:
    """Show the encumbrances with money left, the first to lapse on top.

    Who prepares vouchers gets to the form from here.
    """
    return Table(
        caption="Open encumbrances, the first to lapse on top",
        columns=[
            Column("Project"),
            Column("Encumbered"),
            Column("From credit"),
            Column("Left ($)", "money"),
            Column("Spend by", "date"),
        ],
        rows=[_encumbrance_row(each, on, prepares) for each in found],
        totals=[
            row(
                "Encumbered",
                Cell(blank=True),
                Cell(blank=True),
                sum((e.left for e in found), Decimal(0)),
                Cell(blank=True),
            )
        ]
        if found
        else (),
        fund=FUND,
        caption_unseen=True,
        empty="No encumbrance. One appears when money is bound to an approved project.",
    )


def _encumbrance_row(each: OpenEncumbrance, on: date, prepares: bool) -> Row:
    encumbrance = each.encumbrance
    form = Link("Prepare a voucher", reverse("voucher_prepare", args=[encumbrance.pk]))
    link = reverse("encumbrance", args=[encumbrance.pk])
    days = (encumbrance.last_usable_on - on).days
    return row(
        Cell(
            encumbrance.project.title,
            link,
            second=encumbrance.number
            if encumbrance.purpose == encumbrance.project.title
            else f"{encumbrance.number}, {encumbrance.purpose}",
            more=form if prepares else None,
        ),
        f"SFY{encumbrance.sfy}",
        ", ".join(f"SFY{year}" for year in sorted(each.by_sfy)),
        Cell(each.left, link),
        Cell(
            encumbrance.last_usable_on,
            tag=Tag(f"{days} days left") if 0 <= days <= SOON else None,
        ),
    )


def ceilings(found: list[Ceiling]) -> Table:
    """Show the same figures as the gauges."""
    return Table(
        caption="Ceilings by credit year ($). Left = limit − used",
        columns=[
            Column("Credit year and purpose"),
            Column("Limit", "money"),
            Column("Used", "money"),
            Column("Left", "money"),
        ],
        rows=[
            row(
                Cell(f"SFY{c.sfy}, {c.gauge.label.lower()}", second=c.place),
                *(Cell(a, c.gauge.url) for a in (c.gauge.limit, c.gauge.used, c.gauge.left)),
            )
            for c in found
        ],
        on_phone="frame",
        fund=FUND,
        empty="No ceiling: nothing was credited.",
    )


def entries(found: list[Entry]) -> Table:
    """Show what moved the zone's money, the latest day first."""
    return Table(
        caption="Entries ($), the latest day first",
        columns=[
            Column("What happened"),
            Column("Day", "date"),
            Column("From, to"),
            Column("Credit"),
            Column("Amount", "money"),
        ],
        rows=[_entry_row(each) for each in found],
        fund=FUND,
        caption_unseen=True,
        empty="No posting. One appears with the first credit.",
    )


def _entry_row(each: Entry) -> Row:
    posting, sfy = each.posting, each.credit.sfy or each.debit.sfy
    link = reverse("posting", args=[posting.pk])
    return row(
        Cell(posting.act.capitalize(), link, second=posting.note),
        each.effective_on,
        Cell(
            each.debit.get_kind_display(),
            second=f"to {Kind(each.credit.kind).in_words}",
        ),
        f"SFY{sfy}" if sfy else Cell(),
        Cell(each.amount, link),
    )


def at_risk(years_: list[Vintage], found: list[OpenEncumbrance], on: date, account: str) -> Table:
    """Show what lapses within a year unless it is used, and what saves it."""
    rows = [
        row(
            Cell(f"SFY{y.sfy} credit, not encumbered", account),
            "52:27H-88 h.",
            y.last_usable_on,
            Cell(y.unencumbered, account),
            "Encumber it for an approved project.",
        )
        for y in years_
        if y.unencumbered and 0 <= (y.last_usable_on - on).days <= SOON
    ]
    rows += [
        row(
            Cell(e.encumbrance.purpose, _to(e), second=e.encumbrance.number),
            "52:27H-88 i.",
            e.encumbrance.last_usable_on,
            Cell(e.left, _to(e)),
            "Spend it, or release it in time.",
        )
        for e in found
        if 0 <= (e.encumbrance.last_usable_on - on).days <= SOON
    ]
    sums = (Decimal(str(each.cells[3].value)) for each in rows)
    return Table(
        caption="What lapses within a year unless it is used ($)",
        columns=[
            Column("Money"),
            Column("Rule"),
            Column("Last usable day", "date"),
            Column("Amount", "money"),
            Column("What saves it", "words"),
        ],
        rows=rows,
        totals=[row("At risk", BLANK, BLANK, sum(sums, Decimal(0)), BLANK)] if rows else (),
        fund=FUND,
        caption_unseen=True,
        empty="Nothing lapses within a year.",
    )


def _to(each: OpenEncumbrance) -> str:
    return reverse("encumbrance", args=[each.encumbrance.pk])


def headroom(found: list[Ceiling]) -> Table:
    """Show what may still be committed under each ceiling."""
    return Table(
        caption="Left to commit, by credit year ($)",
        columns=[Column("Credit year"), Column("Purpose"), Column("Left", "money")],
        rows=[
            row(
                Cell(f"SFY{c.sfy}", second=c.place),
                f"{c.gauge.label}, {c.gauge.rate}",
                Cell(c.gauge.left, c.gauge.url),
                lit=c.gauge.tag is not None,
            )
            for c in found
        ],
        on_phone="plain",
        fund=FUND,
        empty="No ceiling: nothing was credited.",
    )
