"""The only home of the tables of a year's end: groups, what lapses, notes, every balance."""

from collections.abc import Iterable
from decimal import Decimal

from django.http import QueryDict
from django.urls import reverse

from funds.models import Closing, Disposition
from funds.queries import june
from funds.queries import year_end as queries
from funds.queries.holders import name_of
from funds.queries.june import Flag
from funds.queries.year_end import Group, Lapsing
from municipalities.models import EnterpriseZone
from municipalities.page_parts import Tag
from municipalities.tables import BLANK, Cell, Column, Row, Table, row

ZERO = Decimal(0)


def address(closing: Closing, **asked: object) -> str:
    """Return the address of the closing's balances, of a kind, year or holder."""
    query = QueryDict(mutable=True)
    query.update({name: str(value) for name, value in asked.items() if value != ""})
    to = reverse("year_end_balances", args=[closing.fund_id, closing.sfy])
    return f"{to}?{query.urlencode()}" if query else to


def groups(closing: Closing, found: list[Group]) -> Table:
    """Show what becomes of balances by kind and credit year."""
    sfy = closing.sfy
    return Table(
        caption="Every balance that is not zero on June 30 ($). Balance = carried + lapsed + stays",
        columns=[
            Column("Balance"),
            Column("Count", "count"),
            Column("Balance", "money"),
            Column(f"Carried to SFY{sfy + 1}", "money"),
            Column("Lapses", "money"),
            Column("Stays", "money"),
            Column("Last usable day", "date"),
            Column("Rule"),
        ],
        rows=[_group_row(closing, g) for g in found],
        totals=[
            row(
                "All balances",
                sum(g.count for g in found),
                sum((g.balance for g in found), ZERO),
                sum((g.carried for g in found), ZERO),
                sum((g.lapsed for g in found), ZERO),
                sum((g.stays for g in found), ZERO),
                BLANK,
                BLANK,
            )
        ],
        on_phone="frame",
        fund=closing.fund_id,
        empty="Nothing was posted: every balance is zero.",
    )


def _group_row(closing: Closing, g: Group) -> Row:
    link = address(closing, kind=g.key, sfy=g.vintage or "", encumbered=g.encumbered or "")
    years = [f"encumbered in SFY{g.encumbered}"] if g.encumbered else []
    years += [f"credit of SFY{g.vintage}"] if g.vintage else []
    amounts = (g.balance, g.carried, g.lapsed, g.stays)
    return row(
        Cell(g.kind, second=", ".join(years)),
        g.count,
        *(Cell(amount, link) for amount in amounts),
        Cell(g.last_usable_on),
        g.clause,
        lit=g.lapsed > 0,
    )


def lapsing(closing: Closing, found: list[Lapsing]) -> Table:
    """Show what lapses by holder, the most first."""
    return Table(
        caption="What lapses, by holder ($). Lapses = unencumbered (h.) + unexpended (i.)",
        columns=[
            Column("Holder"),
            Column("Lapses drawn", "bar"),
            Column("Lapses", "money"),
            Column("Unencumbered, h.", "money", on_wide=True),
            Column("Unexpended, i.", "money", on_wide=True),
        ],
        rows=[
            row(
                x.name,
                (x.unencumbered, x.unexpended),
                *(
                    Cell(amount, address(closing, holder=x.holder))
                    for amount in (x.total, x.unencumbered, x.unexpended)
                ),
            )
            for x in found
        ],
        totals=[
            row(
                "All",
                BLANK,
                sum((x.total for x in found), ZERO),
                sum((x.unencumbered for x in found), ZERO),
                sum((x.unexpended for x in found), ZERO),
            )
        ]
        if found
        else (),
        fund="zone-assistance",
        empty="Nothing lapses this year.",
    )


