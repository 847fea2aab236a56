"""The only home of the doors to a proposal on its way: changes, withdrawal, outcome."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import Http404
from django.utils.functional import cached_property

from funds import outcomes, projects
from funds import proposal_reviews as reviews
from funds.amendment_forms import AskChangesForm, OutcomeForm, SendAgainForm
from funds.models import ChangeRequest, Proposal
from funds.outcomes import Said
from funds.proposal_forms import initial
from funds.queries import projects as queries
from funds.rules.money import ZERO
from funds.second_generation_forms import WhyForm
from funds.views.proposal_doors import ProjectDoor
from municipalities.drafts.drafted import Drafted
from municipalities.models import Officer


class AskChangesDoor(Drafted, ProjectDoor):
    """Ask for changes, a comment for each part."""

    permission = "review-project"
    draft = "ask-changes"
    form_class = AskChangesForm
    heading = "Ask for changes in"
    after = "The town answers each comment and sends the proposal again. 52:27H-88 c."

    def get_form_kwargs(self) -> dict[str, Any]:
        """Show beside each part what it says now."""
        live = Proposal.objects.filter(project=self.project, superseded=False).first()
        said = {part: str(getattr(live, part, "") or "")[:200] for part in reviews.PARTS}
        said["budget"] = ", ".join(
            f"SFY{each.sfy} ${each.amount:,.2f}" for each in self.project.budgets.all()
        )
        said["total_cost"] = f"${live.total_cost:,.2f}" if live and live.total_cost else ""
        said["other_revenues"] = (
            ""
            if live is None
            else ", ".join(
                f"{each.source} ${each.amount:,.2f}" for each in live.other_revenues.all()
            )
        )
        return super().get_form_kwargs() | {"said": said if live else {}}

    def form_valid(self, form: forms.Form) -> Any:
        """Gather the comments by part."""
        if isinstance(form, AskChangesForm):
            form.cleaned_data["comments"] = form.comments()
        return super().form_valid(form)

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Ask."""
        made = reviews.ask(self.project, answers["comments"], on=self.today, by=by)
        count = made.comments.count()
        return f"{count} change{'' if count == 1 else 's'} asked; who proposed it is told."


class SendAgainDoor(Drafted, ProjectDoor):
    """Answer each comment and send the proposal again."""

    permission = "propose-project"
    draft = "send-again"
    form_class = SendAgainForm
    heading = "Answer and send again:"
    after = "If what it says or its budget changes, both bodies adopt it anew. 52:27H-88 c."

    @cached_property
    def asked(self) -> ChangeRequest:
        """The request that waits."""
        found = reviews.waiting(self.project) or self.project.change_requests.last()
        if found is None:
            raise Http404
        return found

    def get_initial(self) -> dict[str, Any]:
        """Show what it says now."""
        live = Proposal.objects.filter(project=self.project, superseded=False)
        return dict(initial(live.first()))

    def get_form_kwargs(self) -> dict[str, Any]:
        """Ask an answer to each comment, and offer the years of the budget."""
        offered = queries.budget_years(self.project.zone, self.today)
        known = dict(self.project.budgets.values_list("sfy", "amount"))
        return super().get_form_kwargs() | {
            "comments": list(self.asked.comments.all()),
            "budgets": {sfy: known.get(sfy, ZERO) for sfy in sorted({*known, *offered})},
        }

    def form_valid(self, form: forms.Form) -> Any:
        """Gather the answers, the amounts and the contents."""
        if isinstance(form, SendAgainForm):
            form.cleaned_data |= {
                "answers": form.answers(),
                "budgets": form.budgets(),
                "contents": form.contents(),
            }
        return super().form_valid(form)

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Send it."""
        known = set(self.project.budgets.values_list("sfy", flat=True))
        budgets = {sfy: a for sfy, a in answers["budgets"].items() if a or sfy in known}
        reviews.send_again(
            self.asked,
            answers["answers"],
            contents=answers["contents"],
            budgets=budgets,
            on=self.today,
            by=by,
        )
        return f"{self.project.number} is with the Authority again."


class WithdrawDoor(ProjectDoor):
    """Withdraw a proposal, or an approved project of which nothing is bound."""

    permission = "propose-project"
    form_class = WhyForm
    heading = "Withdraw"
    after = "It is not determined any more, and its budget no longer counts against a ceiling."

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the act."""
        return super().get_form_kwargs() | {"act": f"Withdraw {self.project.number}"}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Withdraw it."""
        projects.withdraw(self.project, answers["reason"], on=self.today, by=by)
        return f"{self.project.number} is withdrawn."


class OutcomeDoor(ProjectDoor):
    """Report what a project has led to."""

    permission = "propose-project"
    form_class = OutcomeForm
    heading = "Outcome of"
    after = "It stands beside what was promised. 52:27H-88 c."

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer today."""
        return super().get_form_kwargs() | {"by": self.officer, "today": self.today}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Report it."""
        said = Said(
            answers["as_of_on"],
            answers["jobs"],
            answers["activity"],
            answers["finished"],
            answers["evidence"],
        )
        made = outcomes.report(self.project, said, on=self.today, by=by)
        return f"{self.project.number}: {made.jobs} jobs by {made.as_of_on:%b %-d, %Y}."
