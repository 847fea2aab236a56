"""The only home of the tables of reviews: findings, plans, recovery, years."""

from decimal import Decimal
from typing import Any

from django.urls import reverse

from funds.models import PlanEvidence, PlanTask, Review, YearReview
from funds.rules.recovery import Step
from funds.views.review import state_of
from municipalities.models import EnterpriseZone, Officer
from municipalities.page_parts import Tag
from municipalities.tables import BLANK, Cell, Column, Row, Table, row

FUND = "zone-assistance"
ZERO = Decimal(0)
Filed = tuple[PlanTask, PlanEvidence | None]


def finding_state(finding: Any) -> Tag:
    """Say a finding's state in words: appealed, owed, recovered, reversed."""
    appeal = getattr(finding, "appeal", None)
    if appeal is not None and appeal.decided_by_id is None:
        return Tag("Waits for the appeal", "now")
    if finding.owed:
        return Tag("Owed", "warn")
    whole = finding.receivable.reduced == finding.receivable.amount
    return Tag("Reversed", "") if whole else Tag("Recovered", "good")


def findings(found: list[Any]) -> Table:
    """Show findings with what became of each; found = reversed + recovered + owed."""
    return Table(
        caption="Findings ($). Found = reversed on appeal + recovered + still owed",
        columns=[
            Column("Finding"),
            Column("Found on", "date"),
            Column("Found", "money"),
            Column("Reversed", "money"),
            Column("Recovered", "money"),
            Column("Still owed", "money"),
            Column("State", "state"),
        ],
        rows=[_finding_row(each) for each in found],
        totals=[_finding_totals(found)] if found else (),
        fund=FUND,
        caption_unseen=True,
        empty="No finding. One appears when a director confirms what a review found.",
    )


def _finding_row(each: Any) -> Row:
    link = reverse("finding", args=[each.pk])
    owed = each.receivable
    amounts = (owed.amount, owed.reduced, each.recovered, each.owed)
    return row(
        Cell(each.number, link, second=each.reason),
        each.found_on,
        *(Cell(amount, link) for amount in amounts),
        finding_state(each),
        lit=bool(each.owed),
    )


def _finding_totals(found: list[Any]) -> Row:
    sums = (
        sum((f.receivable.amount for f in found), ZERO),
        sum((f.receivable.reduced for f in found), ZERO),
        sum((f.recovered for f in found), ZERO),
        sum((f.owed for f in found), ZERO),
    )
    return row("All findings", BLANK, *sums, BLANK)


def recovery(zone: EnterpriseZone, steps: list[Step], now: str = "The next morning") -> Table:
    """Show how what is owed is expected to be met, with the balance after each step."""
    link = reverse("zone", args=[zone.pk])
    return Table(
        caption="Plan of recovery ($). Nothing is taken beyond what is owed",
        columns=[
            Column("Taken from"),
            Column("Taken, then still owed", "bar", on_wide=True),
            Column("Taken", "money"),
            Column("Owed after it", "money"),
            Column("When"),
        ],
        rows=[
            row(
                step.source.label,
                (step.left, step.taken),
                Cell(step.taken, link),
                Cell(step.left, link),
                "Expected, if it is as the last credit" if step.source.expected else now,
            )
            for step in steps
        ],
        fund=FUND,
        caption_unseen=True,
        empty="Nothing is there to take, and no credit has been made from which to expect one.",
    )


def tasks(found: list[Filed], officer: Officer) -> Table:
    """Show a plan's tasks with their evidence, and the door that an office may open."""
    return Table(
        caption="Tasks of the corrective action plan",
        columns=[
            Column("Task"),
            Column("Due", "date"),
            Column("Evidence", "words"),
            Column("State", "state"),
        ],
        rows=[_task_row(task, filed, officer) for task, filed in found],
        caption_unseen=True,
        fund=FUND,
    )


def _task_row(task: PlanTask, filed: PlanEvidence | None, officer: Officer) -> Row:
    open_ = filed is None or bool(filed.sent_back)
    waits = filed is not None and filed.answered_by_id is None
    door = ""
    if open_ and officer.may("answer-plan"):
        door = reverse("plan_evidence", args=[task.pk])
    elif waits and officer.may("prepare-withholding"):
        door = reverse("plan_accept", args=[task.pk])
    return row(
        Cell(f"{task.number}. {task.what}", door),
        task.due_on,
        _evidence(filed),
        task_state(filed),
        lit=bool(door),
    )


def _evidence(filed: PlanEvidence | None) -> Cell:
    if filed is None:
        return Cell(None, nothing="None yet")
    by = f"{filed.filed_on:%b %-d, %Y}, {filed.filed_by.office}"
    if filed.document is None:
        return Cell(filed.said, second=by)
    to = reverse("document", args=[filed.document.pk])
    return Cell(filed.said or filed.document.filename, to, second=by)


def task_state(filed: PlanEvidence | None) -> Tag:
    """Say a task's state in words."""
    if filed is None:
        return Tag("Not started")
    if filed.sent_back:
        return Tag(f"Sent back: {filed.sent_back}", "warn")
    return Tag("Accepted") if filed.accepted else Tag("Waits for the Department")


def year_state(review: YearReview | None) -> Tag:
    """Say a year-end review's state in words."""
    if review is None:
        return Tag("Not started")
    return Tag("Concluded", "good") if review.concluded_by_id else Tag("Under review", "now")


def years(found: list[YearReview]) -> Table:
    """Show a zone's year-end reviews, the latest first."""
    return Table(
        caption="Year-end reviews, the latest first ($)",
        columns=[
            Column("Year"),
            Column("Expenditures", "count"),
            Column("Spent", "money"),
            Column("Looked at"),
            Column("State", "state"),
        ],
        rows=[_year_row(each) for each in found],
        fund=FUND,
        caption_unseen=True,
        empty="No year-end review. A DCA analyst begins it after June 30.",
    )


def _year_row(each: YearReview) -> Row:
    link = reverse("year_review", args=[each.zone_id, each.sfy])
    return row(
        Cell(f"SFY{each.sfy}", link),
        each.spent_count,
        Cell(each.spent_total, link),
        f"A sample of {each.sample_size}" if each.sample_size else "All",
        year_state(each),
    )


def prepared(found: list[Review]) -> Table:
    """Show what one person prepared and another confirms."""
    return Table(
        caption="Findings and withholding orders as prepared, the latest first ($)",
        columns=[
            Column("Review"),
            Column("Prepared", "date"),
            Column("Reason", "words"),
            Column("Amount", "money"),
            Column("State", "state"),
        ],
        rows=[_prepared_row(each) for each in found],
        caption_unseen=True,
        empty="No review. One appears when a DCA analyst prepares it.",
    )


def _prepared_row(review: Review) -> Row:
    link = reverse("review", args=[review.pk])
    return row(
        Cell(str(review), link, second=review.get_kind_display()),
        review.prepared_on,
        review.reason,
        Cell(review.amount, link),
        state_of(review),
    )
