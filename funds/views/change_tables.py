"""The only home of how a project's page shows changes asked for, amendments and outcomes."""

from decimal import Decimal

from django.urls import reverse

from funds.models import Amendment, Outcome, Project, Proposal
from funds.proposal_reviews import PARTS
from funds.rules.money import ZERO
from funds.views.amendments import FUND, state_of
from municipalities.page_parts import Tag
from municipalities.tables import Cell, Column, Row, Table, row


def of_project(project: Project) -> Table | None:
    """Show a project's amendments; None when there is none."""
    found = list(project.amendments.order_by("-number").prefetch_related("budgets"))
    if not found:
        return None
    return Table(
        caption="Amendments, the latest first ($)",
        columns=[
            Column("Amendment"),
            Column("Proposed", "date"),
            Column("Budget changes by", "signed"),
            Column("Months"),
            Column("State", "state"),
        ],
        rows=[_amendment_row(each) for each in found],
        fund=FUND,
        caption_unseen=True,
    )


def _amendment_row(each: Amendment) -> Row:
    link = reverse("amendment", args=[each.pk])
    change = sum((b.after - b.before for b in each.budgets.all()), ZERO)
    same = each.months_before == each.months_after
    months = str(each.months_after) if same else f"{each.months_before} to {each.months_after}"
    return row(
        Cell(f"Amendment {each.number}", link, second=each.why),
        each.proposed_on,
        Cell(change, link),
        months,
        state_of(each),
        lit=each.determined_by_id is None,
    )


def asked(project: Project) -> Table | None:
    """Show what the Authority's staff asked to be changed, and the answers; None when nothing."""
    found = project.change_requests.order_by("-pk").select_related("asked_by__office")
    rows = [
        row(
            Cell(PARTS[each.part][0], second=f"{request.asked_by}, {request.asked_on:%b %-d, %Y}"),
            each.comment,
            Cell(each.answer or None, nothing="None yet"),
            lit=request.sent_on is None,
        )
        for request in found.prefetch_related("comments")
        for each in request.comments.all()
    ]
    if not rows:
        return None
    return Table(
        caption="Changes asked for, the latest first",
        columns=[Column("Part"), Column("Comment", "words"), Column("Answer", "words")],
        rows=rows,
        fund=FUND,
        caption_unseen=True,
    )


def promised(proposal: Proposal | None, found: list[Outcome]) -> Table | None:
    """Show the jobs that were promised beside those reported; None before anything is promised."""
    if proposal is None or not proposal.jobs:
        return None
    rows = [row("Promised", Cell(proposal.activity), proposal.jobs, _bar(proposal.jobs, 0))]
    rows += [
        row(
            Cell(f"By {each.as_of_on:%b %-d, %Y}", second=str(each.reported_by.office)),
            Cell(each.activity, tag=Tag("Complete", "good") if each.finished else None),
            each.jobs,
            _bar(each.jobs, max(proposal.jobs - each.jobs, 0)),
        )
        for each in found
    ]
    return Table(
        caption="New jobs and activity: promised, and reported",
        columns=[
            Column("When"),
            Column("Economic activity", "words"),
            Column("New jobs", "count"),
            Column("Reached, missing", "bar"),
        ],
        rows=rows,
        fund=FUND,
        caption_unseen=True,
    )


def _bar(reached: int, missing: int) -> tuple[Decimal, Decimal]:
    return Decimal(reached), Decimal(missing)
