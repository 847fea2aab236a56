"""The only home of a project's page: what it needs, what changed, its money, what came of it."""

from datetime import date
from decimal import Decimal
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds import completeness, proposal_reviews
from funds.models import Category, Encumbrance, Outcome, Project, Proposal
from funds.queries import projects as queries
from funds.queries.ceilings import of_budget
from funds.queries.obligated import by_quarter
from funds.queries.projects import ProjectMoney
from funds.views import change_tables as changes
from funds.views import proposal_parts as proposed
from funds.views.projects import CLAUSE, FUND, is_open, state_of
from funds.zone_forms import DetermineForm
from municipalities.doors import Page
from municipalities.page_parts import Event, Figure, Link, Panel, Term
from municipalities.tables import Cell, Column, Row, Table, row


class ProjectPage(Page):
    """One project: what it needs, what changed, its money, what it promised and led to."""

    template_name = "funds/project.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Find a visible project."""
        project = get_object_or_404(
            self.scope.filter(_whole(), "zone", "municipality"), pk=kwargs["pk"]
        )
        money = queries.money([project])[project.pk]
        parts = completeness.parts(project, self.today)
        proposal = _live(project)
        return super().get_context_data(
            project=project,
            zone=project.zone,
            state=state_of(project),
            figures=_figures(project, money),
            budget=_budget(project, money.budget),
            encumbrances=_encumbrances(project),
            quarters=_quarters(project, self.today),
            asked=changes.asked(project),
            amended=changes.of_project(project),
            promised=changes.promised(proposal, _outcomes(project)),
            steps=None
            if proposed.is_determined(project)
            else proposed.steps_table(project, parts, self.officer),
            next_step=proposed.next_step(parts, proposal_reviews.waiting(project)),
            said=[*proposed.said(proposal), *proposed.papers(proposal)],
            panel=_panel(project, money, self),
            headroom=of_budget(project, self.today) if is_open(project) else [],
            doors=self._doors(project),
            history=_history(project, proposed.adoptions(proposal)),
            **kwargs,
        )

    def _doors(self, project: Project) -> list[Link]:
        """Offer what the office may do with the project as it stands."""
        found = []
        if project.approved_on and not project.withdrawn_on:
            found = _of_approved(project)
        elif is_open(project):
            found = _of_open(project)
        return [link for duty, link in found if self.officer.may(duty)]


def _whole() -> QuerySet[Project]:
    """Return projects with everybody who signed them."""
    return Project.objects.annotate(changes_asked=queries.CHANGES_ASKED).select_related(
        "zone", "municipality", "proposed_by__office", "determined_by__office",
        "withdrawn_by__office",
    )  # fmt: skip


def _live(project: Project) -> Proposal | None:
    """Return what the project's proposal says now, with who adopted it."""
    found = Proposal.objects.filter(project=project, superseded=False).select_related(
        "governing_by__office", "corporation_by__office", "governing_document",
        "corporation_document",
    )  # fmt: skip
    return found.first()


def _of_open(project: Project) -> list[tuple[str, Link]]:
    of = [project.pk]
    ask = Link("Ask for changes", reverse("ask_changes", args=of))
    doors = [("propose-project", Link("Withdraw it", reverse("withdraw", args=of)))]
    if proposal_reviews.waiting(project) is None:
        return [("review-project", ask), *doors]
    answer = Link("Answer and send again", reverse("send_again", args=of))
    return [("propose-project", answer), *doors]


def _of_approved(project: Project) -> list[tuple[str, Link]]:
    of = [project.pk]
    encumber = f"{reverse('encumber', args=[project.zone_id])}?project={project.pk}"
    doors = [
        ("encumber", Link("Encumber for it", encumber)),
        ("propose-project", Link("Report an outcome", reverse("outcome", args=of))),
        ("propose-project", Link("Amend it", reverse("amend", args=of))),
        ("propose-project", Link("Withdraw it", reverse("withdraw", args=of))),
    ]
    if project.category == Category.TRANSPORTATION:
        pledge = Link("Pledge credits to come", reverse("pledge_credits", args=of))
        doors.append(("propose-project", pledge))
    return doors


def _outcomes(project: Project) -> list[Outcome]:
    return list(project.outcomes.select_related("reported_by__office").order_by("as_of_on"))


