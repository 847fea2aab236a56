"""The only home of the page of every fund's closed years, and of which is next."""

from decimal import Decimal
from typing import Any

from django.db.models import Q, Sum
from django.urls import reverse

from funds.models import Closing, LedgerHead
from funds.rules.fiscal_year import last_day
from funds.views import year_end_tables as tables
from funds.views.year_end import state_of
from municipalities.doors import Page
from municipalities.page_parts import Term
from municipalities.tables import Cell, Column, Row, Table, row

ZERO = Decimal(0)


class YearEnds(Page):
    """Every fund's years: sealed, certified, rehearsed, and which is next."""

    template_name = "funds/year_ends.html"
    permission = "read-all"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the closings and the heads of the ledgers."""
        closings = Closing.objects.select_related("fund", "seal").annotate(
            carried=Sum("dispositions__amount", filter=Q(dispositions__what="carried")),
            lapsed=Sum("dispositions__amount", filter=Q(dispositions__what="lapsed")),
        )
        return super().get_context_data(
            heads=_next(self),
            beside=[
                Term("What lapses, all zones", "Forecast", reverse("lapses")),
                Term("Year-end reviews", "By year and zone", reverse("year_reviews")),
            ],
            closings=_closings(list(closings.order_by("-sfy", "fund"))),
            **kwargs,
        )


def _closings(found: list[Any]) -> Table:
    return Table(
        caption="Closings, the latest first",
        caption_unseen=True,
        columns=[
            Column("Fund and year"),
            Column("Ended", "date"),
            Column("Carried ($)", "money"),
            Column("Lapsed ($)", "money"),
            Column("State", "state"),
        ],
        rows=[_row(each) for each in found],
        on_phone="blocks",
        empty="No closing. The rehearsal of a year is prepared on July 1.",
    )


def _row(closing: Any) -> Row:
    link = reverse("year_end", args=[closing.fund_id, closing.sfy])
    return row(
        Cell(f"SFY{closing.sfy}", link, second=closing.fund.name),
        last_day(closing.sfy),
        Cell(closing.carried or ZERO, tables.address(closing)),
        Cell(closing.lapsed or ZERO, tables.address(closing)),
        state_of(closing),
    )


def _next(page: Page) -> list[Term]:
    """Say which year of each fund is next to be closed."""
    terms = []
    for head in LedgerHead.objects.select_related("fund").order_by("fund__first_sfy"):
        sfy = head.sealed_through + 1
        link = reverse("rehearse", args=[head.fund_id])
        if not head.number:
            terms.append(Term(head.fund.name, "Its book is empty"))
        elif page.officer.may("prepare-close"):
            terms.append(Term(head.fund.name, f"Rehearse SFY{sfy}", link))
        else:
            terms.append(Term(head.fund.name, f"SFY{sfy}"))
    return terms
