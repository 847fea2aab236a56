"""The only home of the page of holds and of its doors: place one or several, lift."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from municipalities.doors import Door, Page
from municipalities.models import Officer
from municipalities.page_parts import Figure, Link, Term
from municipalities.questions import page_of
from municipalities.tables import BLANK, Cell, Column, Row, Table, row
from payments import holds
from payments.hold_forms import LiftHoldForm, PlaceHoldForm
from payments.holds import Terms
from payments.models import Hold
from payments.queries import bank_accounts
from payments.queries import holds as queries
from payments.queries.holds import Held, Standing


class HoldList(Page):
    """Every stop on payments: on whom, why, who, how old, and the money it blocks now."""

    template_name = "payments/holds.html"
    permission = "read-all"
    asks = ("page",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Recompute what each stop blocks."""
        found = queries.standing(self.today)
        page = page_of(self.request, found.stops)
        names = bank_accounts.names_of({each.payee for each in page})
        return super().get_context_data(
            figures=_figures(found, self.today),
            page=page,
            standing=_table(found, [_row(each, names, self.today, self.officer) for each in page]),
            lifted=_lifted(),
            place=self.officer.may("place-hold"),
            **kwargs,
        )


def _figures(found: Standing, on: date) -> list[Figure]:
    by_itself = [each for each in found.stops if _by_itself(each)]
    oldest = max(((on - each.since).days for each in found.stops if each.since), default=0)
    return [
        Figure("Money blocked", found.blocked, "Released or approved and kept back.", "#standing"),
        Figure(
            "Stops",
            str(len(found.stops)),
            f"They stop {found.count:,} payment{'' if found.count == 1 else 's'}.",
        ),
        Figure("By themselves", str(len(by_itself)), "A payment was lowered, an account changed."),
        Figure("The oldest", f"{oldest} days" if found.stops else None, "Counted from its day."),
    ]


def _by_itself(each: Held) -> bool:
    return each.hold is None or each.hold.placed_by.office.title == "system"


def _table(found: Standing, rows: list[Row]) -> Table:
    total = row("All, each once", BLANK, BLANK, BLANK, found.count, found.blocked, BLANK)
    return Table(
        caption="What stops payments now, what blocks most on top ($)",
        columns=[
            Column("Payee"),
            Column("Why", "words"),
            Column("Placed by", on_wide=True),
            Column("Days", "count"),
            Column("Payments", "count"),
            Column("Blocked", "money"),
            Column("Ends", "words"),
        ],
        rows=rows,
        totals=[total] if found.stops else (),
        caption_unseen=True,
        empty="No hold. One appears when an officer places it, or when a payment is lowered.",
    )


def _row(each: Held, names: Mapping[str, str], on: date, officer: Officer) -> Row:
    name = names.get(each.payee, each.payee)
    code = f"{each.payee}, " if name != each.payee else ""
    return row(
        Cell(name, second=f"{code}{each.fund}"),
        Cell(each.category, second=_basis(each)),
        each.by,
        Cell((on - each.since).days if each.since else None, nothing="Not kept"),
        each.count,
        Cell(each.blocked, _to(each)),
        _ends(each, officer),
        lit=bool(each.blocked),
    )


def _basis(each: Held) -> str:
    if each.hold is None or each.hold.amount is None:
        return each.basis
    return f"{each.basis}. {each.hold.get_rule_display()}: ${each.hold.amount:,.2f}"


def _to(each: Held) -> str:
    if each.account is not None:
        return reverse("bank_account", args=[each.account.pk])
    return f"{reverse('account_list')}?kind=PAYABLE"


def _ends(each: Held, officer: Officer) -> Cell:
    if each.account is not None:
        usable = each.account.usable_on
        words = f"By itself on {usable:%b %-d}" if usable else "When the account is ready"
        return Cell(words, _to(each))
    if each.hold is None or not officer.may("lift-hold"):
        return Cell("When it is lifted")
    if each.hold.placed_by.person_id == officer.person_id:
        return Cell("When another person lifts it")
    return Cell("Lift it", reverse("hold_lift", args=[each.hold.pk]))


def _lifted() -> Table:
    found = list(queries.lifted())
    names = bank_accounts.names_of({each.payee for each in found})
    return Table(
        caption="Lifted last",
        columns=[Column("Payee"), Column("Why it was lifted", "words"), Column("By"),
                 Column("On", "date")],
        rows=[
            row(
                Cell(names.get(each.payee, each.payee) or "Every payee", second=_whose(each)),
                Cell(each.lifted_because or None, second=each.basis, nothing="Not said"),
                str(each.lifted_by),
                each.lifted_on,
            )
            for each in found
        ],
        caption_unseen=True,
        empty="None was lifted yet.",
    )  # fmt: skip


def _whose(each: Hold) -> str:
    return ", ".join(filter(None, (each.payee, each.fund.name if each.fund else "All funds")))


class PlaceHold(Door):
    """Hold the payments of one payee, of several, or of a whole fund."""

    permission = "place-hold"
    form_class = PlaceHoldForm
    asks = ("payee", "fund")

    def get_initial(self) -> dict[str, Any]:
        """Begin with what the address says."""
        asked = self.request.GET
        return {"payees": asked.get("payee", ""), "fund": asked.get("fund", ""), "rule": "all"}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what follows."""
        return super().get_context_data(
            heading="Hold payments",
            lede="A hold moves nothing: what is due stays due and waits.",
            after="Another person lifts it. What is on a warrant that was sent stays sent.",
            back=Link("Holds", reverse("holds")),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Place them, all or none."""
        terms = Terms(answers["basis"], answers["category"], answers["rule"], answers["amount"])
        payees = answers["payees"] or [""]
        batch = f"{self.today}/{by.pk}/{Hold.objects.count() + 1}" if len(payees) > 1 else ""
        made = holds.place_each(
            payees, terms, batch, on=self.today, by=by, fund=answers["fund"] or None
        )
        return f"{len(made)} payees are held." if len(made) > 1 else f"{made[0]} is held."

    def get_success_url(self) -> str:
        """Go to the holds."""
        return reverse("holds")


class LiftHold(Door):
    """Lift a hold, or all that were placed together, as another person than placed them."""

    permission = "lift-hold"
    form_class = LiftHoldForm

    @cached_property
    def hold(self) -> Hold:
        """The hold of the address."""
        found = Hold.objects.select_related("fund", "placed_by__office")
        return get_object_or_404(found, pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Say how many were placed together."""
        return super().get_form_kwargs() | {"many": queries.of_batch(self.hold).count()}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show what is lifted."""
        hold = self.hold
        return super().get_context_data(
            heading="Lift a hold",
            lede=hold.basis,
            about=[
                Term("Payee", hold.payee or "Every payee"),
                Term("Fund", hold.fund.name if hold.fund else "All funds"),
                Term("Placed by", str(hold.placed_by)),
                Term("On", f"{hold.placed_on:%b %-d, %Y}"),
            ],
            after="What it kept back goes on the next warrant.",
            back=Link("Holds", reverse("holds")),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Lift it, or all of its batch."""
        every = [self.hold]
        if answers.get("together"):
            every = list(queries.of_batch(self.hold))
        for each in every:
            holds.lift(each, on=self.today, by=by, because=answers["because"])
        return f"{len(every)} holds are lifted." if len(every) > 1 else "The hold is lifted."

    def get_success_url(self) -> str:
        """Go to the holds."""
        return reverse("holds")
