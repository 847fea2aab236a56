"""The only home of the page of a year's reviews over all zones. 52:27H-88 j."""

from decimal import Decimal
from typing import Any

from django.urls import reverse

from funds.queries import reviews as queries
from funds.queries.reviews import ZoneYear
from funds.rules.fiscal_year import sfy_of
from funds.views.review_tables import year_state
from municipalities.doors import Page
from municipalities.page_parts import Figure, Link, Tag
from municipalities.questions import number
from municipalities.tables import BLANK, Cell, Column, Row, Table, row

FUND = "zone-assistance"
ZERO = Decimal(0)


class YearReviews(Page):
    """The reviews of a year over all zones: what was spent, looked at, found and is owed."""

    template_name = "funds/year_reviews.html"
    permission = "read-all"
    asks = ("sfy",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read every zone of a year; without one asked, the latest that has ended."""
        now = sfy_of(self.today)
        sfy = number(self.request, "sfy") or now - 1
        found = queries.of_state(sfy, self.today)
        to_begin = sum(1 for each in found if each.count and each.review is None)
        door = Link(f"Begin the reviews of SFY{sfy}", reverse("year_reviews_begin", args=[sfy]))
        return super().get_context_data(
            sfy=sfy,
            years=[
                Link(f"SFY{year}", f"{reverse('year_reviews')}?sfy={year}", current=year == sfy)
                for year in range(now - 1, now - 5, -1)
            ],
            figures=_figures(found, sfy),
            zones=_zones(found, sfy, self.officer.may("find") and sfy < now),
            doors=[door] if to_begin and sfy < now and self.officer.may("find") else [],
            **kwargs,
        )


def _figures(found: list[ZoneYear], sfy: int) -> list[Figure]:
    done = sum(1 for each in found if each.review and each.review.concluded_by_id)
    spending = sum(1 for each in found if each.count or each.review)
    return [
        Figure(
            "Reviews concluded",
            f"{done} of {spending}",
            f"Zones that spent in SFY{sfy}. 52:27H-88 j.",
            "#zones",
        ),
        Figure("Spent in the year", sum((z.spent for z in found), ZERO), "", "#zones"),
        Figure("Found by these reviews", sum((z.found for z in found), ZERO), "", "#zones"),
        Figure(
            "Owed by findings of any year",
            sum((z.owed for z in found), ZERO),
            "Forfeited from credits and disbursements as they come.",
            "#zones",
        ),
    ]


def _zones(found: list[ZoneYear], sfy: int, may_begin: bool) -> Table:
    return Table(
        caption=f"Zones in SFY{sfy} ($)",
        columns=[
            Column("Zone"),
            Column("Spent drawn", "bar", on_wide=True),
            Column("Spent", "money"),
            Column("Looked at"),
            Column("Review", "state"),
            Column("Found", "money"),
            Column("Still owed", "money"),
        ],
        rows=[_zone_row(each, sfy, may_begin) for each in found],
        totals=[
            row(
                "All zones",
                BLANK,
                sum((z.spent for z in found), ZERO),
                BLANK,
                BLANK,
                sum((z.found for z in found), ZERO),
                sum((z.owed for z in found), ZERO),
            )
        ]
        if found
        else (),
        fund=FUND,
        caption_unseen=True,
        empty=f"No zone spent in SFY{sfy}.",
    )


def _zone_row(each: ZoneYear, sfy: int, may_begin: bool) -> Row:
    zone, review = each.zone, each.review
    page = reverse("reviews", args=[zone.pk])
    link = page
    if review is not None:
        link = reverse("year_review", args=[zone.pk, sfy])
    elif may_begin and each.count:
        link = reverse("year_review_begin", args=[zone.pk, sfy])
    return row(
        Cell(zone.name, link, tag=Tag("Withheld") if each.withheld else None),
        each.spent,
        Cell(each.spent, link),
        f"{each.looked} of {each.drawn}" if review else f"{each.count} to review",
        year_state(review) if each.count or review else Tag("Nothing spent", ""),
        Cell(each.found, page),
        Cell(each.owed, page),
        lit=bool(each.owed),
    )
