"""The only home of the doors to pledges of credits to come: made, and decided."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import pledges
from funds.caps import Headroom
from funds.models import Pledge
from funds.pledge_forms import DecidePledgeForm, PledgeForm
from funds.queries import pledges as queries
from funds.views.proposal_doors import ProjectDoor
from municipalities.doors import Door
from municipalities.models import Officer
from municipalities.page_parts import Link, Term


class PledgeDoor(ProjectDoor):
    """Pledge credits to come to an approved transportation project."""

    permission = "propose-project"
    form_class = PledgeForm
    heading = "Pledge credits to"
    after = "At most 75% of a year’s credit, with the approval of the Authority. 52:27H-62 m."
    made: Pledge | None = None

    @cached_property
    def ceiling(self) -> Headroom:
        """How the ceiling of the next year to be credited is expected to stand."""
        return queries.expected(self.project, self.today)

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer the first year that is not credited yet."""
        return super().get_form_kwargs() | {"by": self.officer, "next_sfy": self.ceiling.sfy}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show what the ceilings of the years to come would leave."""
        now = self.ceiling
        about = [
            Term(f"Credit expected of SFY{now.sfy}", now.credited),
            Term("75% of it", now.limit),
            Term("Used or pledged", now.used),
            Term("Left to pledge", now.left, total=True, in_dollars=True),
        ]
        return super().get_context_data(about=about, about_title="What may be pledged", **kwargs)

    def form_valid(self, form: forms.Form) -> HttpResponse:
        """Gather the years and the loan beside the answers."""
        if isinstance(form, PledgeForm):
            form.cleaned_data |= {"amounts": form.amounts(), "repays": form.repays()}
        return super().form_valid(form)

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record the pledge."""
        self.made = pledges.pledge(
            self.project,
            answers["number"],
            answers["amounts"],
            answers["repays"],
            on=self.today,
            by=by,
        )
        return f"Pledge {self.made.number} waits for the Authority."

    def get_success_url(self) -> str:
        """Go to the pledge; while there is none, back to the project."""
        return reverse("pledge", args=[self.made.pk]) if self.made else super().get_success_url()


class DecidePledgeDoor(Door):
    """Approve or reject a pledge."""

    permission = "determine-project"
    form_class = DecidePledgeForm

    @cached_property
    def pledge(self) -> Any:
        """The pledge of the address, if it may be seen."""
        return get_object_or_404(queries.visible(self.scope), pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form what its button names."""
        return super().get_form_kwargs() | {"pledge": self.pledge, "total": self.pledge.total}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act and the way back."""
        return super().get_context_data(
            heading=f"Decide pledge {self.pledge.number}",
            lede=self.pledge.project.title,
            back=Link(self.pledge.number, reverse("pledge", args=[self.pledge.pk])),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Approve, or reject with the reason."""
        approve = "reject" not in self.request.POST
        made = pledges.decide(
            self.pledge, approve=approve, reason=answers["reason"], on=self.today, by=by
        )
        return f"Pledge {made.number} is {'approved' if approve else 'rejected'}."

    def get_success_url(self) -> str:
        """Go back to the pledge."""
        return reverse("pledge", args=[self.pledge.pk])
