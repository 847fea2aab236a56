"""The only home of a finding's page: what it names, what is owed for it, and its appeal. j."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import appeals, filing_receipts
from funds.models import Appeal, Finding, Recovery
from funds.queries import reviews as queries
from funds.review_forms import AppealForm
from funds.views import review_tables as tables
from funds.views.review_doors import ReviewDoor
from municipalities.access import Scope
from municipalities.doors import Page
from municipalities.models import EnterpriseZone, Officer
from municipalities.page_parts import Figure, Link, Term
from municipalities.tables import BLANK, Cell, Column, Row, Table, row

FUND = "zone-assistance"
ZERO = Decimal(0)


def visible(scope: Scope) -> QuerySet[Finding]:
    """Return the findings that may be seen."""
    return scope.filter(queries.findings(), "zone")


class FindingPage(Page):
    """One finding: its expenditures, what was recovered and is owed, the plan, the appeal."""

    template_name = "funds/finding.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Find a visible finding: a fixed number of statements."""
        finding: Any = get_object_or_404(
            visible(self.scope).select_related("found_by__office", "confirmed_by__office"),
            pk=kwargs["pk"],
        )
        appeal = Appeal.objects.filter(finding=finding).select_related(
            "filed_by__office", "decided_by__office", "document"
        ).first()  # fmt: skip
        steps = queries.recovery_plan(finding.zone, finding.owed, self.today)
        waits = bool(appeal and appeal.decided_by_id is None)
        now = "Once the appeal is decided" if waits else "The next morning"
        return super().get_context_data(
            finding=finding,
            zone=finding.zone,
            state=tables.finding_state(finding),
            figures=_figures(finding),
            expenditures=_expenditures(finding),
            recoveries=_recoveries(finding),
            recovery=tables.recovery(finding.zone, steps, now) if finding.owed else None,
            about=_about(finding),
            appeal=_appeal(appeal) if appeal else (),
            last_day=appeals.last_day_to_appeal(finding),
            in_time=self.today <= appeals.last_day_to_appeal(finding),
            doors=self._doors(finding, appeal),
            **kwargs,
        )

    def _doors(self, finding: Any, appeal: Appeal | None) -> list[Link]:
        doors = []
        if appeal is None and self.today <= appeals.last_day_to_appeal(finding):
            to = reverse("appeal", args=[finding.pk])
            doors.append(("appeal-finding", Link("Appeal", to)))
        if appeal is not None and appeal.decided_by_id is None:
            to = reverse("appeal_decide", args=[finding.pk])
            doors.append(("decide-appeal", Link("Decide the appeal", to)))
        if finding.owed and not appeals.waits(finding, self.today):
            to = reverse("forfeit", args=[finding.zone_id])
            doors.append(("apply-withholding", Link("Forfeit what is there", to)))
        return [link for duty, link in doors if self.officer.may(duty)]


def _figures(finding: Any) -> list[Figure]:
    owed = finding.receivable
    return [
        Figure("Found", owed.amount, f"On {finding.found_on:%b %-d, %Y}.", "#expenditures"),
        Figure("Reversed on appeal", owed.reduced, "No longer owed.", "#appeal"),
        Figure("Recovered", finding.recovered, "Less what was given back.", "#recovered"),
        Figure("Still owed", finding.owed, "Never below zero. 52:27H-88 j.", "#plan"),
    ]


def _about(finding: Finding) -> list[Term]:
    review = getattr(finding, "review", None)
    terms = [
        Term("Reason", finding.reason),
        Term("Found by", str(finding.found_by)),
        Term("Confirmed by", str(finding.confirmed_by)),
    ]
    if review is not None:
        terms.append(Term("As prepared", str(review), reverse("review", args=[review.pk])))
    return terms


def _expenditures(finding: Finding) -> Table:
    found = appeals.lines(finding)
    return Table(
        caption="Expenditures it names ($). Found = reversed + stands",
        columns=[
            Column("Expenditure"),
            Column("Day", "date"),
            Column("Found", "money"),
            Column("Reversed", "money"),
            Column("Stands", "money"),
        ],
        rows=[_expenditure_row(each) for each in found],
        totals=[
            row(
                "Together",
                BLANK,
                sum((each.amount for each in found), ZERO),
                sum((each.reversed_amount for each in found), ZERO),
                sum((each.amount - each.reversed_amount for each in found), ZERO),
            )
        ],
        fund=FUND,
        caption_unseen=True,
    )


