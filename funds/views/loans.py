"""The only home of a loan's page: its schedule, repayments, default and write-off."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds.charts import Due
from funds.models import Loan, WriteOff
from funds.queries import second_generation as queries
from funds.queries.second_generation import LoanState
from funds.rules.money import ZERO
from funds.second_generation_forms import DecideWriteOffForm
from funds.views.second_generation import CITE, visible_loans
from funds.views.second_generation_tables import FUND, loan_tag
from municipalities.doors import Page
from municipalities.models import Officer
from municipalities.page_parts import Event, Figure, Link, Panel, Term
from municipalities.tables import Cell, Column, Table, row


class LoanPage(Page):
    """One loan: its schedule on a line, its repayments, and its write-off by two persons."""

    template_name = "funds/loan.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Find a visible loan."""
        loan = get_object_or_404(visible_loans(self.scope), pk=kwargs["pk"])
        (stood,) = queries.states([loan], self.today)
        asked = loan.write_offs.select_related("asked_by__office", "decided_by__office").last()
        return super().get_context_data(
            loan=loan,
            zone=loan.zone,
            state=loan_tag(stood),
            figures=_figures(stood),
            dues=_line(stood),
            repayments=_repayments(loan),
            schedule=_schedule(stood),
            panel=_panel(stood, asked, self.officer),
            doors=self._doors(stood),
            history=_history(loan, asked),
            **kwargs,
        )

    def _doors(self, stood: LoanState) -> list[Link]:
        loan = stood.loan
        if not self.officer.may("second-generation"):
            return []
        doors = [Link("Record a repayment", reverse("repay", args=[loan.pk]))]
        if stood.outstanding and loan.defaulted_on is None:
            doors.append(Link("Record a default", reverse("default", args=[loan.pk])))
        if stood.outstanding and loan.defaulted_on:
            doors.append(Link("Ask for its write-off", reverse("write_off_ask", args=[loan.pk])))
        return doors


def _figures(stood: LoanState) -> list[Figure]:
    late = stood.late.amount if stood.outstanding else ZERO
    return [
        Figure("Principal", stood.loan.principal, f"At {stood.loan.rate.normalize():f}% a year."),
        Figure("Repaid", stood.repaid, "Of principal.", "#repayments"),
        Figure(
            "Outstanding",
            stood.outstanding,
            f"${stood.written_off:,.2f} was written off." if stood.gone else "Of principal.",
            "#schedule",
        ),
        Figure(
            "Past due",
            late,
            f"For {stood.days_late} days."
            if late
            else "Nothing is due any more."
            if stood.gone
            else "On schedule.",
            "#schedule",
        ),
    ]


def _line(stood: LoanState) -> list[Due]:
    """Show the schedule's payments near today: the last two due and the next three."""
    rows, running = list(stood.loan.schedule.all()), ZERO
    found: list[Due] = []
    for number, each in enumerate(rows, 1):
        running += each.principal
        part = f"{number} of {len(rows)}, {each.due_on.year}"
        if running <= stood.repaid:
            found.append(Due(each.due_on, part, each.principal, "Repaid", "sent"))
        elif stood.gone:
            found.append(Due(each.due_on, part, each.principal, "Written off"))
        elif each.due_on < stood.on:
            found.append(Due(each.due_on, part, each.principal, "Late", "late"))
        else:
            found.append(Due(each.due_on, part, each.principal, "To come", "due"))
    past = [at for at, each in enumerate(found) if each.on < stood.on]
    start = max(0, (past[-1] if past else 0) - 1)
    return found[start : start + 5]


def _schedule(stood: LoanState) -> Table:
    rows = list(stood.loan.schedule.all())
    return Table(
        caption="Schedule ($)",
        columns=[
            Column("Due"),
            Column("Principal", "money"),
            Column("Interest", "money"),
        ],
        rows=[row(f"{each.due_on:%b %-d, %Y}", each.principal, each.interest) for each in rows],
        totals=[
            row("All", sum((each.principal for each in rows), ZERO),
                sum((each.interest for each in rows), ZERO))
        ] if rows else (),
        on_phone="plain",
        fund=FUND,
        caption_unseen=True,
        empty="No schedule is on record: nothing of it can be past due.",
    )  # fmt: skip


def _repayments(loan: Loan) -> Table:
    found = loan.repayments.select_related("posting__reversed_by").order_by("-posting__number")
    return Table(
        caption="Repayments ($), the latest first",
        columns=[
            Column("Day"),
            Column("Received", "money"),
            Column("Of which interest", "money"),
            Column("Note"),
        ],
        rows=[
            row(
                f"{each.posting.effective_on:%b %-d, %Y}",
                Cell(each.posting.total, reverse("posting", args=[each.posting_id])),
                each.interest,
                Cell("Taken back" if hasattr(each.posting, "reversed_by") else None),
                lit=hasattr(each.posting, "reversed_by"),
            )
            for each in found
        ],
        fund=FUND,
        caption_unseen=True,
        empty="Nothing is repaid yet.",
    )


def _panel(stood: LoanState, asked: WriteOff | None, by: Officer) -> Panel:
    blocked = _blocked(stood, asked, by)
    people = [Term("Recorded", str(stood.loan.proposed_by))]
    if asked is not None:
        people += [Term("Asked", str(asked.asked_by)), Term("Because", asked.reason)]
    if asked is not None and asked.decided_by is not None:
        people.append(Term("Decided", str(asked.decided_by)))
    waits = asked is not None and asked.decided_by is None
    return Panel(
        title="Write-off",
        people=people,
        totals=[Term("Outstanding", stood.outstanding, total=True, in_dollars=True)],
        form=None if blocked else DecideWriteOffForm(loan=stood.loan, left=stood.outstanding),
        blocked=blocked,
        act=f"Write off ${stood.outstanding:,.2f}" if waits else "",
        after=f"Two persons write a loan off; no money moves, a later repayment counts. {CITE}",
    )


def _blocked(stood: LoanState, asked: WriteOff | None, by: Officer) -> str:
    if asked is None:
        opens = "is in default" if stood.loan.defaulted_on is None else "is asked for"
        return f"Nothing is asked. It can be once it {opens}."
    if asked.decided_by is not None:
        return asked.refused_because or f"Written off on {asked.decided_on:%b %-d, %Y}."
    if not by.may("second-generation"):
        return "A second officer of the zone or its CFO decides."
    persons = {asked.asked_by.person_id, stood.loan.proposed_by.person_id}
    return "You asked for it or recorded the loan. Another person decides." * (
        by.person_id in persons
    )


def _history(loan: Loan, asked: WriteOff | None) -> list[Event]:
    events = [Event(loan.made_on, f"Recorded by {loan.proposed_by}")]
    if loan.defaulted_on:
        events.append(
            Event(
                loan.defaulted_on, f"Default recorded by {loan.defaulted_by}", loan.default_reason
            )
        )
    if asked is not None:
        events.append(Event(asked.asked_on, f"Write-off asked by {asked.asked_by}", asked.reason))
        if asked.decided_on:
            word = "refused" if asked.refused_because else "approved"
            events.append(Event(asked.decided_on, f"Write-off {word} by {asked.decided_by}"))
    return events
