"""The only home of the doors to review: find, withhold, and the steps that end it."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.urls import reverse

from funds import reviews, withholding
from funds.models import Posting, WithholdingOrder
from funds.queries import projects as queries
from funds.refusal import Refusal
from funds.views.zone_doors import ZoneDoor
from funds.zone_forms import FindingForm, PlanForm, WithholdForm
from municipalities.models import Officer


class FindDoor(ZoneDoor):
    """Prepare a finding: an expenditure inconsistent with the act."""

    permission = "find"
    form_class = FindingForm
    heading = "Record a finding"
    lede = "An expenditure that a review found inconsistent with the act. 52:27H-88 j."
    after = "Another person confirms it; from then on the zone owes the amount."

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer the zone's expenditures."""
        return super().get_form_kwargs() | {"spent": queries.spent_postings(self.zone)}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Prepare it for confirmation."""
        made = reviews.prepare_finding(
            self.zone,
            answers["number"],
            Posting.objects.get(pk=answers["posting"]),
            answers["amount"],
            answers["reason"],
            on=self.today,
            by=by,
        )
        return f"Finding {made} waits for another person’s confirmation."

    def get_success_url(self) -> str:
        """Go to the zone's reviews."""
        return reverse("reviews", args=[self.zone.pk])


class WithholdDoor(ZoneDoor):
    """Prepare an order that withholds a zone's funding."""

    permission = "prepare-withholding"
    form_class: type[forms.Form] = WithholdForm
    heading = "Withhold funding"
    lede = "Until a corrective action plan is entered into and complied with. 52:27H-88 j."
    after = "Credits go on and their clocks run; nothing new is encumbered, approved or paid."

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Prepare it for signature."""
        reviews.prepare_withholding(self.zone, answers["reason"], on=self.today, by=by)
        return f"The order waits for the Director’s signature: {self.zone.name}."

    def get_success_url(self) -> str:
        """Go to the zone's reviews."""
        return reverse("reviews", args=[self.zone.pk])


STEPS = {
    "plan": ("prepare-withholding", "Record that a plan was entered into", withholding.enter_plan),
    "compliance": (
        "record-compliance",
        "Record that the plan is complied with",
        withholding.record_compliance,
    ),
    "lift": ("record-compliance", "Lift the order", withholding.lift),
}


class OrderStepDoor(WithholdDoor):
    """The dated steps that end a withholding order: plan, compliance, lift."""

    permission = ""
    form_class = PlanForm
    after = ""

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Ask for the duty of the step."""
        self.permission, self.heading, _ = STEPS[kwargs["step"]]
        return super().dispatch(request, *args, **kwargs)

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the step on the button."""
        return super().get_form_kwargs() | {"act": self.heading}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Date the step of the standing order."""
        order = WithholdingOrder.objects.filter(zone=self.zone, lifted_on=None).first()
        if order is None:
            raise Refusal(f"{self.zone}: no withholding order stands.", "52:27H-88 j.")
        STEPS[self.kwargs["step"]][2](order, on=self.today, by=by)
        return f"{self.heading}: {self.zone.name}, {self.today:%b %-d, %Y}."
