"""The only home of tasks around second-generation money: reports to file and review, write-offs."""

from collections.abc import Iterator
from datetime import date

from django.db.models import Q
from django.urls import reverse

from funds import reports_owed
from funds.models import QuarterlyReport, ReportQuestion, WriteOff
from funds.quarters import Quarter
from municipalities.models import EnterpriseZone, Officer
from municipalities.page_parts import Tag, Task
from payments.queries import office_zones, once

CITE = "52:27H-88 a.(4)"


def of_the_town(officer: Officer, on: date) -> Iterator[Task]:
    """The quarters to report on or certify, questions to answer, write-offs for a second person."""
    acted = office_zones.of(officer, on)
    zones = [each.zone for each in acted]
    for each in reports_owed.missing(on, zones) if zones else ():
        prepared = each.report.prepared_by if each.report else None
        if each.report is None:
            yield _report_task("File the second-generation report", each.quarter, each.url, on)
        elif (
            officer.may("certify-second-generation")
            and prepared is not None
            and prepared.person_id != officer.person_id
        ):
            yield _report_task("Certify the second-generation report", each.quarter, each.url, on)
    if any(each.asked for each in acted):
        yield from _questions(zones)
    if any(each.write_offs for each in acted):
        yield from _write_offs(zones, officer)


def _questions(zones: list[EnterpriseZone]) -> Iterator[Task]:
    asked = ReportQuestion.objects.filter(
        report__zone__in=zones, answered_by=None, report__closed_on=None
    )
    for question in asked.select_related("report__zone", "asked_by__office")[:10]:
        report = question.report
        yield Task(
            f"Answer the Department about SFY{report.sfy}, quarter {report.quarter}",
            _page(report),
            about=question.question,
            cite=CITE,
            when=question.asked_on,
            stake_note="at stake",
        )


def _write_offs(zones: list[EnterpriseZone], officer: Officer) -> Iterator[Task]:
    waiting = WriteOff.objects.filter(loan__zone__in=zones, decided_by=None)
    waiting = waiting.exclude(
        Q(asked_by__person=officer.person_id) | Q(loan__proposed_by__person=officer.person_id)
    )
    for each in waiting.select_related("loan", "asked_by__office"):
        yield Task(
            f"Decide the write-off of loan {each.loan}",
            reverse("loan", args=[each.loan_id]),
            about=f"Asked by {each.asked_by}: {each.reason}",
            cite=CITE,
            when=each.asked_on,
            stake_note="at stake",
        )


def to_review(officer: Officer, on: date) -> Iterator[Task]:
    """The filed reports that wait for the Department, and how many zones are silent."""
    filed = QuarterlyReport.objects.filter(
        closed_on=None, certified_by__isnull=False, accepted_by=None
    ).exclude(questions__isnull=False, questions__answered_by=None)
    for report in filed.select_related("zone").order_by("certified_on", "pk")[:5]:
        yield Task(
            f"Review the second-generation report of the {report.zone}",
            _page(report),
            about=f"SFY{report.sfy}, quarter {report.quarter}"
            + (", a nil return." if report.nil else "."),
            cite=CITE,
            when=report.certified_on or "",
            stake=report.closing,
            stake_note="in the account",
        )
    late = once.late(officer, on)
    if late:
        yield Task(
            f"{len(late)} second-generation report{'' if len(late) == 1 else 's'} not filed",
            reverse("compilation"),
            about="Silence is chased by the ladder; call who does not answer.",
            cite=CITE,
            when=late[0].quarter.due_on,
            tag=Tag("Late"),
            stake_note="at stake",
        )


def _report_task(words: str, quarter: Quarter, url: str, on: date) -> Task:
    days = (on - quarter.due_on).days
    return Task(
        f"{words}, {quarter.begins_on:%b}–{quarter.ends_on:%b %Y}",
        url,
        about="It is filled in from the register; a nil return is two clicks.",
        cite=CITE,
        when=quarter.due_on,
        when_note="" if days > 0 else f"in {-days} days",
        tag=Tag(f"{days} day{'' if days == 1 else 's'} late", "bad") if days > 0 else None,
        stake_note="at stake",
    )


def _page(report: QuarterlyReport) -> str:
    return reverse("quarterly_report", args=[report.zone_id, report.sfy, report.quarter])
