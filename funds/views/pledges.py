"""The only home of the pages of pledges: a zone's, and one with its years and who decides."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds.models import Pledge
from funds.pledge_forms import DecidePledgeForm
from funds.queries import pledges as queries
from funds.queries.pledges import Pledged
from funds.views.zone import parts_of
from municipalities.doors import Page
from municipalities.page_parts import Event, Figure, Panel, Tag, Term
from municipalities.tables import Cell, Column, Table, row

FUND = "zone-assistance"


def state_of(pledge: Pledge) -> Tag:
    """Say a pledge's state in words."""
    if pledge.approved_on:
        return Tag("Approved")
    return Tag("Rejected", "bad") if pledge.rejected_on else Tag("Waits for the Authority")


class PledgeList(Page):
    """A zone's pledges of credits to come."""

    template_name = "funds/pledges.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """List a visible zone's pledges: a fixed number of statements."""
        zone = get_object_or_404(self.scope.zones(), code=kwargs["code"])
        found = queries.visible(self.scope).filter(project__zone=zone)
        return super().get_context_data(
            zone=zone, parts=parts_of(zone, "pledges"), pledges=_table(list(found)), **kwargs
        )


def _table(found: list[Any]) -> Table:
    return Table(
        caption="Pledges, the latest first ($)",
        columns=[
            Column("Pledge"),
            Column("Lender and loan", "words"),
            Column("Credit years"),
            Column("All years", "money"),
            Column("State", "state"),
        ],
        rows=[
            row(
                Cell(each.number, _to(each), second=each.project.title),
                f"{each.lender}, {each.loan}",
                _years(each),
                Cell(each.total, _to(each)),
                state_of(each),
                lit=each.decided_by_id is None,
            )
            for each in found
        ],
        fund=FUND,
        empty="No pledge. One is made from the page of an approved transportation project.",
    )


def _to(pledge: Pledge) -> str:
    return reverse("pledge", args=[pledge.pk])


def _years(pledge: Any) -> str:
    one = f"SFY{pledge.first}"
    return one if pledge.first == pledge.last else f"{one} to {pledge.last}"


class PledgePage(Page):
    """One pledge: its years against their ceilings, what it repays, who decides it."""

    template_name = "funds/pledge.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Find a visible pledge."""
        pledge: Any = get_object_or_404(queries.visible(self.scope), pk=kwargs["pk"])
        zone = reverse("zone", args=[pledge.project.zone_id])
        years = queries.by_year(pledge.project, self.today)
        mine = dict(pledge.years.values_list("sfy", "amount"))
        shown = [each for each in years if each.sfy in mine]
        return super().get_context_data(
            pledge=pledge,
            project=pledge.project,
            zone=pledge.project.zone,
            state=state_of(pledge),
            figures=[
                Figure("Pledged", pledge.total, f"{len(mine)} credit years.", "#years"),
                Figure("Credit years", _years(pledge), "Of credits to come."),
                Figure("Repays", pledge.loan, f"{pledge.lender}."),
            ],
            years=_of_year(shown, mine, f"{zone}#caps"),
            gauges=list(queries.gauges(shown, f"{zone}#caps")),
            repays=_repays(pledge),
            panel=_panel(pledge, self),
            history=_history(pledge),
            **kwargs,
        )


def _of_year(found: list[Pledged], mine: Mapping[int, Decimal], to: str) -> Table:
    return Table(
        caption="By credit year ($). Left = limit − used",
        columns=[
            Column("Credit year"),
            Column("This pledge", "money"),
            Column("Used", "money"),
            Column("Limit", "money"),
            Column("Left", "money"),
        ],
        rows=[
            row(
                Cell(f"SFY{y.sfy}", second="Credited" if y.is_credited else "Expected"),
                *(Cell(a, to) for a in (mine[y.sfy], y.used, y.limit, y.limit - y.used)),
            )
            for y in found
        ],
        on_phone="frame",
        fund=FUND,
    )


def _repays(pledge: Pledge) -> list[Term]:
    project = pledge.project
    terms = [
        Term("Project", project.title, reverse("project", args=[project.pk])),
        Term("Lender", pledge.lender),
        Term("Loan", pledge.loan),
        Term("Zone development plan", pledge.plan),
    ]
    if pledge.document_id:
        to = reverse("document", args=[pledge.document_id])
        terms.append(Term("Loan agreement", "Download", to))
    return terms


def _panel(pledge: Any, page: PledgePage) -> Panel:
    people = [Term("Pledged", str(pledge.pledged_by))]
    if pledge.decided_by is not None:
        people.append(Term("Decided", str(pledge.decided_by)))
    blocked = _blocked(pledge, page)
    return Panel(
        title="The Authority’s approval",
        people=people,
        totals=[Term("All years", pledge.total, total=True, in_dollars=True)],
        form=None if blocked else DecidePledgeForm(pledge=pledge, total=pledge.total),
        blocked=blocked,
        act="" if pledge.decided_by_id else f"Approve ${pledge.total:,.2f}",
        after="Approved, nobody else encumbers what is pledged of a credit, up to 75% of it.",
    )


def _blocked(pledge: Pledge, page: PledgePage) -> str:
    if pledge.approved_on:
        return f"Approved on {pledge.approved_on:%b %-d, %Y}."
    if pledge.rejected_on:
        return f"Rejected on {pledge.rejected_on:%b %-d, %Y}: {pledge.reason}"
    if not page.officer.may("determine-project"):
        return "The UEZ Authority decides it."
    if page.officer.person_id == pledge.pledged_by.person_id:
        return "You made it. Another person decides it."
    return ""


def _history(pledge: Pledge) -> list[Event]:
    events = [Event(pledge.pledged_on, f"Pledged by {pledge.pledged_by}")]
    on = pledge.approved_on or pledge.rejected_on
    if on:
        word = "Approved" if pledge.approved_on else "Rejected"
        events.append(Event(on, f"{word} by {pledge.decided_by}", pledge.reason))
    return events
