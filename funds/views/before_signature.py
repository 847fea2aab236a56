"""The only home of the doors before and under a signature: cases, waivers, acknowledgement."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import acknowledgements, objections
from funds.before_forms import AcknowledgeForm, AuthoriseForm, CasesForm, WaiverForm
from funds.cases import trying, writing
from funds.models import Acknowledgement, Run, RunLine, Waiver
from funds.queries.runs import MAIN
from funds.refusal import Refusal
from funds.views.allocation_doors import ActOnRun, FundDoor
from municipalities.doors import Door
from municipalities.models import Officer
from municipalities.page_parts import Check, Link, Term


class CasesDoor(FundDoor):
    """Write cases that are tried on every recipient of the fund's runs."""

    permission = "prepare-run"
    form_class = CasesForm
    heading = "Cases"
    lede = "What must hold of every recipient before a run is signed, in Gherkin."
    after = f"Sentences: {trying.HELP}."

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """List the files in use."""
        about = [
            Term(each.name, f"Version {each.version}, {each.written_on:%b %-d, %Y}")
            for each in trying.latest(self.fund.code)
        ]
        return super().get_context_data(
            about=about or [Term("In use", "None")], about_title="In use", **kwargs
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Keep the version."""
        made = writing.write(self.fund, answers["text"], on=self.today, by=by)
        return f"{made} is tried on every run of the fund from now on."

    def get_success_url(self) -> str:
        """Stay with the cases."""
        return reverse("cases", args=[self.fund.code])


class WaiverDoor(ActOnRun):
    """Ask that a run may be certified in spite of what stops it."""

    permission = "propose-decision"
    form_class = WaiverForm
    heading = "Ask for a waiver,"

    def get_form_kwargs(self) -> dict[str, Any]:
        """Ask what and why alone."""
        found = super().get_form_kwargs()
        del found["run"], found["total"]
        return found

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what stops the run."""
        return super().get_context_data(
            lede="A waiver is named on the run and to everyone, with who authorised it.",
            after="Another person authorises it. An upheld objection is never waived.",
            about=[Term(each.state, each.words) for each in checks(self.run)],
            about_title="Before the signature",
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Ask for it."""
        made = objections.ask_waiver(
            self.run, answers["of"], answers["reason"], on=self.today, by=by
        )
        return f"“{made.get_of_display()}” waits for another person’s authorisation."


class AuthoriseDoor(Door):
    """Authorise a waiver."""

    permission = "decide"
    form_class = AuthoriseForm

    @cached_property
    def waiver(self) -> Waiver:
        """The waiver of the address."""
        return get_object_or_404(Waiver.objects.select_related("run__fund"), pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show what is waived and why."""
        each = self.waiver
        return super().get_context_data(
            fund=each.run.fund,
            heading=f"Authorise a waiver, SFY{each.run.sfy}, run {each.run.number}",
            lede="The run may then be certified in spite of it. Your office is named with it.",
            back=Link(f"SFY{each.run.sfy}", self.get_success_url()),
            about=[
                Term("Waived", each.get_of_display()),
                Term("Reason", each.reason),
                Term("Asked by", str(each.asked_by)),
            ],
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Authorise it."""
        made = objections.authorise(self.waiver, on=self.today, by=by)
        return f"Waived: {made.get_of_display().lower()}."

    def get_success_url(self) -> str:
        """Go to the run."""
        return reverse("run", args=[self.waiver.run_id])


class AcknowledgeDoor(Door):
    """Acknowledge the certification of one's own amount."""

    permission = "acknowledge"
    form_class = AcknowledgeForm

    @cached_property
    def line(self) -> RunLine:
        """The holder's amount, if the person may see it."""
        mine = self.scope.filter(RunLine.objects.all(), "municipality", "zone", "county")
        found = mine.filter(run=self.kwargs["pk"], holder=self.kwargs["holder"])
        line = found.select_related("run__fund", "run__certification").first()
        if line is None:
            raise Http404
        return line

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the amount on the button."""
        run = self.line.run
        main = RunLine.objects.filter(run=run, holder=self.line.holder, component=MAIN[run.fund_id])
        amount = sum(main.values_list("amount", flat=True))
        return super().get_form_kwargs() | {"act": f"Acknowledge ${amount:,.2f}"}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what is acknowledged."""
        run = self.line.run
        signed = getattr(run, "certification", None)
        return super().get_context_data(
            fund=run.fund,
            heading=f"Acknowledge the certification of SFY{run.sfy}",
            lede="The Department sees that it has arrived. It is no agreement with the amount.",
            back=Link(f"SFY{run.sfy}", self.get_success_url()),
            about=[Term("Certification", signed.number if signed else "None yet")],
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Acknowledge it."""
        signed = getattr(self.line.run, "certification", None)
        if signed is None:
            raise Refusal(f"{self.line.run} is not certified: there is nothing to acknowledge.")
        acknowledgements.acknowledge(signed, self.line.holder, on=self.today, by=by)
        return f"{signed} is acknowledged."

    def get_success_url(self) -> str:
        """Go to why the amount is what it is."""
        return reverse("run_holder", args=[self.line.run_id, self.line.holder])


def checks(run: Run) -> list[Check]:
    """Say what of data, cases and waivers stands before the signature."""
    waived = {each.of: each for each in run.waivers.select_related("authorised_by__office")}
    said = [_case(each) for each in trying.tried(run)]
    wrong, open_ = objections.upheld(run).count(), objections.undecided(run).count()
    if wrong:
        said.append(Check("Needs a new run", f"{wrong} objections to its data were upheld."))
    if open_:
        said.append(Check("Needs a decision", f"{open_} objections to its data are not decided."))
    said += [_waiver(each) for each in waived.values()]
    return said


def _case(each: trying.Tried) -> Check:
    if each.holds:
        return Check("Passed", f"{each.scenario}: holds of {each.meant} of {each.meant}.",
                     each.feature)  # fmt: skip
    named = "; ".join(f"{name}: {fault}" for name, fault in each.fails[: trying.SHOWN])
    return Check("Needs an eye", f"{each.scenario}: fails for {len(each.fails)} of {each.meant}.",
                 named)  # fmt: skip


def _waiver(each: Waiver) -> Check:
    if each.authorised_by is None:
        return Check("Waits", f"Waiver asked: {each.get_of_display().lower()}.", each.reason)
    return Check(
        "Noted",
        f"Waived: {each.get_of_display().lower()}, by the {each.authorised_by.office}.",
        each.reason,
    )


def received(run: Run) -> list[Check]:
    """Say how many of the holders have acknowledged the certification."""
    if not hasattr(run, "certification"):
        return []
    main = RunLine.objects.filter(run=run, component=MAIN[run.fund_id])
    of = main.exclude(municipality=None, zone=None).count()
    done = Acknowledgement.objects.filter(certification__run=run).count()
    return [Check("Passed" if done == of else "Waits", f"{done} of {of} have acknowledged it.")]


def links(run: Run, officer: Officer) -> list[Link]:
    """Return the doors to waivers that are open to the officer."""
    if hasattr(run, "certification"):
        return []
    found = []
    if officer.may("propose-decision"):
        found.append(Link("Ask for a waiver", reverse("waiver_ask", args=[run.pk])))
    if officer.may("decide"):
        found += [
            Link("Authorise the waiver", reverse("waiver_authorise", args=[each.pk]))
            for each in run.waivers.filter(authorised_on=None)
        ]
    return found