def exceptions(closing: Closing) -> Table:
    """Show what to read before signing: notes, who was not told, what June bound; never a stop."""
    rows = [_noted_row(each) for each in queries.noted(closing)]
    rows += [_untold_row(closing, each) for each in queries.untold(closing)]
    if closing.fund_id == "zone-assistance":
        rows += [_flag_row(each) for each in june.flags(sfy=closing.sfy)]
        rows += [_gap_row(*each) for each in queries.gaps(closing)]
    return Table(
        caption="Exceptions ($). None of them stops the clock",
        columns=[
            Column("Whose"),
            Column("What", "words"),
            Column("Amount", "money"),
            Column("Kind", "state"),
        ],
        rows=rows,
        caption_unseen=True,
        fund=closing.fund_id,
        empty="None: no hold or order stands, who loses money was told, June bound no spike.",
    )


def _noted_row(each: Disposition) -> Row:
    link = reverse("account", args=[each.account_id])
    return row(
        Cell(name_of(each.account), link, second=each.account.get_kind_display()),
        f"{each.note}. The clock runs on.",
        Cell(each.amount, link),
        Tag("Held or withheld", "warn"),
    )


def _untold_row(closing: Closing, each: Lapsing) -> Row:
    return row(
        Cell(f"{each.name} zone", address(closing, holder=each.holder)),
        "No notice before June 30 told the zone that this lapses.",
        Cell(each.total, address(closing, holder=each.holder)),
        Tag("Not told", "bad"),
    )


def _flag_row(flag: Flag) -> Row:
    bound = flag.encumbrance
    to = reverse("encumbrance", args=[bound.pk]) if bound else ""
    to = to or reverse("zone", args=[flag.zone.pk])
    words = {"june-spike": "June spike", "year-end": "Last days", "early-release": "Released"}
    return row(
        Cell(str(flag.zone), to, second=f"{flag.on:%b %-d, %Y}"),
        flag.text,
        Cell(flag.amount, to),
        Tag(words[flag.kind], "warn"),
    )


def _gap_row(zone: EnterpriseZone, sfy: int) -> Row:
    to = reverse("zone", args=[zone.pk])
    return row(
        Cell(str(zone), to),
        f"No credit of SFY{sfy} is on record between others: it counts as 0.00.",
        Cell(ZERO, to),
        Tag("No credit", "warn"),
    )


def letters(closing: Closing) -> Table:
    """Show the notices of what lapsed, and whether those they are for were told."""
    papers = queries.letters(closing)
    told = queries.told_by(papers)
    return Table(
        caption="Letters of what lapsed",
        columns=[Column("Letter"), Column("Issued", "date"), Column("Told", "words")],
        rows=[
            row(
                Cell(each.number, reverse("paper", args=[each.number]), second=each.title),
                each.issued_on,
                _told(told[each.key]),
            )
            for each in papers
        ],
        caption_unseen=True,
        on_phone="plain",
        empty="No letter. They are issued after the signature, one for each zone that loses money.",
    )


def _told(states: list[str]) -> str:
    """Say how many were told, and what became of each notice."""
    counted = {state: states.count(state) for state in dict.fromkeys(states)}
    return ", ".join(f"{count} {state.lower()}" for state, count in counted.items()) or "Nobody yet"


def balances(closing: Closing, found: Iterable[Disposition]) -> Table:
    """Show dispositions one by one: whose balance, what becomes of it, by which clause."""
    return Table(
        caption=f"Balances on June 30, {closing.sfy} ($), each with its one disposition",
        columns=[
            Column("Holder"),
            Column("Account"),
            Column("Balance", "money"),
            Column("Disposition"),
            Column("Last usable day", "date"),
            Column("Rule"),
        ],
        rows=[_balance_row(each) for each in found],
        fund=closing.fund_id,
        empty="No balance fits.",
    )


def _balance_row(each: Disposition) -> Row:
    account = each.account
    link = reverse("account", args=[account.pk])
    year = f"SFY{account.sfy}" if account.sfy else ""
    bound = f", {account.encumbrance.number}" if account.encumbrance else ""
    done = Cell(each.get_what_display())
    if each.posting is not None:
        to = reverse("posting", args=[each.posting.pk])
        done = Cell(each.get_what_display(), to, second=f"by posting {each.posting.number}")
    return row(
        Cell(name_of(account), link),
        Cell(account.get_kind_display(), second=f"{year}{bound}"),
        Cell(each.amount, link),
        done,
        Cell(each.last_usable_on),
        each.clause,
        lit=each.what == Disposition.What.LAPSED,
    )
