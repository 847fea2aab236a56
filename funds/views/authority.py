"""The only home of the pages of the Authority's account: its years, its worksheet, its spending."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.urls import reverse

from funds import authority
from funds.authority_forms import SpendForm
from funds.charts import Bridge, BridgePart
from funds.models import AuthoritySpending, Fund
from funds.queries import authority as queries
from funds.queries.authority import AuthorityYear
from funds.rules.fiscal_year import sfy_of
from funds.views import authority_tables as tables
from municipalities.doors import Door, Page
from municipalities.models import Officer
from municipalities.page_parts import Figure, Link, Term
from municipalities.questions import page_of

FUND = "zone-assistance"


class AuthorityPage(Page):
    """The account in the Authority's name: what came in by year, and what it was spent on."""

    template_name = "funds/authority.html"
    permission = "read-all"
    asks = ("page",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the account: a fixed number of statements."""
        sfy, years = sfy_of(self.today), queries.years()
        page = page_of(self.request, queries.spendings())
        return super().get_context_data(
            fund=Fund.objects.get(pk=FUND),
            sfy=sfy,
            figures=_figures(years, sfy),
            bridge=_bridge(years, sfy),
            years=tables.years(years),
            worksheet=tables.worksheet(queries.indexed()),
            page=page,
            spendings=tables.spendings(list(page)),
            doors=[Link("Spend", reverse("authority_spend"))]
            if self.officer.may("spend-authority")
            else [],
            **kwargs,
        )


def _figures(years: list[AuthorityYear], sfy: int) -> list[Figure]:
    now = next((year for year in years if year.sfy == sfy), AuthorityYear(sfy))
    lapsed = sum((year.lapsed for year in years), Decimal(0))
    room = authority.left(sfy)
    return [
        Figure(
            "In the account",
            queries.balance(),
            f"Not spent. In all years ${lapsed:,.2f} lapsed to it. 52:27H-88 h., i.",
            "#years",
        ),
        Figure(
            f"Appropriated for SFY{sfy}",
            now.appropriated,
            "Moved by the price index. 52:27H-88 a.(3)",
            "#worksheet",
        ),
        Figure(
            "Left for administration",
            room.of_the_year,
            f"Of the SFY{sfy} amount; nothing that lapsed goes there.",
            "#spendings",
        ),
        Figure(
            "Left for grants, loans, guaranties",
            room.for_assistance,
            f"That, and ${room.lapsed:,.2f} that lapsed; what lapsed is used first.",
            "#spendings",
        ),
    ]


def _bridge(years: list[AuthorityYear], sfy: int) -> Bridge | None:
    """Say how the account came from the year's beginning to now."""
    before = [year.closing for year in years if year.sfy < sfy]
    opening = before[-1] if before else Decimal(0)
    now = next((y for y in years if y.sfy == sfy), AuthorityYear(sfy, opening))
    parts = [
        BridgePart("Appropriated", now.appropriated, "a.(3)", "#worksheet"),
        BridgePart("Lapsed to it", now.lapsed, "h., i.", "#years"),
        BridgePart("Administration", -now.administration, "", "#spendings"),
        BridgePart("Grants, loans, guaranties", -now.assistance, "", "#spendings"),
    ]
    if not any(part.amount for part in parts):
        return None
    return Bridge(f"July 1, {sfy - 1}", opening, parts, "Now", now.closing, "#years", "#years")


class SpendDoor(Door):
    """Spend from the Authority's account."""

    permission = "spend-authority"
    form_class = SpendForm
    made: AuthoritySpending

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what may be spent before it is."""
        return super().get_context_data(
            fund=Fund.objects.get(pk=FUND),
            heading="Spend from the Authority’s account",
            lede="Administration, and grants, investments, loans or guaranties for qualified "
            "expenses. 52:27H-88 a.(2), a.(3)",
            after="It becomes payable to the payee, and goes out with a warrant.",
            back=Link("UEZ Authority account", reverse("authority")),
            about=self._about(),
            about_title="What may be spent",
            **kwargs,
        )

    def _about(self) -> list[Term]:
        sfy = sfy_of(self.today)
        amount, used = authority.appropriation(sfy), authority.administered(sfy)
        room = authority.left(sfy)
        return [
            Term(f"Appropriated for SFY{sfy}", amount),
            Term("Of it spent on administration", used),
            Term("Left for administration", room.of_the_year, total=True, in_dollars=True),
            Term("Left of what lapsed", room.lapsed),
            Term("Left for grants, loans, guaranties", room.for_assistance, total=True,
                 in_dollars=True),
        ]  # fmt: skip

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Post the spending under the form's token."""
        self.made = authority.spend(
            answers["purpose"],
            answers["payee"],
            answers["amount"],
            f"authority/{answers['token']}",
            on=self.today,
            by=by,
        )
        return f"${self.made.posting.total:,.2f} is payable to {self.made.payee}."

    def get_success_url(self) -> str:
        """Go to the account."""
        return reverse("authority")
