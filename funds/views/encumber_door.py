"""The only home of the door to binding zone money: shown by credit year before it is done."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpResponse
from django.urls import reverse
from django.utils.functional import cached_property

from funds import projects, withholding
from funds.encumber_forms import EncumberForm
from funds.models import Encumbrance, Project
from funds.queries import encumbering
from funds.queries import projects as queries
from funds.queries.ceilings import ceilings
from funds.queries.encumbering import Take
from funds.refusal import Refusal
from funds.views.zone_doors import ZoneDoor
from municipalities.models import Officer
from municipalities.page_parts import Term
from municipalities.tables import BLANK, Cell, Column, Table, row


class EncumberDoor(ZoneDoor):
    """Bind zone money to an approved project."""

    template_name = "funds/encumber.html"
    permission = "encumber"
    asks = ("project",)
    form_class = EncumberForm
    heading = "Encumber"
    lede = "Money of the oldest usable credit is bound to an approved project."
    after = "It must be spent by June 30 three years after the State fiscal year. 52:27H-88 i."
    made: Encumbrance

    @cached_property
    def project(self) -> Project | None:
        """The approved project that the address or the answers name."""
        asked = self.request.POST.get("project") or self.request.GET.get("project") or ""
        offered = queries.approved(self.zone)
        return next((each for each in offered if str(each.pk) == asked), None)

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer the approved projects and the usable credit years."""
        return super().get_form_kwargs() | {
            "projects": queries.approved(self.zone),
            "offered": queries.usable(self.zone, self.today),
            "initial": {"project": self.project.pk if self.project else ""},
            "by": self.officer,
        }

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show what the ceilings leave of each year: of the project's town and purpose."""
        of = self.project
        town, category = (of.municipality_id, of.category) if of else ("", "")
        capped = category if category != "general" else ""
        gauges = ceilings(self.zone, self.today, town, capped)
        return super().get_context_data(headroom=gauges, **kwargs)

    def about(self) -> list[Term]:
        """Say what may be encumbered by credit year, and of the project's budget."""
        of = self.project
        order = withholding.withheld(self.zone, self.today)
        held = []
        if order is not None:
            since = f"since {order.from_on:%B %-d, %Y}: nothing is encumbered"
            held = [Term("Withheld", since)]
        budget = [Term("Left of its budget", encumbering.left_of_budget(of))] if of else []
        return [*held, *budget, *super().about()]

    def form_valid(self, form: forms.Form) -> HttpResponse:
        """Show the years first when that is asked, else do it."""
        if "show" not in self.request.POST:
            return super().form_valid(form)
        answers = form.cleaned_data
        try:
            takes = encumbering.takes(
                answers["project"], answers["amount"], self.today, answers["years"] or None
            )
        except Refusal as no:
            form.add_error(None, str(no))
            return self.form_invalid(form)
        if isinstance(form, EncumberForm):
            form.name_the_amount(answers["amount"])
        return self.render_to_response(self.get_context_data(form=form, takes=_table(takes)))

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Post the encumbrance."""
        self.made = projects.encumber(
            answers["project"],
            answers["amount"],
            answers["number"],
            answers["purpose"],
            vintages=answers["years"] or None,
            reason=answers["reason"],
            contract=answers["contract"],
            on=self.today,
            by=by,
        )
        return f"Encumbered ${self.made.amount:,.2f} as {self.made.number}."

    def get_success_url(self) -> str:
        """Go to the encumbrance."""
        return reverse("encumbrance", args=[self.made.pk])


def _table(found: list[Take]) -> Table:
    return Table(
        caption="What it would take ($). Unencumbered = taken + stays",
        columns=[
            Column("Credit year"),
            Column("Taken", "money"),
            Column("Stays", "money"),
            Column("Unencumbered", "money"),
            Column("Usable until", "date"),
        ],
        rows=[
            row(f"SFY{t.sfy}", t.taken, t.stays, t.there, t.last_usable_on, lit=t.taken > 0)
            for t in found
        ],
        totals=[
            row(
                "All years",
                sum((t.taken for t in found), queries.ZERO),
                sum((t.stays for t in found), queries.ZERO),
                Cell(sum((t.there for t in found), queries.ZERO)),
                BLANK,
            )
        ],
        on_phone="frame",
        fund="zone-assistance",
        caption_unseen=True,
    )
