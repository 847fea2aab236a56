"""The only home of whose turn a quarter's report is: what its panel offers, and its questions."""

from typing import Any

from django.urls import reverse

from funds import bank_balances
from funds.models import QuarterlyReport
from funds.quarters import Figures, Quarter
from funds.report_forms import (
    AnswerForm,
    CertifyReportForm,
    NilForm,
    RecallForm,
    ReportForm,
    ReviewReportForm,
)
from municipalities.doors import Page
from municipalities.models import EnterpriseZone
from municipalities.open_days import CUT_OFF
from municipalities.page_parts import Panel, Term
from municipalities.tables import Cell, Column, Table, row

CITE = "52:27H-88 a.(4)"


def panel(
    zone: EnterpriseZone,
    quarter: Quarter,
    found: Figures,
    report: QuarterlyReport | None,
    page: Page,
) -> Panel:
    """Offer the next act to whose turn it is, and say to the others whose turn it is."""
    form, blocked = _turn(zone, quarter, found, report, page)
    totals = [Term("Computed balance", found.closing, total=True, in_dollars=True)]
    return Panel(
        title="The report" if report is None or report.certified_on is None else "Review",
        people=_people(report),
        totals=totals,
        form=form,
        blocked=blocked,
        after=f"Due by {quarter.due_on:%B %-d, %Y}, {CUT_OFF}. One officer prepares it,"
        f" the CFO certifies it, the Department accepts it; a nil return is one officer’s. {CITE}",
    )


def _people(report: QuarterlyReport | None) -> list[Term]:
    if report is None:
        return []
    found = []
    for words, who in (
        ("Prepared", report.prepared_by),
        ("Certified", report.certified_by),
        ("Accepted", report.accepted_by),
    ):
        if who is not None:
            found.append(Term(words, str(who)))
    if report.statement is not None:
        link = reverse("document", args=[report.statement.pk])
        found.append(Term("Bank’s statement", str(report.statement), link))
    return found


def _turn(
    zone: EnterpriseZone,
    quarter: Quarter,
    found: Figures,
    report: QuarterlyReport | None,
    page: Page,
) -> tuple[Any, str]:
    """Return the form of whose turn it is, or the words that say whose it is."""
    if page.today <= quarter.ends_on:
        return None, f"The quarter ends on {quarter.ends_on:%B %-d, %Y}."
    if report is None:
        return _to_file(zone, quarter, found, page)
    if report.certified_on is None:
        return _to_certify(report, page)
    return _to_review(report, page)


def _to_file(zone: EnterpriseZone, quarter: Quarter, found: Figures, page: Page) -> tuple[Any, str]:
    if not page.officer.may("second-generation"):
        return None, "The zone’s coordinator or CFO files it."
    to = reverse("report_file", args=[zone.pk, quarter.sfy, quarter.number])
    initial = {"seen": found.digest()}
    if found.is_nil and bank_balances.unlike(zone, quarter) is None:
        return NilForm(initial=initial, to=to), ""
    return ReportForm(initial=initial, by=page.officer, to=to), ""


def _to_certify(report: QuarterlyReport, page: Page) -> tuple[Any, str]:
    mine = report.prepared_by is not None and (
        report.prepared_by.person_id == page.officer.person_id
    )
    if mine:
        return RecallForm(report=report), ""
    if page.officer.may("certify-second-generation"):
        return CertifyReportForm(report=report), ""
    return None, "The municipality’s CFO certifies it."


def _to_review(report: QuarterlyReport, page: Page) -> tuple[Any, str]:
    waiting = report.questions.filter(answered_by=None).exists()
    if page.officer.may("second-generation") and waiting:
        return AnswerForm(report=report), ""
    if page.officer.may("review-second-generation"):
        return ReviewReportForm(report=report), ""
    if report.accepted_on:
        return None, f"Accepted on {report.accepted_on:%B %-d, %Y}."
    return None, "The Department of Community Affairs reviews it."


def questions(report: QuarterlyReport | None) -> Table | None:
    """Show what was asked about a report and what was answered; None when nothing was."""
    if report is None:
        return None
    rows = [
        row(
            Cell(each.question, second=f"{each.asked_by.office}, {each.asked_on:%b %-d, %Y}"),
            Cell(
                each.answer or None,
                nothing="None yet",
                second=f"{each.answered_by.office}, {each.answered_on:%b %-d, %Y}"
                if each.answered_by and each.answered_on
                else "",
            ),
            lit=not each.answer,
        )
        for each in report.questions.select_related("asked_by__office", "answered_by__office")
    ]
    if not rows:
        return None
    return Table(
        caption="Questions of the Department and answers of the zone",
        columns=[Column("Question", "words"), Column("Answer", "words")],
        rows=rows,
        fund="zone-assistance",
        caption_unseen=True,
    )
