"""The only home of the doors to a quarterly report: file, certify, review, answer."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.utils.functional import cached_property

from funds import quarterly_reports as reports
from funds import quarters
from funds import report_reviews as reviews
from funds.models import QuarterlyReport
from funds.quarters import Quarter
from funds.refusal import Refusal
from funds.report_forms import (
    AnswerForm,
    CertifyReportForm,
    NilForm,
    ReportForm,
    ReviewReportForm,
)
from funds.views import second_generation_tables as tables
from funds.views.quarterly_reports import asked
from funds.views.zone_doors import ZoneDoor
from municipalities.doors import Door
from municipalities.models import Officer
from municipalities.page_parts import Link, Term


class FileDoor(ZoneDoor):
    """Prepare a quarter's report, or file that nothing moved."""

    permission = "second-generation"
    form_class: type[forms.Form] = ReportForm
    after = "The figures are the register’s. The CFO certifies them next."

    @cached_property
    def quarter(self) -> Quarter:
        """The quarter of the address."""
        return asked(self.kwargs)

    @property
    def heading(self) -> str:  # type: ignore[override]
        """Name the quarter."""
        return f"Second-generation report, {tables.label_of(self.quarter)}"

    def about(self) -> list[Term]:
        """Say what the register computes."""
        found = quarters.of_zone(self.zone, self.quarter)
        return [Term("Computed balance", found.closing, total=True, in_dollars=True)]

    def get_form_class(self) -> type[forms.Form]:
        """A nil return asks nothing."""
        return NilForm if "nil" in self.request.POST else ReportForm

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name what was seen, and who hands a statement in."""
        found = quarters.of_zone(self.zone, self.quarter)
        kwargs = super().get_form_kwargs() | {
            "to": self.request.path,
            "initial": {"seen": found.digest()},
        }
        return kwargs if "nil" in self.request.POST else kwargs | {"by": self.officer}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Lead back to the report."""
        back = Link(tables.label_of(self.quarter), self.get_success_url())
        return super().get_context_data(**kwargs) | {"back": back, "about_title": "The account"}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """File it, or have it certified next."""
        if "nil" in self.request.POST:
            reports.file_nil(self.zone, self.quarter, seen=answers["seen"], on=self.today, by=by)
            return f"The nil return for {tables.label_of(self.quarter)} is filed."
        said = reports.Declared(answers["declared"], answers["explanation"], answers["statement"])
        made = reports.prepare(
            self.zone, self.quarter, said, seen=answers["seen"], on=self.today, by=by
        )
        return f"The report of ${made.closing:,.2f} waits for the CFO."

    def get_success_url(self) -> str:
        """Go back to the report."""
        return tables.page_of(self.zone, self.quarter)


class ReportDoor(Door):
    """A door of one report: found in the scope, named, with the way back."""

    form_class: type[forms.Form] = CertifyReportForm
    heading = ""

    @cached_property
    def report(self) -> QuarterlyReport:
        """The report of the address, if it may be seen."""
        found = self.scope.filter(QuarterlyReport.objects.select_related("zone"), "zone")
        return get_object_or_404(found, pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form its report."""
        return super().get_form_kwargs() | {"report": self.report}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act and the way back."""
        quarter = reports.quarter_of(self.report)
        return super().get_context_data(
            heading=f"{self.heading} {self.report}",
            lede=f"Computed balance ${self.report.closing:,.2f}, declared"
            f" ${self.report.declared:,.2f}.",
            back=Link(tables.label_of(quarter), self.get_success_url()),
            **kwargs,
        )

    def get_success_url(self) -> str:
        """Go back to the report."""
        return tables.page_of(self.report.zone, reports.quarter_of(self.report))


class CertifyReportDoor(ReportDoor):
    """Certify what another prepared, send it back, or recall what one prepared oneself."""

    heading = "Certify"

    @property
    def permission(self) -> str:  # type: ignore[override]
        """Who prepared it recalls it; the CFO does the rest."""
        return reports.PREPARE if "recall" in self.request.POST else reports.CERTIFY

    def get_form(self, form_class: type[forms.Form] | None = None) -> forms.Form:
        """A recall needs no digest."""
        form = super().get_form(form_class)
        form.fields["digest"].required = "recall" not in self.request.POST
        return form

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Do what the button says."""
        if "recall" in self.request.POST:
            reports.recall(self.report, on=self.today, by=by)
            return "The report is recalled; it is filled in anew."
        if "back" in self.request.POST:
            reports.send_back(self.report, answers["reason"], on=self.today, by=by)
            return f"Sent back: {answers['reason']}"
        made = reports.certify(self.report, answers["digest"], on=self.today, by=by)
        return f"Certified and filed: ${made.closing:,.2f} on {made.certified_on:%b %-d, %Y}."


class ReviewReportDoor(ReportDoor):
    """Accept a filed report, ask about it, or have it filed anew."""

    permission = reviews.REVIEW
    form_class = ReviewReportForm
    heading = "Review"

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Do what the button says."""
        if "ask" in self.request.POST:
            reviews.ask(self.report, answers["words"], on=self.today, by=by)
            return "The question is asked; who signed the report is told."
        if "reopen" in self.request.POST:
            reviews.reopen(self.report, answers["words"], on=self.today, by=by)
            return "The report is reopened; who signed it is told."
        reviews.accept(self.report, on=self.today, by=by)
        return "The report is accepted."


class AnswerDoor(ReportDoor):
    """Answer the oldest question about a report."""

    permission = reports.PREPARE
    form_class = AnswerForm
    heading = "Answer about"

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Answer it."""
        waiting = self.report.questions.filter(answered_by=None).select_related("report__zone")
        question = waiting.order_by("pk").first()
        if question is None:
            raise Refusal(f"{self.report}: no question waits for an answer.", reports.CITE)
        reviews.answer(question, answers["answer"], on=self.today, by=by)
        return "The answer is on record."
