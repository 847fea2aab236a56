"""The only home of the doors that move money for a finding: forfeit, and decide its appeal. j."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import appeals, compliance, receivables
from funds.models import Appeal, Receivable
from funds.plan_forms import StepForm
from funds.queries import reviews as queries
from funds.review_forms import DecideForm
from funds.splits import FUND
from funds.views.finding import AppealDoor
from funds.views.review_doors import ReviewDoor
from municipalities.models import Officer
from municipalities.page_parts import Term
from payments import forfeitures

ZERO = Decimal(0)


class ForfeitDoor(ReviewDoor):
    """Forfeit what a zone owes by findings, as the calendar does each morning."""

    permission = "apply-withholding"
    form_class = StepForm
    heading = "Forfeit what is there"
    lede = "For what the Department found: unencumbered money first, then vouchers that are due."
    after = "Oldest finding first, never more than is owed or there. 52:27H-88 j."

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the amount on the button."""
        return super().get_form_kwargs() | {"act": f"Forfeit ${self._taken():,.2f}"}

    def _taken(self) -> Decimal:
        on_hand = sum((each.amount for each in queries.on_hand(self.zone, self.today)), ZERO)
        return min(self._owed(), on_hand)

    def _owed(self) -> Decimal:
        found = compliance.findings_owed(self.zone, self.today)
        return sum((receivables.outstanding(each) for each in found), ZERO)

    def about(self) -> list[Term]:
        """Say what is owed and what is there."""
        there = [Term(each.label, each.amount) for each in queries.on_hand(self.zone, self.today)]
        owed, every = self._owed(), receivables.open_ones(FUND, self.zone.holder)
        findings = every.filter(kind=Receivable.Kind.FINDING)
        waits = sum((receivables.outstanding(each) for each in findings), ZERO) - owed
        terms = [Term("Owed by findings", owed, in_dollars=True)]
        terms += [Term("Waits for an appeal", waits, in_dollars=True)] if waits else []
        return [*terms, *there]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name what stands beside the form."""
        return super().get_context_data(**kwargs) | {"about_title": "Owed, and there"}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Forfeit it."""
        made = forfeitures.forfeit(self.zone, on=self.today, by=by)
        total = sum((posting.total for posting in made), ZERO)
        return f"${total:,.2f} is forfeited to the Department."


class DecideDoor(AppealDoor):
    """Decide an appeal: what of the finding is reversed."""

    permission = "decide-appeal"
    form_class = DecideForm
    heading = "Decide the appeal"
    after = "What was recovered beyond what then stands is given back by postings of their own."

    @cached_property
    def appeal(self) -> Appeal:
        """The appeal of the address's finding."""
        return get_object_or_404(Appeal.objects.filter(finding=self.finding))

    def about(self) -> list[Term]:
        """Say what was found, and the grounds of the appeal."""
        return [*super().about(), Term("Grounds", self.appeal.grounds)]

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer the finding's expenditures."""
        given = super().get_form_kwargs()
        del given["by"]
        return given | {"rows": appeals.lines(self.finding)}

    def form_valid(self, form: Any) -> Any:
        """Gather what is reversed of each."""
        form.cleaned_data["amounts"] = form.amounts()
        return super().form_valid(form)

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Decide it."""
        made = forfeitures.decide_appeal(
            self.appeal, answers["amounts"], answers["reason"], on=self.today, by=by
        )
        back = sum((posting.total for posting in made), ZERO)
        reversed_ = sum(answers["amounts"].values(), ZERO)
        return f"${reversed_:,.2f} of {self.finding} is reversed; ${back:,.2f} is given back."

    def get_success_url(self) -> str:
        """Go back to the finding."""
        return reverse("finding", args=[self.finding.pk])
