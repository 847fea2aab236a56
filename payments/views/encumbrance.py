"""The only home of an encumbrance's page: what is left by credit year, and its vouchers."""

from decimal import Decimal
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds.models import Encumbrance
from funds.queries import projects as queries
from funds.queries.encumbering import Became, by_year
from funds.views.fund import postings_table
from municipalities.doors import Page
from municipalities.page_parts import Figure, Link, Tag, Term
from municipalities.tables import BLANK, Cell, Column, Row, Table, row
from payments.models import Voucher
from payments.queries import vouchers

FUND = "zone-assistance"
SOON = 365
ZERO = Decimal(0)


class EncumbrancePage(Page):
    """One encumbrance: taken, spent and left by credit year, vouchers and postings."""

    template_name = "payments/encumbrance.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Find a visible encumbrance: a fixed number of statements."""
        found = vouchers.visible_encumbrances(self.scope)
        encumbrance = get_object_or_404(found, pk=kwargs["pk"])
        years = by_year(encumbrance)
        return super().get_context_data(
            encumbrance=encumbrance,
            zone=encumbrance.zone,
            state=self._state(encumbrance, years),
            figures=_figures(encumbrance, years),
            years=_years(years),
            about=_about(encumbrance),
            vouchers=_vouchers(list(vouchers.of(encumbrance))),
            postings=postings_table(queries.postings_of(encumbrance)[:10]),
            doors=self._doors(encumbrance, years),
            **kwargs,
        )

    def _state(self, encumbrance: Encumbrance, years: list[Became]) -> Tag:
        days = (encumbrance.last_usable_on - self.today).days
        if not any(y.left or y.in_trust for y in years):
            return Tag("Nothing left", "")
        if days < 0:
            return Tag("Window over", "bad")
        return Tag(f"{days} days left", "warn" if days <= SOON else "")

    def _doors(self, encumbrance: Encumbrance, years: list[Became]) -> list[Link]:
        doors = []
        if self.officer.may("prepare-voucher"):
            doors.append(Link("Prepare a voucher", _to("voucher_prepare", encumbrance)))
        if self.officer.may("encumber") and any(y.left for y in years):
            doors.append(Link("Release a part", _to("encumbrance_release", encumbrance)))
            doors.append(Link("Encumber anew", _to("re_encumber", encumbrance)))
        if self.officer.may("approve-voucher") and any(y.in_trust for y in years):
            doors.append(Link("Give back from the trust", _to("give_back", encumbrance)))
        return doors


def _to(name: str, encumbrance: Encumbrance) -> str:
    return reverse(name, args=[encumbrance.pk])


def _figures(encumbrance: Encumbrance, years: list[Became]) -> list[Figure]:
    posting = encumbrance.posting
    left = sum((y.left for y in years), ZERO)
    trust = sum((y.in_trust for y in years), ZERO)
    figures = [
        Figure(
            "Encumbered",
            encumbrance.amount,
            f"On {encumbrance.encumbered_on:%b %-d, %Y}, by {encumbrance.encumbered_by}.",
            reverse("posting", args=[posting.pk]) if posting else "",
        ),
        Figure("Spent", sum((y.spent for y in years), ZERO), "By vouchers.", "#vouchers"),
        Figure(
            "Left to spend",
            left,
            f"By {encumbrance.last_usable_on:%b %-d, %Y}. 52:27H-88 i.",
            "#years",
        ),
    ]
    if trust:
        figures.append(Figure("In the trust", trust, "Advanced, not yet spent.", "#years"))
    return figures


COLUMNS = ("spent", "on_its_way", "in_trust", "gone", "left")
HEADS = {"on_its_way": "Advance on its way", "gone": "Released or lapsed"}


def _years(years: list[Became]) -> Table:
    """Show what was taken of each year and what became of it, with a bar."""
    shown = [c for c in COLUMNS if c in ("spent", "left") or any(getattr(y, c) for y in years)]
    heads = [HEADS.get(c, c.replace("_", " ").capitalize()) for c in shown]
    equation = " + ".join(head.lower() for head in heads)
    return Table(
        caption=f"By credit year ($). Taken = {equation}",
        columns=[
            Column("Credit year"),
            Column("Taken", "money"),
            *(Column(head, "money") for head in heads),
            Column("Left, spent", "bar", on_wide=True),
        ],
        rows=[_year_row(y, shown) for y in years],
        totals=[
            row(
                "All years",
                sum((y.taken for y in years), ZERO),
                *(sum((getattr(y, c) for y in years), ZERO) for c in shown),
                BLANK,
            )
        ],
        fund=FUND,
        caption_unseen=True,
    )


def _year_row(year: Became, shown: list[str]) -> Row:
    link = reverse("account", args=[year.account]) if year.account else ""
    to = {"spent": "#vouchers", "on_its_way": "#vouchers"}
    cells = (Cell(getattr(year, c), to.get(c, link)) for c in shown)
    bar = (year.left, year.in_trust + year.on_its_way, year.spent, year.gone)
    return row(f"SFY{year.sfy}", Cell(year.taken, link), *cells, bar)


def _about(encumbrance: Encumbrance) -> list[Term]:
    """Say which project it is for, why these years, what it follows, and where its contract is."""
    of, contract = encumbrance.project, encumbrance.contract_id
    terms = [
        Term("Project", of.title, reverse("project", args=[of.pk])),
        Term("Years", encumbrance.vintages_reason or "The oldest usable credit first"),
    ]
    if contract:
        terms.append(Term("Contract", "Download", reverse("document", args=[contract])))
    if encumbrance.follows is not None:
        terms.append(
            Term("Follows", str(encumbrance.follows), _to("encumbrance", encumbrance.follows))
        )
    terms += [
        Term("Encumbered anew as", str(each), _to("encumbrance", each))
        for each in encumbrance.followed_by.all()
    ]
    return terms


def _vouchers(found: list[Voucher]) -> Table:
    return Table(
        caption="Vouchers, the latest first ($)",
        columns=[
            Column("Voucher"),
            Column("Vendor and invoice"),
            Column("Service", "date"),
            Column("Amount", "money"),
            Column("State", "state"),
        ],
        rows=[_voucher_row(each) for each in found],
        totals=[
            row(f"{state}, together", BLANK, BLANK, amount, BLANK)
            for state, amount in vouchers.by_state(found).items()
        ],
        fund=FUND,
        caption_unseen=True,
        empty="No vouchers. One appears when a preparer submits it.",
    )


def _voucher_row(each: Voucher) -> Row:
    link = reverse("voucher", args=[each.pk])
    return row(
        Cell(each.number, link, second=each.get_kind_display()),
        Cell(each.vendor, second=each.invoice),
        each.service_on,
        Cell(each.amount, link),
        vouchers.state_of(each, vouchers.off(each)),
        lit=each.posting_id is None and each.sent_back_by_id is None,
    )
