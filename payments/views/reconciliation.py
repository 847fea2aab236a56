"""The only home of the page of the last reconciliation, and of the door that reconciles now."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django import forms
from django.urls import reverse

from municipalities.doors import Door, Page
from municipalities.layouts import in_panel
from municipalities.models import Officer
from municipalities.page_parts import Figure, Link, Panel, Tag, Term
from municipalities.questions import page_of
from municipalities.tables import Cell, Column, Table, row
from payments.models import Reconciliation, Warrant
from payments.queries.bank_accounts import names_of
from payments.reconciling import daily
from payments.reconciling.differences import WORDS, Kind

SHOWN = 50


class ReconcileForm(forms.Form):
    """One button."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = in_panel(act="Reconcile now", to=reverse("reconcile"))


class ReconciliationPage(Page):
    """What the last reconciliation came to, differences first, and the warrants it compared."""

    template_name = "payments/reconciliation.html"
    permission = "read-all"
    asks = ("page",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the last result and the warrants."""
        last = Reconciliation.objects.select_related("by__office").first()
        wrong = last.differences if last else []
        by_warrant = Counter(each["warrant"] for each in wrong)
        sent = Warrant.objects.exclude(posting=None).select_related("fund")
        page = page_of(self.request, sent.order_by("-sent_on", "-number"))
        names = names_of({each["payee"] for each in wrong[:SHOWN]})
        return super().get_context_data(
            last=last,
            figures=_figures(last),
            differences=differences_table(wrong, names, dict(sent.values_list("number", "pk"))),
            page=page,
            warrants=_warrants(list(page), by_warrant),
            history=_history(),
            panel=_panel(last, self.officer),
            **kwargs,
        )


def _figures(last: Reconciliation | None) -> list[Figure]:
    if last is None:
        return [Figure("Reconciled", None, "Nothing was reconciled yet.")]
    wrong = len(last.differences)
    return [
        Figure("Compared four ways", last.total, f"{last.payments:,} payments.", "#warrants"),
        Figure("Differences", str(wrong), "Each with what it is, below." if wrong else "All tie."),
        Figure("Warrants", str(last.warrants), "Every one that was sent."),
        Figure("Reconciled", f"{last.on:%b %-d, %Y}", f"By {last.by.office}."),
    ]


def differences_table(
    wrong: list[dict[str, str]], names: Mapping[str, str], warrants: Mapping[str, int]
) -> Table:
    """Show differences, each with what it is."""
    return Table(
        caption=f"Differences; {len(wrong)} in all",
        columns=[
            Column("What"),
            Column("Warrant"),
            Column("Payee"),
            Column("Found and expected", "words"),
        ],
        rows=[
            row(
                WORDS[Kind(each["kind"])],
                Cell(each["warrant"] or None, _tie(warrants.get(each["warrant"]))),
                names.get(each["payee"], each["payee"] or None),
                each["words"],
                lit=True,
            )
            for each in wrong[:SHOWN]
        ],
        caption_unseen=True,
        empty="No difference: what was certified, posted, warranted and paid is the same.",
    )


def _tie(pk: int | None) -> str:
    return reverse("tie", args=[pk]) if pk else ""


def _warrants(found: list[Warrant], wrong: Counter[str]) -> Table:
    return Table(
        caption="Warrants that were sent ($)",
        columns=[
            Column("Warrant"),
            Column("Paid on", "date"),
            Column("Payments", "count"),
            Column("Amount", "money"),
            Column("State", "state"),
        ],
        rows=[
            row(
                Cell(each.number, _tie(each.pk), second=each.fund.name),
                each.pays_on,
                each.payments_count,
                Cell(each.total, _tie(each.pk)),
                state_of(wrong[each.number]),
                lit=bool(wrong[each.number]),
            )
            for each in found
        ],
        caption_unseen=True,
        empty="No warrant was sent yet.",
    )


def state_of(wrong: int) -> Tag:
    """Say how many differences there are."""
    if not wrong:
        return Tag("Same")
    return Tag(f"{wrong} differences" if wrong > 1 else "1 difference", "bad")


def _history() -> Table:
    found = Reconciliation.objects.select_related("by__office")[:10]
    return Table(
        caption="Reconciled last",
        columns=[
            Column("Day"),
            Column("By"),
            Column("Payments", "count"),
            Column("Differences", "count"),
        ],
        rows=[
            row(
                f"{each.on:%b %-d, %Y}", str(each.by.office), each.payments, len(each.differences)
            )
            for each in found
        ],
        caption_unseen=True,
        empty="None yet. It runs every morning.",
    )  # fmt: skip


def _panel(last: Reconciliation | None, officer: Officer) -> Panel | None:
    if not officer.may("reconcile"):
        return None
    return Panel(
        title="Reconcile",
        totals=[Term("Differences", str(len(last.differences)) if last else "None yet")],
        form=ReconcileForm(),
        after="It runs every morning by itself. It changes nothing but this page.",
    )


class Reconcile(Door):
    """Compare everything now."""

    permission = "reconcile"
    form_class: type[forms.Form] = ReconcileForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act."""
        return super().get_context_data(
            heading="Reconcile",
            lede="Every sent warrant is compared four ways.",
            back=Link("Four-way tie", reverse("reconciliation")),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Reconcile."""
        made = daily.reconcile(on=self.today, by=by)
        return f"{made.payments:,} payments were compared; {len(made.differences)} differences."

    def get_success_url(self) -> str:
        """Go back to the page."""
        return reverse("reconciliation")
