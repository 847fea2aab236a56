"""The only home of the doors to a proposal: what it says, and each body's adoption."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import adoptions, proposals
from funds.adoptions import NAMES as BODIES
from funds.adoptions import Adoption
from funds.models import Project, Proposal
from funds.proposal_forms import AdoptForm, ContentsForm, initial
from funds.zone_forms import moment
from municipalities.doors import Door
from municipalities.drafts.drafted import Drafted
from municipalities.models import Officer
from municipalities.page_parts import Link


class ProjectDoor(Door):
    """A door of one project: found in the scope, named, with the way back."""

    heading = after = ""

    @cached_property
    def project(self) -> Project:
        """The project of the address, if it may be seen."""
        found = self.scope.filter(Project.objects.select_related("zone"), "zone", "municipality")
        return get_object_or_404(found, pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act and the way back."""
        return super().get_context_data(
            heading=f"{self.heading} {self.project.number}",
            lede=self.project.title,
            after=self.after,
            back=Link(self.project.number, self.get_success_url()),
            **kwargs,
        )

    def get_success_url(self) -> str:
        """Go back to the project."""
        return reverse("project", args=[self.project.pk])


class ContentsDoor(Drafted, ProjectDoor):
    """State what a proposal says, before it is determined."""

    permission = "propose-project"
    draft = "contents"
    in_steps = True
    form_class = ContentsForm
    heading = "Proposal of"
    after = "What a body adopted before is adopted anew. 52:27H-88 c."

    def get_initial(self) -> dict[str, Any]:
        """Show what it says now."""
        live = Proposal.objects.filter(project=self.project, superseded=False)
        return dict(initial(live.first()))

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Keep what it says."""
        proposals.write(self.project, answers["contents"], on=self.today, by=by)
        return f"The proposal of {self.project.number} is kept; both bodies adopt it next."

    def form_valid(self, form: Any) -> Any:
        """Gather the answers into what the proposal says."""
        form.cleaned_data["contents"] = form.contents()
        return super().form_valid(form)


class AdoptDoor(ProjectDoor):
    """Record that the governing body or the corporation adopted the proposal."""

    form_class = AdoptForm
    heading = "Adoption of"
    after = "Each body’s adoption is recorded by its own officer; both are needed. 52:27H-88 c."

    @property
    def permission(self) -> str:  # type: ignore[override]
        """The duty of the body's own officer."""
        if self.kwargs["body"] not in BODIES:
            raise Http404
        return adoptions.DUTIES[self.kwargs["body"]]

    def get_form_kwargs(self) -> dict[str, Any]:
        """Show the joint resolution as it was proposed."""
        return super().get_form_kwargs() | {"project": self.project, "by": self.officer}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record the adoption with its paper."""
        body = self.kwargs["body"]
        at = moment(answers["adopted_on"], answers["adopted_at"])
        adoption = Adoption(answers["resolution"], at, answers["paper"])
        proposals.adopt(self.project, body, adoption, on=self.today, by=by)
        return f"{BODIES[body]} adopted {self.project.number}."
