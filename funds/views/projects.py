"""The only home of the pages of projects: a zone's list, and one project with its money."""

from decimal import Decimal
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds import completeness
from funds.models import Category, Encumbrance, Project, Proposal
from funds.queries import projects as queries
from funds.queries.projects import ProjectMoney
from funds.views import proposal_parts as proposed
from funds.views.zone import parts_of
from funds.zone_forms import DetermineForm
from municipalities.doors import Page
from municipalities.page_parts import Event, Figure, Link, Panel, Tag, Term
from municipalities.questions import page_of
from municipalities.tables import BLANK, Cell, Column, Row, Table, row

FUND = "zone-assistance"
CLAUSE = "52:27H-88 c."


def state_of(project: Project) -> Tag:
    """Say a project's state in words."""
    if project.approved_on:
        return Tag("Approved")
    return Tag("Rejected", "bad") if project.rejected_on else Tag("Waits for the Authority")


class ProjectList(Page):
    """A zone's projects: budgets, what is encumbered and spent, and who has it in hand."""

    template_name = "funds/projects.html"
    asks = ("page",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """List a visible zone's projects: a fixed number of statements."""
        zone = get_object_or_404(self.scope.zones(), code=kwargs["code"])
        found = page_of(self.request, queries.of_zone(zone))
        money = queries.money(found)
        doors = [Link("Propose a project", reverse("propose", args=[zone.pk]))]
        return super().get_context_data(
            zone=zone,
            parts=parts_of(zone, "projects"),
            page=found,
            doors=doors if self.officer.may("propose-project") else [],
            projects=projects_table(list(found), money),
            **kwargs,
        )


def projects_table(found: list[Project], money: dict[int, ProjectMoney]) -> Table:
    """Show projects with what was budgeted, spent, bound and is left."""
    return Table(
        caption="Projects, the latest first ($). Budget = spent + encumbered + left",
        columns=[
            Column("Project"),
            Column("Budget", "money"),
            Column("Spent", "money"),
            Column("Encumbered", "money"),
            Column("Left to encumber", "money"),
            Column("State", "state"),
        ],
        rows=[_row(each, money[each.pk]) for each in found],
        totals=[
            row(
                "Shown",
                *(_sum(money, found, name) for name in ("budget", "spent", "bound", "left")),
                BLANK,
            )
        ]
        if found
        else (),
        on_phone="blocks",
        fund=FUND,
        empty="No project. One appears when the zone’s coordinator or CFO proposes it.",
    )


def _of(money: ProjectMoney, name: str) -> Decimal:
    if name == "bound":
        return money.encumbered + money.in_trust
    return Decimal(getattr(money, name))


def _sum(money: dict[int, ProjectMoney], found: list[Project], name: str) -> Decimal:
    return sum((_of(money[each.pk], name) for each in found), Decimal(0))


def _row(project: Project, money: ProjectMoney) -> Row:
    link = reverse("project", args=[project.pk])
    shown = (_of(money, name) for name in ("budget", "spent", "bound", "left"))
    return row(
        Cell(project.title, link, second=f"{project.number}, {project.get_category_display()}"),
        *(Cell(amount, link) for amount in shown),
        state_of(project),
        lit=not project.approved_on and not project.rejected_on,
    )


class ProjectPage(Page):
    """One project: its hearing and resolution, its budget by year, its money, its decision."""

    template_name = "funds/project.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Find a visible project."""
        found = self.scope.filter(
            Project.objects.select_related(
                "zone", "municipality", "proposed_by__office", "determined_by__office"
            ),
            "zone",
            "municipality",
        )
        project = get_object_or_404(found, pk=kwargs["pk"])
        money = queries.money([project])[project.pk]
        parts = completeness.parts(project, self.today)
        proposal = Proposal.objects.filter(project=project, superseded=False).select_related(
            "governing_by__office",
            "corporation_by__office",
            "governing_document",
            "corporation_document",
        ).first()  # fmt: skip
        return super().get_context_data(
            project=project,
            zone=project.zone,
            state=state_of(project),
            figures=_figures(project, money),
            budget=_budget(project, money.budget),
            encumbrances=_encumbrances(project),
            steps=None
            if proposed.is_determined(project)
            else proposed.steps_table(project, parts, self.officer),
            next_step=proposed.next_step(parts),
            said=[*proposed.said(proposal), *proposed.papers(proposal)],
            panel=_panel(project, money, self),
            doors=self._doors(project),
            history=_history(project, proposed.adoptions(proposal)),
            **kwargs,
        )

    def _doors(self, project: Project) -> list[Link]:
        doors = []
        if project.approved_on and self.officer.may("encumber"):
            to = f"{reverse('encumber', args=[project.zone_id])}?project={project.pk}"
            doors.append(Link("Encumber for it", to))
        pledged = project.approved_on and project.category == Category.TRANSPORTATION
        if pledged and self.officer.may("propose-project"):
            to = reverse("pledge_credits", args=[project.pk])
            doors.append(Link("Pledge credits to come", to))
        return doors


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
    open_ = not project.approved_on and not project.rejected_on
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
    return events
