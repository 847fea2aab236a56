"""The only home of the tables of a year's end: groups, what lapses, notes, every balance."""

from collections.abc import Iterable
from decimal import Decimal

from django.http import QueryDict
from django.urls import reverse

from funds.models import Closing, Disposition
from funds.queries import year_end as queries
from funds.queries.holders import name_of
from funds.queries.year_end import Group, Lapsing
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


def noted(closing: Closing) -> Table | None:
    """Show the balances with a note, where there are any."""
    found = queries.noted(closing)
    if not found:
        return None
    return Table(
        caption="Balances with a note. An order or a dispute does not stop the clock ($)",
        columns=[Column("Balance"), Column("Amount", "money"), Column("Note", "words")],
        rows=[
            row(
                Cell(name_of(d.account), second=d.account.get_kind_display()),
                Cell(d.amount, reverse("account", args=[d.account_id])),
                d.note,
            )
            for d in found
        ],
    )


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
