"""The only home of an amendment's page: before and after, what it needs, its determination."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds import adoptions, amendments, completeness
from funds.amendment_forms import DetermineAmendmentForm
from funds.completeness import Part
from funds.models import Amendment
from funds.rules.money import ZERO
from municipalities.doors import Page
from municipalities.models import Officer
from municipalities.page_parts import Event, Figure, Panel, Tag, Term
from municipalities.tables import Cell, Column, Table, row

FUND = "zone-assistance"
CLAUSE = "52:27H-88 c."


def state_of(amendment: Amendment) -> Tag:
    """Say an amendment's state in words."""
    if amendment.approved_on:
        return Tag("Approved")
    return Tag("Rejected", "bad") if amendment.rejected_on else Tag("Waits for the Authority")


class AmendmentPage(Page):
    """One amendment: before and after, what it needs, and the Authority's determination."""

    template_name = "funds/amendment.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Find a visible amendment."""
        found = self.scope.filter(
            Amendment.objects.select_related(
                "project__zone", "project__proposed_by__office", "proposed_by__office",
                "governing_by__office", "corporation_by__office", "determined_by__office",
            ),
            "project__zone",
            "project__municipality",
        )  # fmt: skip
        amendment = get_object_or_404(found, pk=kwargs["pk"])
        parts = completeness.of_amendment(amendment, self.today)
        return super().get_context_data(
            amendment=amendment,
            project=amendment.project,
            zone=amendment.project.zone,
            state=state_of(amendment),
            figures=_figures(amendment),
            changes=before_and_after(amendment),
            steps=None if amendment.determined_by_id else _steps(amendment, parts, self.officer),
            panel=_panel(amendment, self.officer),
            history=_history(amendment),
            **kwargs,
        )


def _figures(amendment: Amendment) -> list[Figure]:
    rows = list(amendment.budgets.all())
    change = sum((each.after - each.before for each in rows), ZERO)
    more = amendment.months_after - amendment.months_before
    years = f"In {len(rows)} credit year{'' if len(rows) == 1 else 's'}."
    return [
        Figure("Budget changes by", change, years, "#changes"),
        Figure("Time", f"{amendment.months_after} months", f"{more:+d} months." if more else
               "As before.", "#changes"),
        Figure("Scope", "As before" if amendment.scope_after == amendment.scope_before else
               "Changed", "", "#changes"),
    ]  # fmt: skip


def before_and_after(amendment: Amendment) -> Table:
    """Show what an amendment changes: each line before it and after it."""
    rows = [
        row(
            f"Budget from the SFY{each.sfy} credit ($)",
            f"{each.before:,.2f}",
            f"{each.after:,.2f}",
            lit=True,
        )
        for each in amendment.budgets.all()
    ]
    change = sum((each.after - each.before for each in amendment.budgets.all()), ZERO)
    cost = amendments.total_cost(amendment.project)
    made = amendment.approved_on is not None  # then the budgets are what they are after it
    costs = (cost - change, cost) if made else (cost, cost + change)
    said = (f"{each:,.2f}" for each in costs)
    rows.append(row("Total cost with the other sources ($)", *said, lit=bool(change)))
    before, after = amendment.months_before, amendment.months_after
    rows.append(row("Months to complete it", str(before), str(after), lit=before != after))
    changed = amendment.scope_before != amendment.scope_after
    rows.append(row("Description", amendment.scope_before, amendment.scope_after, lit=changed))
    return Table(
        caption="Before and after",
        columns=[Column("What"), Column("Before", "words"), Column("After", "words")],
        rows=rows,
        fund=FUND,
        caption_unseen=True,
    )


def _steps(amendment: Amendment, parts: list[Part], by: Officer) -> Table:
    return Table(
        caption="What the amendment needs before it is approved",
        columns=[Column("Part", "words"), Column("Clause"), Column("State", "state")],
        rows=[
            row(
                Cell(part.name, _mended_at(amendment, part, by), second=part.lacks or part.done),
                part.clause,
                Tag("Missing", "warn") if part.lacks else Tag("Done"),
                lit=bool(part.lacks),
            )
            for part in parts
        ],
        fund=FUND,
        caption_unseen=True,
    )


def _mended_at(amendment: Amendment, part: Part, by: Officer) -> str:
    duty = adoptions.DUTIES.get(part.where)
    if duty is not None:
        to = reverse("amendment_adopt", args=[amendment.pk, part.where])
        return to if by.may(duty) and part.lacks else ""
    name = "ethics" if part.where == "ethics" else "zone"
    return reverse(name, args=[amendment.project.zone_id])


def _panel(amendment: Amendment, by: Officer) -> Panel:
    blocked = _blocked(amendment, by)
    people = [Term("Proposed", str(amendment.proposed_by)), Term("Because", amendment.why)]
    if amendment.determined_by is not None:
        people.append(Term("Determined", str(amendment.determined_by)))
    return Panel(
        title="Determination",
        people=people,
        form=None if blocked else DetermineAmendmentForm(amendment=amendment),
        blocked=blocked,
        act="" if amendment.determined_by_id else "Approve the amendment",
        after=f"Approved, it is what the project is from then on. {CLAUSE}",
    )


def _blocked(amendment: Amendment, by: Officer) -> str:
    if amendment.approved_on:
        return f"Approved on {amendment.approved_on:%b %-d, %Y}."
    if amendment.rejected_on:
        return f"Rejected on {amendment.rejected_on:%b %-d, %Y}: {amendment.reason}"
    if not by.may("determine-project"):
        return "The UEZ Authority determines it."
    if by.person_id == amendment.proposed_by.person_id:
        return "You proposed it. Another person determines it."
    return ""


def _history(amendment: Amendment) -> list[Event]:
    events = [
        Event(amendment.hearing_closed_at, "The public hearing closed"),
        Event(amendment.proposed_on, f"Proposed by {amendment.proposed_by}", amendment.why),
    ]
    for body, name in adoptions.NAMES.items():
        by: Officer | None = getattr(amendment, f"{body}_by")
        if by is not None:
            number = getattr(amendment, f"{body}_resolution")
            at = getattr(amendment, f"{body}_adopted_at")
            events.append(Event(at, f"{name} adopted it", f"{number}, recorded by {by}"))
    on = amendment.approved_on or amendment.rejected_on
    if on is not None:
        word = "Approved" if amendment.approved_on else "Rejected"
        events.append(Event(on, f"{word} by {amendment.determined_by}", amendment.reason))
    return events
