"""The only home of the page of a quarter's second-generation report."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds import filing_receipts, quarters
from funds import quarterly_reports as reports
from funds.charts import Bridge, BridgePart
from funds.models import QuarterlyReport
from funds.quarters import Figures, Quarter
from funds.queries import second_generation as queries
from funds.views import report_panels as panels
from funds.views import second_generation_tables as tables
from funds.views.zone import parts_of
from municipalities.doors import Page
from municipalities.models import EnterpriseZone
from municipalities.page_parts import Check, Event, Figure
from municipalities.tables import Column, Table, row

MOVED = (
    ("principal", "Loans repaid, principal"),
    ("interest", "Interest of loans"),
    ("sales", "Property and equipment sold"),
)


class ReportPage(Page):
    """A quarter as the register has it, what is declared beside it, and whose turn it is."""

    template_name = "funds/quarterly_report.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Find a visible zone's quarter."""
        zone = get_object_or_404(self.scope.zones(), code=kwargs["code"])
        quarter = asked(kwargs)
        filed = queries.versions(zone, quarter)
        report = next((each for each in filed if each.closed_on is None), None)
        found = reports.figures_of(report) if report else quarters.of_zone(zone, quarter)
        loans = queries.states(queries.loans_of(zone, quarter.ends_on)[:100], quarter.ends_on)
        before = queries.live_reports(zone).get(quarter.before)
        kwargs["quarter"] = quarter
        return super().get_context_data(
            zone=zone,
            label=tables.label_of(quarter),
            report=report,
            parts=parts_of(zone, "second_generation"),
            state=tables.state_of(report, quarter, self.today),
            figures=_figures(found, report, quarter),
            bridge=None if found.is_nil else bridge(found, quarter),
            rows=_rows(found),
            checks=_checks(found, report, before),
            loans=tables.loans(loans, f"Loans on {quarter.ends_on:%B %-d, %Y} ($)"),
            questions=panels.questions(report),
            other=self._another_balance(zone, quarter, report),
            panel=panels.panel(zone, quarter, found, report, self),
            history=_history(filed),
            **kwargs,
        )

    def _another_balance(
        self, zone: EnterpriseZone, quarter: Quarter, report: QuarterlyReport | None
    ) -> str:
        """Lead to the report with a declared balance where a nil return is offered."""
        may = self.officer.may("second-generation") and self.today > quarter.ends_on
        if report is not None or not may:
            return ""
        return reverse("report_file", args=[zone.pk, quarter.sfy, quarter.number])


def asked(kwargs: dict[str, Any]) -> Quarter:
    """Return the quarter that an address names; there are four a year."""
    if kwargs["quarter"] not in (1, 2, 3, 4) or not 1998 <= kwargs["sfy"] <= 2100:
        raise Http404
    return Quarter(kwargs["sfy"], kwargs["quarter"])


def bridge(found: Figures, quarter: Quarter) -> Bridge:
    """Show how the account came from the quarter's first balance to its last."""
    parts = [BridgePart(label, getattr(found, name)) for name, label in MOVED]
    parts.append(BridgePart("Used", -found.used))
    first, last = quarter.before.ends_on, quarter.ends_on
    return Bridge(
        f"{first:%B %-d, %Y}",
        found.opening,
        [each for each in parts if each.amount],
        f"{last:%B %-d, %Y}",
        found.closing,
    )


def _figures(found: Figures, report: QuarterlyReport | None, quarter: Quarter) -> list[Figure]:
    day = f"{quarter.ends_on:%B %-d, %Y}"
    return [
        Figure("Computed balance", found.closing, f"Of the postings on {day}.", "#moved"),
        Figure(
            "On the bank’s statement",
            report.declared if report else "None yet",
            _gap(report),
            "#checks",
        ),
        Figure("Loans outstanding", found.outstanding, f"Of principal, on {day}.", "#loans"),
        Figure("Past due", found.past_due, f"${found.in_default:,.2f} is in default.", "#loans"),
    ]


