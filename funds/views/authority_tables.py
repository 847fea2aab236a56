"""The only home of the tables of the Authority's account: years, worksheet, spendings."""

from collections.abc import Sequence

from django.urls import reverse

from funds.models import AuthoritySpending
from funds.queries.authority import AuthorityYear, Indexed
from municipalities.tables import Cell, Column, Row, Table, row

FUND = "zone-assistance"
COLUMNS = ("opening", "appropriated", "lapsed", "administration", "assistance", "closing")
WORDS = {"lapsed": "Lapsed to it", "assistance": "Grants, loans, guaranties"}


def years(found: Sequence[AuthorityYear]) -> Table:
    """Show the account by year, the latest on top."""
    to = f"{reverse('account_list')}?fund={FUND}&kind=AUTHORITY"
    return Table(
        caption="By State fiscal year ($). Closing = opening + appropriated + lapsed"
        " − administration − grants, loans, guaranties",
        columns=[
            Column("Year"),
            *(Column(WORDS.get(name, name.capitalize()), "money") for name in COLUMNS),
        ],
        rows=[
            row(f"SFY{year.sfy}", *(Cell(getattr(year, name), to) for name in COLUMNS))
            for year in reversed(found)
        ],
        on_phone="frame",
        fund=FUND,
        empty="No year. One appears with the first credit to the Authority.",
    )


def worksheet(found: Sequence[Indexed]) -> Table:
    """Show how each year's amount follows from the printed one."""
    return Table(
        caption="Amount = printed amount × index ÷ base index, rounded once to the cent ($)",
        columns=[
            Column("Year"),
            Column("Printed amount", "money"),
            Column("Base index"),
            Column("Index"),
            Column("Amount", "money"),
        ],
        rows=[_indexed_row(each) for each in found],
        on_phone="frame",
        fund=FUND,
        empty="No year. One appears when a run that gives the Authority its amount is certified.",
    )


def _indexed_row(each: Indexed) -> Row:
    link = reverse("run", args=[each.run.pk])
    taken = "Amount as recorded"
    return row(
        Cell(f"SFY{each.run.sfy}", link, second=f"Run {each.run.number}"),
        each.base,
        Cell(_spelled(each.base_index), second=f"June {each.base_year}", nothing=taken),
        Cell(_spelled(each.index), second=f"June {each.index_year}", nothing=taken),
        Cell(each.amount, link),
    )


def _spelled(index: object) -> str | None:
    return None if index is None else f"{index:f}"


def spendings(found: Sequence[AuthoritySpending]) -> Table:
    """Show what the Authority spent."""
    return Table(
        caption="What the Authority spent, the latest first ($)",
        caption_unseen=True,
        columns=[
            Column("Payee"),
            Column("Day", "date"),
            Column("By"),
            Column("Amount", "money"),
        ],
        rows=[_spending_row(each) for each in found],
        fund=FUND,
        empty="Nothing spent. A line appears when the Authority spends from its account.",
    )


def _spending_row(each: AuthoritySpending) -> Row:
    link = reverse("posting", args=[each.posting_id])
    return row(
        Cell(each.payee, link, second=each.get_purpose_display()),
        each.spent_on,
        str(each.posting.by),
        Cell(each.posting.total, link),
    )
