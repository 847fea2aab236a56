"""The only home of the doors after a certification: re-open it, protect from it, its policy."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.functional import cached_property

from funds import allocation, supplements
from funds.after_forms import DecideForm, PolicyForm, ProgramForm, ProtectForm, ReopenForm
from funds.models import CorrectionPolicy, Fund, Run
from funds.refusal import Refusal
from funds.rules.fiscal_year import sfy_of
from funds.rules.money import ZERO
from funds.views.allocation_doors import ActOnRun, FundDoor
from municipalities.models import Officer
from municipalities.page_parts import Link, Term

RULES = CorrectionPolicy.Rule


class ReopenDoor(ActOnRun):
    """Take a certification back before anything of it was released."""

    permission = "certify"
    form_class = ReopenForm
    heading = "Re-open"

    def get_form_kwargs(self) -> dict[str, Any]:
        """Ask for the reason alone."""
        found = super().get_form_kwargs()
        del found["run"], found["total"]
        return found

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what is taken back."""
        signed = getattr(self.run, "certification", None)
        return super().get_context_data(
            lede="Its credit is reversed. What was certified stays on record as re-opened.",
            after="Once an installment is released, a later run takes its place instead.",
            about=[
                Term("Certification", signed.number if signed else "None yet"),
                Term("Certified by", str(signed.certified_by) if signed else "None yet"),
            ],
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Re-open it."""
        signed = getattr(self.run, "certification", None)
        if signed is None:
            raise Refusal(f"{self.run} is not certified: there is nothing to re-open.")
        allocation.reopen(signed, reason=answers["reason"], on=self.today, by=by)
        return f"{signed} is re-opened; prepare the run anew. Everyone it went to is told."


class ProtectDoor(ActOnRun):
    """Keep everyone of a correction at the certified amount."""

    permission = "prepare-run"
    form_class = ProtectForm
    heading = "Protect from"
    made: Run

    @cached_property
    def cost(self) -> Any:
        """What the correction takes below the certified amounts, in dollars."""
        return sum(supplements.falls(self.run).values())

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the cost on the button."""
        found = super().get_form_kwargs()
        del found["run"], found["total"]
        return found | {"act": f"Prepare the protection: ${self.cost:,.2f}"}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show the cost before it is asked for."""
        return super().get_context_data(
            lede="A run of its own gives each holder what the correction takes below its amount.",
            after="Another person certifies it; its money is appropriated beside the amount.",
            about=policy_terms(self.run),
            about_title="What it costs",
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Freeze the protection."""
        self.made = supplements.protect(self.run, on=self.today, by=by)
        return f"Run {self.made.number} keeps everyone at the certified amount."

    def get_success_url(self) -> str:
        """Go to the protection, or back."""
        made = getattr(self, "made", None)
        return reverse("run", args=[made.pk if made else self.run.pk])


def policy_terms(run: Run) -> list[Term]:
    """Say what the correction policy is, how many fall and what keeping them would cost."""
    falls = supplements.falls(run)
    found = supplements.policy(run.fund_id, run.sfy)
    return [
        Term("Policy", RULES(found.rule).label if found else RULES.AS_COMPUTED.label),
        Term("Authority", found.authority if found else "None on record"),
        Term("Fall below what was certified", f"{len(falls)}"),
        Term("Keeping them there costs", sum(falls.values(), ZERO), total=True,
             in_dollars=True),
    ]  # fmt: skip


class PolicyDoor(FundDoor):
    """Propose what a correction may do."""

    permission = "propose-decision"
    form_class = PolicyForm
    heading = "Correction policy"
    lede = "Whether a correction of certified aid may leave anyone below the certified amount."
    after = "Another person puts it in force. What was certified before is not touched."

    def get_initial(self) -> dict[str, Any]:
        """Suggest this year and the cautious rule."""
        return {"rule": RULES.NEVER_BELOW, "from_sfy": sfy_of(self.today)}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show every policy of the fund."""
        rows = CorrectionPolicy.objects.filter(fund=self.fund)
        about = [
            Term(f"From SFY{each.from_sfy}, {state(each)}", RULES(each.rule).label) for each in rows
        ] or [Term("In force", RULES.AS_COMPUTED.label)]
        return super().get_context_data(about=about, about_title="On record", **kwargs)

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Propose it."""
        made = supplements.propose_policy(
            self.fund, answers["from_sfy"], answers["rule"], answers["authority"],
            on=self.today, by=by,
        )  # fmt: skip
        return f"“{RULES(made.rule).label}” waits for another person’s decision."


def state(policy: CorrectionPolicy) -> str:
    """Say whether a policy is in force yet."""
    if policy.decided_on is None:
        return "waits to be decided"
    return f"decided {policy.decided_on:%b %-d, %Y}"


class PolicyDecideDoor(FundDoor):
    """Put the proposed policy in force."""

    permission = "decide"
    form_class = DecideForm
    heading = "Decide the correction policy"
    lede = "From the year it names, every correction of the fund follows it."

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show what is decided."""
        waits = CorrectionPolicy.objects.filter(fund=self.fund, decided_on=None).first()
        about = [Term("Waits", "None")]
        if waits is not None:
            about = [
                Term("From", f"SFY{waits.from_sfy}"),
                Term("Rule", RULES(waits.rule).label),
                Term("Authority", waits.authority),
                Term("Proposed by", str(waits.proposed_by)),
            ]
        return super().get_context_data(about=about, **kwargs)

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Decide it."""
        waits = CorrectionPolicy.objects.filter(fund=self.fund, decided_on=None).first()
        if waits is None:
            raise Refusal(f"{self.fund}: no policy waits to be decided.")
        made = supplements.decide_policy(waits, on=self.today, by=by)
        return f"In force from SFY{made.from_sfy}: {RULES(made.rule).label.lower()}."


class ProgramDoor(FundDoor):
    """Share a supplemental program's money."""

    permission = "prepare-run"
    form_class = ProgramForm
    heading = "Supplemental program"
    lede = "Its own money, by the shares of the year’s certified aid and on the same dates."
    after = "Deposit its appropriation as a source of its own; another person certifies the run."
    made: Run

    @cached_property
    def fund(self) -> Fund:
        """The fund whose shares a program follows."""
        return Fund.objects.get(pk=supplements.RECEIPTS)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """List the programs on record."""
        runs = Run.objects.filter(fund=self.fund, kind=Run.Kind.SUPPLEMENT).order_by("-sfy")
        about = [
            Term(f"{each.reason}, SFY{each.sfy}", f"Run {each.number}",
                 reverse("run", args=[each.pk]))
            for each in runs[:10]
        ]  # fmt: skip
        return super().get_context_data(
            about=about or [Term("On record", "None")], about_title="Programs", **kwargs
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Freeze the run."""
        self.made = supplements.follow(
            answers["name"], answers["sfy"], answers["amount"], answers["authority"],
            on=self.today, by=by,
        )  # fmt: skip
        return f"Run {self.made.number} of SFY{self.made.sfy} is ready to certify."

    def get_success_url(self) -> str:
        """Go to the run, or back to the fund."""
        made = getattr(self, "made", None)
        return reverse("run", args=[made.pk]) if made else super().get_success_url()


def links(run: Run, officer: Officer) -> list[Link]:
    """Return what may be done with a run after its certification, by whom may."""
    found = []
    signed = getattr(run, "certification", None)
    if signed is not None and officer.may("certify") and not hasattr(signed, "reopening"):
        found.append(Link("Re-open", reverse("run_reopen", args=[run.pk])))
    policy = supplements.policy(run.fund_id, run.sfy)
    never = policy is not None and policy.rule == RULES.NEVER_BELOW
    if never and officer.may("prepare-run") and supplements.falls(run):
        found.append(Link("Protect from it", reverse("run_protect", args=[run.pk])))
    return found
