"""The only home of the doors to an amendment: proposed, adopted by both bodies, determined."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import adoptions, amendments
from funds.adoptions import Adoption
from funds.amendment_forms import (
    AmendForm,
    DetermineAmendmentForm,
)
from funds.models import Amendment
from funds.proposal_forms import AdoptForm
from funds.queries import projects as queries
from funds.views.proposal_doors import ProjectDoor
from funds.zone_forms import moment
from municipalities.doors import Door
from municipalities.drafts.drafted import Drafted
from municipalities.models import Officer
from municipalities.page_parts import Link


class AmendDoor(Drafted, ProjectDoor):
    """Propose to change an approved project's budget, time or scope."""

    permission = "propose-project"
    draft = "amend"
    form_class = AmendForm
    heading = "Amend"
    after = "Both bodies adopt it after the hearing, and the Authority determines it. 52:27H-88 c."
    made: Amendment

    def get_form_kwargs(self) -> dict[str, Any]:
        """Show the plan as it stands."""
        return super().get_form_kwargs() | {
            "plan": amendments.current(self.project),
            "offered": queries.budget_years(self.project.zone, self.today),
        }

    def form_valid(self, form: forms.Form) -> Any:
        """Gather the plan."""
        if isinstance(form, AmendForm):
            form.cleaned_data["plan"] = form.plan()
        return super().form_valid(form)

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Propose it."""
        closed = moment(answers["hearing_on"], answers["hearing_at"])
        self.made = amendments.propose(
            self.project, answers["plan"], answers["why"], closed, on=self.today, by=by
        )
        return f"{self.made} is proposed; both bodies’ adoption is recorded next."


class AmendmentDoor(Door):
    """A door of one amendment: found in the scope, named, with the way back."""

    heading = after = ""

    @cached_property
    def amendment(self) -> Amendment:
        """The amendment of the address, if it may be seen."""
        found = Amendment.objects.select_related("project__zone")
        found = self.scope.filter(found, "project__zone", "project__municipality")
        return get_object_or_404(found, pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act and the way back."""
        return super().get_context_data(
            heading=f"{self.heading} {self.amendment}",
            lede=self.amendment.why,
            after=self.after,
            back=Link(str(self.amendment), self.get_success_url()),
            **kwargs,
        )

    def get_success_url(self) -> str:
        """Go back to the amendment."""
        return reverse("amendment", args=[self.amendment.pk])


class AdoptAmendmentDoor(AmendmentDoor):
    """Record that a body adopted an amendment."""

    form_class = AdoptForm
    heading = "Adoption of"
    after = "Each body’s adoption is recorded by its own officer; both are needed. 52:27H-88 c."

    @property
    def permission(self) -> str:  # type: ignore[override]
        """The duty of the body's own officer."""
        if self.kwargs["body"] not in adoptions.DUTIES:
            raise Http404
        return adoptions.DUTIES[self.kwargs["body"]]

    def get_form_kwargs(self) -> dict[str, Any]:
        """Ask for the resolution and its paper."""
        return super().get_form_kwargs() | {"project": None, "by": self.officer}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record the adoption."""
        body = self.kwargs["body"]
        at = moment(answers["adopted_on"], answers["adopted_at"])
        adoption = Adoption(answers["resolution"], at, answers["paper"])
        amendments.adopt(self.amendment, body, adoption, on=self.today, by=by)
        return f"{adoptions.NAMES[body]} adopted {self.amendment}."


class DetermineAmendmentDoor(AmendmentDoor):
    """Approve or reject an amendment for the Authority."""

    permission = "determine-project"
    form_class = DetermineAmendmentForm
    heading = "Determine"

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form its amendment."""
        return super().get_form_kwargs() | {"amendment": self.amendment}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Approve, or reject with the reason."""
        approve = "reject" not in self.request.POST
        made = amendments.determine(
            self.amendment, approve=approve, reason=answers["reason"], on=self.today, by=by
        )
        return f"{made} is {'approved' if approve else 'rejected'}."
