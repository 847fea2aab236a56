"""The only home of the Department's review of second-generation reports: ask, accept, reopen."""

from datetime import date

from django.db import transaction
from django.urls import reverse

from funds.duties import refuse_elsewhere, refuse_same_person
from funds.models import QuarterlyReport, ReportQuestion
from funds.quarterly_reports import CITE, PREPARE, Closed, close, locked, quarter_of, refuse_closed
from funds.refusal import Refusal
from municipalities import offices
from municipalities.models import Officer
from municipalities.notices import writing
from municipalities.notices.writing import Words

REVIEW = "review-second-generation"


@transaction.atomic
def ask(report: QuarterlyReport, question: str, *, on: date, by: Officer) -> ReportQuestion:
    """Ask the zone about a filed report; the same words are asked once, and told once."""
    report = _filed(report, on, by)
    if not question.strip():
        raise Refusal(f"{report}: a question needs its words.", CITE)
    found, is_new = ReportQuestion.objects.get_or_create(
        report=report, question=question.strip(), defaults={"asked_by": by, "asked_on": on}
    )
    if is_new:
        _tell(report, f"asked/{found.pk}", f"A question about your {report}", found.question, by)
    return found


@transaction.atomic
def answer(question: ReportQuestion, words: str, *, on: date, by: Officer) -> ReportQuestion:
    """Answer a question for the zone, once."""
    offices.require(by, PREPARE, on=on)
    refuse_elsewhere(by, question.report.zone, on)
    locked(question.report)
    question = ReportQuestion.objects.select_related("report__zone", "asked_by").get(pk=question.pk)
    refuse_same_person("An answer", question.asked_by, by)
    if not words.strip():
        raise Refusal("An answer needs its words.", CITE)
    if question.answered_by_id is not None:
        if question.answer != words.strip():
            raise Refusal(f"It was answered on {question.answered_on}: {question.answer}", CITE)
        return question
    question.answer, question.answered_by, question.answered_on = words.strip(), by, on
    question.save()
    return question


@transaction.atomic
def accept(report: QuarterlyReport, *, on: date, by: Officer) -> QuarterlyReport:
    """Accept a filed report for the State, as another person than who signed it.

    Raises Refusal while a question is not answered.
    """
    report = _filed(report, on, by)
    if report.accepted_by_id is not None:
        return report
    for signed in (report.prepared_by, report.certified_by):
        if signed is not None:
            refuse_same_person(f"{report}, acceptance", signed, by)
    waiting = report.questions.filter(answered_by=None).count()
    if waiting:
        raise Refusal(f"{report}: {waiting} of its questions waits for an answer.", CITE)
    report.accepted_by, report.accepted_on = by, on
    report.save()
    return report


@transaction.atomic
def reopen(report: QuarterlyReport, reason: str, *, on: date, by: Officer) -> QuarterlyReport:
    """Have a filed report filed anew: its certification is void, the row stays, signers are told.

    Raises Refusal without a reason.
    """
    offices.require(by, REVIEW, on=on)
    report = locked(report)
    if report.closed_as == Closed.REOPENED:
        return report
    if report.certified_by_id is None:
        raise Refusal(f"{report} is not filed: there is nothing to reopen.", CITE)
    if not reason.strip():
        raise Refusal(f"{report}: to reopen it needs a reason.", CITE)
    close(report, Closed.REOPENED, reason.strip(), on=on, by=by)
    _tell(report, f"reopened/{report.pk}", f"To be filed anew: {report}", reason.strip(), by)
    return report


def _filed(report: QuarterlyReport, on: date, by: Officer) -> QuarterlyReport:
    offices.require(by, REVIEW, on=on)
    report = locked(report)
    refuse_closed(report)
    if report.certified_by_id is None:
        raise Refusal(f"{report} is not certified yet.", CITE)
    return report


def _tell(report: QuarterlyReport, key: str, subject: str, text: str, by: Officer) -> None:
    """Write to everyone who signed the report."""
    signers = [each for each in (report.prepared_by, report.certified_by) if each is not None]
    words = Words(subject, f"{text} ({CITE})", page_of(report))
    writing.write_each("second-generation", f"report/{key}", signers, lambda _: words, by=by)


def page_of(report: QuarterlyReport) -> str:
    """Return the address of a report's page."""
    quarter = quarter_of(report)
    return reverse("quarterly_report", args=[report.zone_id, quarter.sfy, quarter.number])
