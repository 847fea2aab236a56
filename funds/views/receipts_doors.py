"""The only home of the doors to a year's appropriations act, its watch, and levy relief."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import corrections_report, filing_receipts, levy_relief, receipts_watch
from funds.levy_relief import Budget
from funds.models import Certification, Enactment, Fund, LevyReliefAttestation
from funds.receipts_forms import (
    CorrectionsReportForm,
    EnactmentForm,
    LevyReliefForm,
    NoticeForm,
    ShortForm,
)
from funds.refusal import Refusal
from funds.rules.energy_receipts import LEVY_RELIEF
from municipalities.doors import Door
from municipalities.models import Municipality, Officer, Paper
from municipalities.page_parts import Link, Term

FUND = "energy-receipts"


class YearDoor(Door):
    """A door of one year's amount."""

    heading = lede = after = ""

    @cached_property
    def enactment(self) -> Enactment:
        """The act of the year of the address."""
        return get_object_or_404(Enactment, sfy=self.kwargs["sfy"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act and the way back."""
        return super().get_context_data(
            fund=Fund.objects.get(pk=FUND),
            heading=f"{self.heading}, SFY{self.kwargs['sfy']}",
            lede=self.lede,
            after=self.after,
            back=Link(f"Amount of SFY{self.kwargs['sfy']}", self.get_success_url()),
            **kwargs,
        )

    def get_success_url(self) -> str:
        """Go to the year."""
        return reverse("receipts_year", args=[self.kwargs["sfy"]])


class EnactmentDoor(YearDoor):
    """Record the year's appropriations act."""

    permission = "record-enactment"
    form_class = EnactmentForm
    heading = "Record the appropriations act"
    lede = "The day of enactment starts the five days of 52:27D-441, if the act falls short."
    after = "What the act appropriates is a figure of its own, loaded and accepted with its paper."

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record it."""
        made = receipts_watch.record(
            self.kwargs["sfy"], answers["enacted_on"], answers["title"], on=self.today, by=by
        )
        return f"{made} is on record as enacted on {made.enacted_on:%B %-d, %Y}."


class ShortDoor(YearDoor):
    """Certify that the act is short."""

    permission = "certify-short-appropriation"
    form_class = ShortForm
    heading = "Certify a short appropriation"
    lede = "To the Director of the Division of Taxation, within five days of enactment. 52:27D-441"
    after = "The Director of Taxation then has five days to notify the taxpayers."

    @cached_property
    def judgment(self) -> Any:
        """What the year comes to today."""
        return receipts_watch.judged(self.enactment.sfy, on=self.today)

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the amount on the button."""
        short = self.judgment.short if self.judgment else None
        act = f"Certify ${short:,.2f} short" if short else "Certify"
        return super().get_form_kwargs() | {"act": act}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show the two amounts."""
        found = self.judgment
        about = [
            Term("Required", found.required if found else None),
            Term("Appropriated", found.appropriated if found else None),
            Term("Short", found.short if found else None, total=True, in_dollars=True),
        ]
        return super().get_context_data(about=about, about_title="What it comes to", **kwargs)

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Certify it."""
        made = receipts_watch.certify_short(self.enactment, on=self.today, by=by)
        return f"{made}: ${made.short:,.2f} short, certified to the Director of Taxation."


class NoticeDoor(YearDoor):
    """Record the notice to the taxpayers."""

    permission = "notify-filers"
    form_class = NoticeForm
    heading = "Record the notice"
    lede = "Filers of the corporation business tax, other than utilities, are notified. 52:27D-441"

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record it."""
        made = receipts_watch.notify_filers(self.enactment, answers["notice"], on=self.today, by=by)
        return f"{made}: taxpayers notified, {made.notice}."


class CorrectionsReportDoor(Door):
    """Issue the report of the corrections to the Legislature."""

    permission = corrections_report.DUTY
    form_class = CorrectionsReportForm
    made: Paper

    @cached_property
    def total(self) -> Decimal:
        """What the corrections in force come to, in dollars."""
        return sum((e.correction for e in corrections_report.corrected(self.today)), Decimal(0))

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the amount on the button."""
        amount = f": ${self.total:,.2f}" if self.total else ""
        return super().get_form_kwargs() | {"act": f"Issue the report{amount}"}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show each municipality's part, and the report that stands."""
        rows = corrections_report.corrected(self.today)
        paper = corrections_report.issued(corrections_report.series(self.today))
        about = [Term(f"{each.town.name}, {each.town.pk}", each.correction) for each in rows[:60]]
        about += (
            [Term("All corrections", self.total, total=True, in_dollars=True)]
            if rows
            else [Term("Corrections in force", "None")]
        )
        said = f"Issued as {paper.number}." if paper else "It is issued as a paper, once a version."
        return super().get_context_data(
            fund=Fund.objects.get(pk=FUND),
            heading="Report the corrections",
            lede=f"To the Legislature. {corrections_report.in_time(self.today)} 439 d.",
            after=said,
            about=about,
            about_title="What increases paragraph (2)",
            back=Link("Amount by year", reverse("receipts")),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Issue it."""
        self.made = corrections_report.issue(on=self.today, by=by)
        return f"{self.made.number} is issued: {corrections_report.in_time(self.today)}"

    def get_success_url(self) -> str:
        """Go to the paper."""
        return reverse("paper", args=[self.made.number])


class LevyReliefDoor(Door):
    """Attest that the levy relief of a year cut the levy."""

    permission = "attest-levy-relief"
    form_class = LevyReliefForm

    @cached_property
    def town(self) -> Municipality:
        """The officer's municipality."""
        return get_object_or_404(self.scope.municipalities(), code=self.kwargs["code"])

    @cached_property
    def certification(self) -> Certification | None:
        """The year's certification that stands."""
        return levy_relief.standing(self.kwargs["sfy"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form who asks and today."""
        return super().get_form_kwargs() | {"by": self.officer, "today": self.today}

    def get_initial(self) -> dict[str, Any]:
        """Suggest the budget of the year in which most of the aid is paid."""
        return {"budget_year": self.kwargs["sfy"] - 1}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show what is attested."""
        town, signed = self.town, self.certification
        found = LevyReliefAttestation.objects.filter(certification=signed, municipality=town)
        done = found.select_related("certification__run").first()
        return super().get_context_data(
            fund=Fund.objects.get(pk=FUND),
            heading=f"Attest levy relief, SFY{self.kwargs['sfy']}",
            lede="Aid above the SFY2002 amount may only cut the municipal levy. 439 e.",
            after=_attested(done),
            back=Link(town.name, reverse("municipality", args=[town.code])),
            about=_about(signed, town),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Attest it."""
        if self.certification is None:
            sfy = self.kwargs["sfy"]
            raise Refusal(f"SFY{sfy} is not certified: there is nothing to attest.", LEVY_RELIEF)
        budget = Budget(answers["budget_year"], answers["adopted_on"], answers["document"])
        made = levy_relief.attest(self.certification, self.town, budget, on=self.today, by=by)
        return f"Attested ${made.amount:,.2f} of levy relief for SFY{self.kwargs['sfy']}."

    def get_success_url(self) -> str:
        """Go to the municipality."""
        return reverse("municipality", args=[self.town.code])


def _attested(done: LevyReliefAttestation | None) -> str:
    if done is None:
        return "One attestation a certification."
    receipt = filing_receipts.said(filing_receipts.levy_relief_number(done))
    return f"Attested already. {receipt}".strip()


def _about(signed: Certification | None, town: Municipality) -> list[Term]:
    if signed is None:
        return [Term("Certification", "None yet")]
    why = reverse("run_holder", args=[signed.run_id, town.code])
    amount = levy_relief.of(signed, town)
    return [
        Term("Certification", signed.number, why),
        Term("Above SFY2002, net of county", amount, why, total=True, in_dollars=True),
    ]
