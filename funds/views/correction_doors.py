"""The only home of the doors to corrections: open a case, write a zone's years, approve."""

from collections.abc import Mapping
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import correction_cases as cases
from funds import splits
from funds.correction_forms import ApproveForm, LinesForm, OpenCaseForm
from funds.models import CorrectionCase, Fund
from funds.queries import corrections as queries
from funds.views.corrections import FUND, act_of, visible
from municipalities.doors import Door
from municipalities.models import EnterpriseZone, Officer
from municipalities.page_parts import Link, Term


class OpenDoor(Door):
    """Open a case for an error of the State."""

    permission = "correct"
    form_class = OpenCaseForm
    made: CorrectionCase

    def get_form_kwargs(self) -> dict[str, Any]:
        """Say who files the paper."""
        return super().get_form_kwargs() | {"by": self.officer}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what follows."""
        return super().get_context_data(
            fund=Fund.objects.get(pk=FUND),
            heading="Correct credits of past years",
            lede="The State credited zones too much. The years stay closed; it is put right today.",
            after="Next you write each zone’s years. Nothing moves before another person approves.",
            back=Link("Corrections", reverse("corrections")),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Open it."""
        self.made = cases.open_case(
            answers["number"], answers["reason"], answers["paper"], on=self.today, by=by
        )
        return f"{self.made} is open: write each zone’s years."

    def get_success_url(self) -> str:
        """Go to the case."""
        return reverse("correction", args=[self.made.pk])


class OfCase(Door):
    """A door of one case."""

    @cached_property
    def case(self) -> CorrectionCase:
        """The case of the address."""
        return get_object_or_404(visible(), pk=self.kwargs["pk"])

    def get_success_url(self) -> str:
        """Go back to the case."""
        return reverse("correction", args=[self.case.pk])


class LinesDoor(OfCase):
    """Write what should have been credited to one zone."""

    permission = "correct"
    form_class = LinesForm
    asks = ("zone",)

    @cached_property
    def zone(self) -> EnterpriseZone:
        """The zone that is asked for."""
        return get_object_or_404(self.scope.zones(), pk=self.request.GET.get("zone", ""))

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer the years that were credited, with what is written already."""
        written = self.case.lines.filter(zone=self.zone)
        return super().get_form_kwargs() | {
            "credited": splits.credited(self.zone),
            "written": dict(written.values_list("sfy", "should_have_been")),
        }

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the zone and the way back."""
        return super().get_context_data(
            fund=self.case.fund,
            heading=f"{self.zone.name} zone in {self.case}",
            lede=self.case.reason,
            after="Leave a year empty that was right. As much as was credited takes it out again.",
            back=Link(str(self.case), self.get_success_url()),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Write them."""
        amounts = {
            int(name.removeprefix("sfy_")): amount
            for name, amount in answers.items()
            if name.startswith("sfy_") and amount is not None
        }
        cases.write(self.case, self.zone, amounts, on=self.today, by=by)
        return f"{self.zone.name}: {len(amounts)} year{'' if len(amounts) == 1 else 's'} written."


class ApproveDoor(OfCase):
    """Approve what a case would do, or send it back."""

    permission = "approve-correction"
    form_class = ApproveForm

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name what is taken on the button."""
        to = reverse("correction_approve", args=[self.case.pk])
        effects = queries.effects(self.case, queries.lines(self.case), self.today)
        return super().get_form_kwargs() | {"act": act_of(effects), "to": to}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the case and the way back."""
        return super().get_context_data(
            fund=self.case.fund,
            heading=f"Approve {self.case}",
            lede=self.case.reason,
            about=[Term("Prepared", str(self.case.prepared_by))],
            back=Link(str(self.case), self.get_success_url()),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Approve, or send back with the reason."""
        if "back" in self.request.POST:
            cases.send_back(self.case, answers["reason"], on=self.today, by=by)
            return f"{self.case} is sent back."
        cases.approve(self.case, on=self.today, by=by)
        return f"{self.case} is approved and posted."