def _gap(report: QuarterlyReport | None) -> str:
    """Say how far the declared balance is from the computed one."""
    if report is None:
        return "To be declared."
    gap = report.declared - report.closing
    if not gap:
        return "The same."
    return f"${abs(gap):,.2f} {'more' if gap > 0 else 'less'} than computed."


def _rows(found: Figures) -> Table:
    lines = [("opening", "Balance before"), *MOVED, ("used", "Used"), ("closing", "Balance after")]
    lines += [
        ("lent", "Lent in the quarter"),
        ("outstanding", "Loans outstanding, principal"),
        ("past_due", "Past due"),
        ("in_default", "In default"),
        ("written_off", "Written off in the quarter"),
    ]
    return Table(
        caption="The register’s figures ($). After = before + repaid + interest + sold − used",
        columns=[Column("Line"), Column("Amount", "money")],
        rows=[row(label, getattr(found, name)) for name, label in lines],
        on_phone="plain",
        fund=tables.FUND,
    )


def _checks(
    found: Figures, report: QuarterlyReport | None, before: QuarterlyReport | None
) -> list[Check]:
    """Say what is worth a look before anyone signs: to who prepares and who certifies alike."""
    checks = [] if report is None else [_declared(report), *_like_a_credit(report)]
    if before is not None:
        checks += _since(found, before)
    late = f"${found.past_due:,.2f} of the schedule is not repaid."
    clean = Check("Passed", "No borrower is past due.")
    return [*checks, Check("Explained", late) if found.past_due else clean]


def _declared(report: QuarterlyReport) -> Check:
    if report.declared == report.closing:
        return Check("Passed", "The bank’s balance is the computed one.")
    words = f"The bank’s ${report.declared:,.2f} is not ${report.closing:,.2f}."
    return Check("Explained", words, report.explanation)


def _like_a_credit(report: QuarterlyReport) -> list[Check]:
    """Warn where a balance equals the allocation: first-generation money is of another account."""
    return [
        Check(
            "Explained",
            f"The bank’s ${report.declared:,.2f} equals the SFY{sfy} allocation.",
            "An allocation is first-generation money. Look whether the statement is of the "
            "second-generation account.",
        )
        for sfy in queries.credits_like(report.zone, report.declared)
    ]


def _since(found: Figures, before: QuarterlyReport) -> list[Check]:
    """Compare with the report before: where it ended, and what fell without being used."""
    if before.closing == found.opening:
        checks = [Check("Passed", "It begins with the balance that the report before ended with.")]
    else:
        words = f"The report before ended with ${before.closing:,.2f}."
        checks = [Check("Explained", words, "It was changed after that report was filed.")]
    if found.closing < before.closing and not found.used:
        checks.append(Check("Explained", "The balance fell though nothing was used."))
    return checks


def _history(filed: list[QuarterlyReport]) -> list[Event]:
    """Tell each version's signatures and why it stands no more, the oldest first."""
    events: list[Event] = []
    for each in reversed(filed):
        name = f"version {each.version}"
        if each.prepared_on:
            events.append(Event(each.prepared_on, f"Prepared by {each.prepared_by}", name))
        if each.certified_on:
            words = "Nil return filed" if each.nil else "Certified and filed"
            receipt = filing_receipts.said(filing_receipts.quarterly_number(each))
            below = f"{name}. {receipt}" if receipt else name
            events.append(Event(each.certified_on, f"{words} by {each.certified_by}", below))
        if each.accepted_on:
            events.append(Event(each.accepted_on, f"Accepted by {each.accepted_by}", name))
        if each.closed_on:
            how = each.get_closed_as_display()
            events.append(
                Event(
                    each.closed_on, f"{how} by {each.closed_by}", f"{name}: {each.closed_because}"
                )
            )
    return events
