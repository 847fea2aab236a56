"""The only home of the doors to allocation: deposit, run, certify, credit, step down."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import allocation, offsets
from funds.forms import CertifyForm, DepositForm, RunForm, StepDownForm
from funds.models import Fund, Run
from funds.queries import runs
from funds.refusal import Refusal
from municipalities.doors import Door
from municipalities.models import Officer
from municipalities.page_parts import Link


class FundDoor(Door):
    """A door of one fund."""

    heading = lede = after = ""

    @cached_property
    def fund(self) -> Fund:
        """The fund of the address."""
        return get_object_or_404(Fund, code=self.kwargs["fund"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act, its fund and the way back."""
        return super().get_context_data(
            fund=self.fund,
            heading=self.heading,
            lede=self.lede,
            after=self.after,
            back=Link(self.fund.name, reverse("fund", args=[self.fund.code])),
            **kwargs,
        )

    def get_success_url(self) -> str:
        """Go back to the fund."""
        return reverse("fund", args=[self.fund.code])


class DepositDoor(FundDoor):
    """Deposit money from a named source."""

    permission = "deposit"
    form_class = DepositForm
    heading = "Deposit into the fund"
    lede = "Money the statute requires to be deposited here, from a source it names."
    after = "A posting is never changed. A wrong one is reversed by a later one."

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form its fund, for the sources."""
        return super().get_form_kwargs() | {"fund": self.fund}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Post the deposit under the form's token."""
        posting = allocation.deposit(
            self.fund.code,
            answers["source"],
            answers["amount"],
            on=self.today,
            by=by,
            document=answers["document"],
            key=f"deposit/{self.fund.code}/{answers['token']}",
        )
        return f"Posted ${posting.total:,.2f} as posting {posting.number}."


class RunDoor(FundDoor):
    """Prepare a year's run from the accepted figures."""

    permission = "prepare-run"
    form_class = RunForm
    heading = "Prepare a run"
    lede = "The accepted figures of the year are frozen, and every holder gets a worksheet."
    made: Run

    def get_initial(self) -> dict[str, Any]:
        """Remember how many runs there are."""
        return {"seen": Run.objects.filter(fund=self.fund).count()}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Freeze the run."""
        if answers["seen"] != Run.objects.filter(fund=self.fund).count():
            last = Run.objects.filter(fund=self.fund).latest("pk")
            raise Refusal(f"{last} was prepared since you opened this page: read it first.")
        latest = Run.objects.filter(fund=self.fund, sfy=answers["sfy"]).order_by("-number").first()
        self.made = allocation.run(
            self.fund.code,
            answers["sfy"],
            on=self.today,
            by=by,
            reason=answers["reason"],
            supersedes=latest,
        )
        return f"SFY{self.made.sfy}, run {self.made.number} is ready to certify."

    def get_success_url(self) -> str:
        """Go to the run."""
        return reverse("run", args=[self.made.pk])


class ActOnRun(Door):
    """A door of one run."""

    heading = lede = ""

    @cached_property
    def run(self) -> Run:
        """The run of the address."""
        return get_object_or_404(Run.objects.select_related("fund"), pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form the run and the total it names on its button."""
        total = sum(runs.amounts(self.run).values())
        return super().get_form_kwargs() | {"run": self.run, "total": total}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act, the run and the way back."""
        return super().get_context_data(
            fund=self.run.fund,
            heading=f"{self.heading} SFY{self.run.sfy}, run {self.run.number}",
            back=Link(f"SFY{self.run.sfy}", self.get_success_url()),
            **kwargs,
        )

    def get_success_url(self) -> str:
        """Go back to the run."""
        return reverse("run", args=[self.run.pk])


class CertifyDoor(ActOnRun):
    """Certify a run that another person prepared."""

    permission = "certify"
    form_class = CertifyForm
    heading = "Certify"

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Sign."""
        statement = str(CertifyForm.base_fields["statement"].label)
        if self.run.fund_id == offsets.FUND:
            statement = f"{statement} {offsets.NO_EXCEPTION}"
        made = allocation.certify(self.run, on=self.today, by=by, statement=statement)
        return f"Certified as {made.number}."


class StepDownDoor(ActOnRun):
    """Move the General Fund's share of the year. 52:27H-88 a.(1)."""

    permission = "deposit"
    form_class: type[forms.Form] = StepDownForm
    heading = "Step down"

    def get_form_kwargs(self) -> dict[str, Any]:
        """Ask nothing."""
        return Door.get_form_kwargs(self)

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Post the share."""
        posting = allocation.step_down(self.run, on=self.today, by=by)
        return (
            "Nothing goes to the General Fund."
            if posting is None
            else (f"${posting.total:,.2f} went to the General Fund by posting {posting.number}.")
        )
