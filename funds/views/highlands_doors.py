"""The only home of the doors of a municipality's Highlands page: evidence, amounts, offsets."""

from collections.abc import Mapping
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import determinations, offsets
from funds.determinations import Decided
from funds.highlands_aid_forms import (
    AttestForm,
    BudgetChangeForm,
    ConformanceForm,
    JudgmentForm,
    WatershedForm,
)
from funds.models import Fund
from funds.offsets import Budgeted, Changed
from funds.rules.highlands_chain import next_payment
from municipalities import conformance
from municipalities.doors import Door
from municipalities.models import Municipality, Officer
from municipalities.page_parts import Link, Term


class TownDoor(Door):
    """A door of one municipality: found in the scope, named, with the way back."""

    heading = lede = after = ""

    @cached_property
    def town(self) -> Municipality:
        """The municipality of the address, if it may be seen."""
        return get_object_or_404(self.scope.municipalities(), code=self.kwargs["code"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Say who files the paper."""
        return super().get_form_kwargs() | {"by": self.officer}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act, the municipality and the way back."""
        return super().get_context_data(
            fund=Fund.objects.get(pk="highlands"),
            heading=f"{self.heading}: {self.town.name}",
            lede=self.lede,
            after=self.after,
            about=self.about(),
            back=Link(f"Highlands, {self.town.name}", self.get_success_url()),
            **kwargs,
        )

    def about(self) -> list[Term]:
        """Nothing beside the form."""
        return []

    def get_success_url(self) -> str:
        """Go back to the municipality's page."""
        return reverse("highlands_town", args=[self.town.pk])


class ConformanceDoor(TownDoor):
    """Record dated evidence of conformance."""

    permission = "record-conformance"
    form_class = ConformanceForm
    heading = "Record conformance"
    lede = "Master plan and development regulations both must have conformed. 54:1-85 n."
    after = "The next run reads it on its day. What was certified before stands."

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record the event."""
        names = ("effective_on", "source", "scope", "paper")
        given = {name: answers[name] for name in names}
        made = conformance.record(self.town, answers["kind"], on=self.today, by=by, **given)
        return f"{made.get_kind_display()} from {made.as_published} is on record."


class JudgmentDoor(TownDoor):
    """Record a final judgment; it adjusts the payment due next."""

    permission = "review-vacant-land"
    form_class = JudgmentForm
    heading = "Record a judgment"
    lede = "An overturned or modified judgment adjusts the payment due next. 54:1-85 c."
    after = "A payment that was made is never changed. Another person accepts the figure."

    def about(self) -> list[Term]:
        """Say which payment a judgment of today adjusts."""
        due_on, sfy = next_payment(self.today)
        return [Term("Payment due next", f"{due_on:%b %-d, %Y}"), Term("Of", f"SFY{sfy}")]

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record it."""
        said = Decided(answers["decided_on"], answers["amount"], answers["words"], answers["paper"])
        made = determinations.judgment(self.town, said, on=self.today, by=by)
        return f"${made.amount:+,.2f} adjusts the payment due {made.due_on:%B %-d, %Y}."


class WatershedDoor(TownDoor):
    """Record a determination of duplicative watershed aid."""

    permission = "determine-watershed"
    form_class = WatershedForm
    heading = "Determine watershed aid"
    lede = "The Treasurer, consulting the Director of DLGS, finds aid of 58:29-8 duplicative. l."
    after = "Without a determination nothing is deducted. Another person accepts the figure."

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record it."""
        said = Decided(
            answers["decided_on"], answers["amount"], answers["words"], answers["paper"],
            answers["consulted"],
        )  # fmt: skip
        made = determinations.watershed(self.town, answers["sfy"], said, on=self.today, by=by)
        return f"${made.amount:,.2f} is determined duplicative in SFY{made.sfy}."


class OfYearDoor(TownDoor):
    """A door of a year's certified aid."""

    @property
    def sfy(self) -> int:
        """The State fiscal year of the address."""
        sfy: int = self.kwargs["sfy"]
        return sfy

    def about(self) -> list[Term]:
        """Say what was certified."""
        found = offsets.certified(self.town, self.sfy)
        if found is None:
            return [Term(f"Certified for SFY{self.sfy}", None)]
        return [
            Term("Certification", found.number),
            Term("Certified", offsets.amount_of(found, self.town), total=True, in_dollars=True),
        ]


class AttestDoor(OfYearDoor):
    """Attest the levy offset."""

    permission = "attest-offset"
    form_class = AttestForm
    heading = "Attest the levy offset"
    lede = "The certified sum is anticipated as a direct offset to the levy. 54:1-85 g., k."
    after = offsets.NO_EXCEPTION

    def get_initial(self) -> dict[str, Any]:
        """Offer the year of payment."""
        return {"year": self.sfy}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Attest."""
        said = Budgeted(answers["year"], answers["amount"], answers["line"], answers["paper"])
        made = offsets.attest(self.town, self.sfy, said, on=self.today, by=by)
        return f"${made.amount:,.2f} is attested in the budget of {made.budget_year}."


class BudgetChangeDoor(OfYearDoor):
    """Record what DLGS changed in a budget."""

    permission = "change-budget"
    form_class = BudgetChangeForm
    heading = "Record a change of the budget"
    lede = "So that all sums are used as a direct offset to the levy. 54:1-85 i."

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record it."""
        names = ("before", "after", "reason", "paper")
        said = Changed(*(answers[name] for name in names))
        made = offsets.change_budget(self.town, self.sfy, said, on=self.today, by=by)
        return f"The offset is ${made.after:,.2f}; it was ${made.before:,.2f}."