def _expenditure_row(each: Any) -> Row:
    link = reverse("posting", args=[each.posting_id])
    amounts = (each.amount, each.reversed_amount, each.stands)
    return row(
        Cell(f"Posting {each.posting.number}", link, second=each.posting.note),
        each.posting.effective_on,
        *(Cell(amount, link) for amount in amounts),
    )


def _recoveries(finding: Finding) -> Table:
    rows = Recovery.objects.filter(receivable=finding.receivable_id)
    found = list(rows.select_related("posting", "gives_back__posting").order_by("pk"))
    return Table(
        caption="What was forfeited for it, and given back ($)",
        columns=[Column("Posting"), Column("Day", "date"), Column("Amount", "signed")],
        rows=[_recovery_row(each) for each in found],
        totals=[row("Recovered", BLANK, sum((each.amount for each in found), ZERO))]
        if found
        else (),
        fund=FUND,
        caption_unseen=True,
        empty="Nothing yet. What the zone has and gets next is forfeited each morning.",
    )


def _recovery_row(each: Recovery) -> Row:
    link = reverse("posting", args=[each.posting_id])
    back = each.gives_back
    words = f"Gives back of posting {back.posting.number}" if back else "Forfeited"
    return row(
        Cell(f"Posting {each.posting.number}", link, second=words),
        each.posting.effective_on,
        Cell(each.amount, link),
    )


def _appeal(appeal: Appeal) -> list[Term]:
    terms = [
        Term("Filed", f"{appeal.filed_on:%b %-d, %Y}, {appeal.filed_by}"),
        Term("Grounds", appeal.grounds),
    ]
    receipt = filing_receipts.said(filing_receipts.appeal_number(appeal))
    if receipt:
        terms.append(Term("Receipt", receipt))
    if appeal.document is not None:
        to = reverse("document", args=[appeal.document.pk])
        terms.append(Term("Document", appeal.document.filename, to))
    if appeal.decided_by is None:
        return [*terms, Term("Decision", "None yet. Until then nothing is forfeited for it.")]
    decided = f"{appeal.decided_on:%b %-d, %Y}, {appeal.decided_by}"
    return [*terms, Term("Decided", decided), Term("Decision", appeal.reason)]


class AppealDoor(ReviewDoor):
    """File the zone's appeal against a finding."""

    permission = "appeal-finding"
    form_class: type[forms.Form] = AppealForm
    heading = "Appeal a finding"
    after = "The UEZ Authority decides it, by somebody who had no part in the finding."

    @cached_property
    def finding(self) -> Finding:
        """The finding of the address, if it may be seen."""
        return get_object_or_404(visible(self.scope), pk=self.kwargs["pk"])

    @cached_property
    def zone(self) -> EnterpriseZone:
        """The finding's zone."""
        return self.finding.zone

    def about(self) -> list[Term]:
        """Say what was found and until when an appeal is in time."""
        last = appeals.last_day_to_appeal(self.finding)
        return [
            Term("Finding", str(self.finding), self.get_success_url()),
            Term("Reason", self.finding.reason),
            Term("Found", self.finding.receivable.amount, in_dollars=True),
            Term("In time through", f"{last:%b %-d, %Y}"),
        ]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name what stands beside the form."""
        return super().get_context_data(**kwargs) | {"about_title": "The finding"}

    def get_form_kwargs(self) -> dict[str, Any]:
        """Who sends the file."""
        return super().get_form_kwargs() | {"by": self.officer}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """File it."""
        appeals.file(self.finding, answers["grounds"], answers.get("paper"), on=self.today, by=by)
        return (
            f"The appeal against {self.finding} is filed. Nothing is forfeited until it is decided."
        )

    def get_success_url(self) -> str:
        """Go back to the finding."""
        return reverse("finding", args=[self.finding.pk])
