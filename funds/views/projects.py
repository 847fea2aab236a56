"""The only home of the list of a zone's projects, and of how a project's state is worded."""

from decimal import Decimal
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds.models import Project
from funds.queries import projects as queries
from funds.queries.projects import ProjectMoney
from funds.views.zone import parts_of
from municipalities.doors import Page
from municipalities.page_parts import Link, Tag
from municipalities.questions import page_of
from municipalities.tables import BLANK, Cell, Column, Row, Table, row

FUND = "zone-assistance"
CLAUSE = "52:27H-88 c."


def state_of(project: Project) -> Tag:
    """Say a project's state in words."""
    if project.withdrawn_on:
        return Tag("Withdrawn", "")
    if project.approved_on:
        return Tag("Approved")
    if project.rejected_on:
        return Tag("Rejected", "bad")
    asked = vars(project).get("changes_asked", False)
    return Tag("Changes asked for", "warn") if asked else Tag("Waits for the Authority")


def is_open(project: Project) -> bool:
    """Say whether a project waits for the Authority."""
    return not (project.approved_on or project.rejected_on or project.withdrawn_on)


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
        lit=is_open(project),
    )
