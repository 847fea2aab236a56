"""The only home of the doors to a zone's projects: propose, determine."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import projects
from funds.models import Project
from funds.queries import projects as queries
from funds.queries.ceilings import ceilings, of_budget
from funds.zone_forms import DetermineForm, ProposeForm, moment
from municipalities.doors import Door
from municipalities.drafts.drafted import Drafted
from municipalities.models import EnterpriseZone, Officer
from municipalities.page_parts import Link, Term


class ZoneDoor(Door):
    """A door of one zone: found in the scope, named, with the way back."""

    heading = lede = after = ""

    @cached_property
    def zone(self) -> EnterpriseZone:
        """The zone of the address, if it may be seen."""
        return get_object_or_404(self.scope.zones(), code=self.kwargs["code"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act and say what may be used."""
        return super().get_context_data(
            zone=self.zone,
            heading=self.heading,
            lede=self.lede,
            after=self.after,
            about=self.about(),
            about_title="What may be encumbered",
            back=Link(f"{self.zone.name} zone account", reverse("zone", args=[self.zone.pk])),
            **kwargs,
        )

    def about(self) -> list[Term]:
        """Say beside the form what may be encumbered, by credit year."""
        found = queries.usable(self.zone, self.today)
        terms = [Term(f"SFY{sfy}, unencumbered", left) for sfy, left in found.items()]
        total = sum(found.values(), start=queries.ZERO)
        return [*terms, Term("All usable years", total, total=True, in_dollars=True)]

    def get_success_url(self) -> str:
        """Go back to the zone's account."""
        return reverse("zone", args=[self.zone.pk])


class ProposeDoor(Drafted, ZoneDoor):
    """Propose a project that a joint resolution adopted."""

    permission = "propose-project"
    draft = "propose"
    in_steps = True
    form_class = ProposeForm
    heading = "Propose a project"
    lede = "The zone’s corporation and the governing body adopted it after a public hearing."
    after = "The UEZ Authority approves or rejects it; only an approved one is encumbered for."
    made: Project

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer the credit years a budget may draw on."""
        offered = queries.budget_years(self.zone, self.today)
        return super().get_form_kwargs() | {"zone": self.zone, "offered": offered}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show what the ceilings leave, before a budget is proposed."""
        return super().get_context_data(headroom=ceilings(self.zone, self.today), **kwargs)

    def form_valid(self, form: forms.Form) -> Any:
        """Gather the budget by year beside the answers."""
        if isinstance(form, ProposeForm):
            form.cleaned_data |= {"budgets": form.budgets(), "contents": form.contents()}
        return super().form_valid(form)

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record the proposal."""
        self.made = projects.propose(
            self.zone,
            answers["municipality"],
            answers["number"],
            answers["title"],
            answers["category"],
            answers["budgets"],
            moment(answers["hearing_on"], answers["hearing_at"]),
            moment(answers["adopted_on"], answers["adopted_at"]),
            answers["resolution"],
            contents=answers["contents"],
            on=self.today,
            by=by,
        )
        return f"{self.made.number} is proposed; both bodies’ adoption is recorded next."

    def get_success_url(self) -> str:
        """Go to the project."""
        return reverse("project", args=[self.made.pk])


class DetermineDoor(Door):
    """Approve or reject a project for the Authority."""

    permission = "determine-project"
    form_class = DetermineForm

    @cached_property
    def project(self) -> Project:
        """The project of the address, if it may be seen."""
        found = self.scope.filter(Project.objects.select_related("zone"), "zone", "municipality")
        return get_object_or_404(found, pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form what its button names."""
        total = queries.money([self.project])[self.project.pk].budget
        return super().get_form_kwargs() | {"project": self.project, "total": total}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act and the way back."""
        return super().get_context_data(
            heading=f"Determine {self.project.number}",
            lede=self.project.title,
            about=[Term("Budget", queries.money([self.project])[self.project.pk].budget)],
            headroom=of_budget(self.project, self.today),
            back=Link(self.project.number, self.get_success_url()),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Approve, or reject with the reason."""
        approve = "reject" not in self.request.POST
        made = projects.determine(
            self.project, approve=approve, reason=answers["reason"], on=self.today, by=by
        )
        return f"{made.number} is {'approved' if approve else 'rejected'}."

    def get_success_url(self) -> str:
        """Go back to the project."""
        return reverse("project", args=[self.project.pk])