def _figures(project: Project, money: ProjectMoney) -> list[Figure]:
    bound = money.encumbered + money.in_trust
    return [
        Figure("Budget", money.budget, project.get_category_display() + ".", "#budget"),
        Figure("Spent", money.spent, "Counts against the ceilings.", "#encumbrances"),
        Figure("Encumbered, not spent", bound, "Bound to it.", "#encumbrances"),
        Figure("Left to encumber", money.left, "Of the approved budget.", "#budget"),
    ]


def _budget(project: Project, total: Decimal) -> Table:
    link = reverse("zone", args=[project.zone_id])
    return Table(
        caption="Budget by credit year ($)",
        columns=[Column("Credit year"), Column("Budget", "money")],
        rows=[
            row(f"SFY{each.sfy}", Cell(each.amount, f"{link}#credit-years"))
            for each in project.budgets.all()
        ],
        totals=[row("All years", total)],
        on_phone="plain",
        fund=FUND,
        caption_unseen=True,
    )


def _encumbrances(project: Project) -> Table:
    return Table(
        caption="Encumbrances of this project ($)",
        columns=[
            Column("Encumbrance"),
            Column("Encumbered on", "date"),
            Column("Amount", "money"),
            Column("Spend by", "date"),
        ],
        rows=[_encumbrance_row(each) for each in project.encumbrances.all()],
        fund=FUND,
        caption_unseen=True,
        empty="No encumbrance. One appears when a CFO binds money to the approved project.",
    )


def _quarters(project: Project, today: date) -> Table | None:
    """Show what was bound in each quarter and all together; None while nothing ever was."""
    found = by_quarter(project, today)
    if not found:
        return None
    return Table(
        caption="Encumbered less released ($)",
        columns=[Column("Quarter"), Column("In it", "signed"), Column("To its end", "money")],
        rows=[
            row(
                Cell(f"SFY{each.quarter.sfy}, quarter {each.quarter.number}",
                     second=f"{each.quarter.begins_on:%b} to {each.quarter.ends_on:%b %Y}"),
                each.current, each.cumulative,
            )
            for each in found
        ],
        on_phone="plain",
        fund=FUND,
        caption_unseen=True,
    )  # fmt: skip


def _encumbrance_row(each: Encumbrance) -> Row:
    link = reverse("encumbrance", args=[each.pk])
    return row(
        Cell(each.number, link, second=each.purpose),
        each.encumbered_on,
        Cell(each.amount, link),
        each.last_usable_on,
    )


def _panel(project: Project, money: ProjectMoney, page: ProjectPage) -> Panel:
    people = [Term("Proposed", str(project.proposed_by))]
    if project.determined_by is not None:
        people.append(Term("Determined", str(project.determined_by)))
    blocked = _blocked(project, page)
    open_ = is_open(project)
    return Panel(
        title="Determination",
        people=people,
        totals=[Term("Budget", money.budget, total=True, in_dollars=True)],
        form=None if blocked else DetermineForm(project=project, total=money.budget),
        blocked=blocked,
        act=f"Approve ${money.budget:,.2f}" if open_ else "",
        after=f"An approved one may be encumbered for; a rejected one is proposed anew. {CLAUSE}",
    )


def _blocked(project: Project, page: ProjectPage) -> str:
    if project.withdrawn_on:
        return f"Withdrawn on {project.withdrawn_on:%b %-d, %Y}: {project.withdrawn_because}"
    if project.approved_on:
        return f"Approved on {project.approved_on:%b %-d, %Y}."
    if project.rejected_on:
        return f"Rejected on {project.rejected_on:%b %-d, %Y}: {project.reason}"
    if not page.officer.may("determine-project"):
        return "The UEZ Authority determines it."
    if page.officer.person_id == project.proposed_by.person_id:
        return "You proposed it. Another person determines it."
    return ""


def _history(project: Project, adoptions: list[Event]) -> list[Event]:
    events: list[Event] = []
    if project.hearing_closed_at and project.adopted_at:
        events.append(Event(project.hearing_closed_at, "The public hearing closed"))
        events.append(
            Event(project.adopted_at, "The joint resolution, as proposed", project.resolution)
        )
    events += adoptions
    events.append(Event(project.proposed_on, f"Proposed by {project.proposed_by}"))
    if project.approved_on or project.rejected_on:
        word = "Approved" if project.approved_on else "Rejected"
        on = project.approved_on or project.rejected_on or project.proposed_on
        events.append(Event(on, f"{word} by {project.determined_by}", project.reason))
    if project.withdrawn_on:
        words = f"Withdrawn by {project.withdrawn_by}"
        events.append(Event(project.withdrawn_on, words, project.withdrawn_because))
    return events
