"""The only home of the pages of the State's own figures: index, amounts, what is appropriated."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.db.models import F
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import state_figures
from funds.forms import PlainField
from funds.state_figures import OF_STATE, Paper
from municipalities import facts, kinds
from municipalities.documents.fields import DocumentField
from municipalities.doors import Door, Page
from municipalities.kinds import KINDS
from municipalities.layouts import abreast, group, one_column
from municipalities.models import Fact, FactSeries, Officer
from municipalities.page_parts import Link, Tag, Term
from municipalities.questions import page_of
from municipalities.tables import Cell, Column, Row, Table, row


class StateFiguresPage(Page):
    """Every version of the State's figures, what waits to be accepted first."""

    template_name = "funds/state_figures.html"
    permission = "read-all"
    asks = ("page",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read them: two statements."""
        rows = Fact.objects.filter(municipality=None).select_related(
            "series__document", "series__loaded_by__office", "series__accepted_by__office"
        )
        page = page_of(
            self.request,
            rows.order_by(
                F("series__accepted_on").desc(nulls_first=True),
                "series__kind",
                "-series__period",
                "-series__version",
            ),
        )
        door = Link("Record a figure", reverse("state_figure_record"))
        return super().get_context_data(
            page=page,
            figures=_table(list(page), may=self.officer.may("accept-facts")),
            doors=[door] if self.officer.may("load-facts") else [],
            **kwargs,
        )


def _table(found: list[Fact], *, may: bool) -> Table:
    return Table(
        caption="What waits stands first. A version is never edited: a later one takes its place",
        columns=[
            Column("Figure"),
            Column("Value"),
            Column("Unit"),
            Column("Source", "words"),
            Column("State", "state"),
        ],
        rows=[_row(each, may=may) for each in found],
        empty="No figure of the State. One appears when it is recorded, or a file brings it.",
    )


def _row(fact: Fact, *, may: bool) -> Row:
    series = fact.series
    waits = series.accepted_on is None
    door = reverse("state_figure_accept", args=[series.pk])
    words = f"version {series.version}, loaded by the {series.loaded_by.office}"
    tag = Tag("Waits to be accepted") if waits else Tag(f"Accepted {series.accepted_on:%b %-d, %Y}")
    return row(
        Cell(kinds.words(series.kind), second=series.period),
        f"{fact.value.normalize():,f}",
        series.unit,
        Cell(str(series.document), second=words),
        Cell(tag, more=Link("Accept", door) if waits and may else None),
        lit=waits,
    )


class FigureForm(forms.Form):
    """Which figure, of which period, its value and the paper it stands in."""

    kind = forms.ChoiceField(
        label="Figure", choices=[(kind.name, kinds.words(kind.name)) for kind in OF_STATE]
    )
    period = forms.CharField(
        max_length=12, help_text="SFY2027 for a fiscal year; 2026 for a calendar year.",
        widget=forms.TextInput(attrs={"class": "short"}),
    )  # fmt: skip
    value = PlainField(
        max_digits=24, decimal_places=6, help_text="A percent as 2.5, an amount in dollars."
    )
    title = forms.CharField(max_length=200, label="Paper", help_text="For example: LFN 2026-05.")
    publisher = forms.CharField(max_length=120, label="Published by")
    received_on = forms.DateField(
        label="Received on", widget=forms.DateInput(attrs={"type": "date"})
    )

    def __init__(self, *args: Any, by: Officer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"] = DocumentField(by=by, required=False, label="The paper itself")
        self.helper = one_column(
            "kind",
            abreast("period", "value"),
            group("Where it stands", "title", "publisher", "received_on", "file"),
            act="Record the figure",
        )


class RecordDoor(Door):
    """Record a figure of the State."""

    permission = "load-facts"
    form_class = FigureForm

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form who asks."""
        return super().get_form_kwargs() | {"by": self.officer}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what becomes of it."""
        return super().get_context_data(
            heading="Record a figure of the State",
            lede="A promulgated rate is used as it was promulgated; nothing is filled in.",
            after="Another analyst accepts it; from that day runs read it.",
            back=Link("Figures of the State", reverse("state_figures")),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record it."""
        paper = Paper(answers["title"], answers["publisher"], answers["received_on"],
                      answers["file"])  # fmt: skip
        kind = KINDS[answers["kind"]]
        made = state_figures.record(
            kind, answers["period"].strip(), answers["value"], paper, on=self.today, by=by
        )
        return f"{kinds.words(made.kind)} {made.period}, version {made.version}, is recorded."

    def get_success_url(self) -> str:
        """Go to the figures."""
        return reverse("state_figures")


class AcceptForm(forms.Form):
    """The statement under a figure."""

    statement = forms.BooleanField(
        label="I compared the value with its paper.",
        error_messages={"required": "Tick the statement to accept it."},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("statement", act="Accept the figure")


class AcceptDoor(Door):
    """Accept a figure that another person recorded."""

    permission = "accept-facts"
    form_class = AcceptForm

    @cached_property
    def series(self) -> FactSeries:
        """The version of the address."""
        rows = FactSeries.objects.select_related("document", "loaded_by__office")
        return get_object_or_404(rows, pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show the value, its paper, and what it takes the place of."""
        series = self.series
        now = facts.in_force(series.kind, series.period, on=self.today)
        value, before = _of(series), _of(now) if now and now.pk != series.pk else None
        paper = series.document
        scan = reverse("document", args=[paper.file_id]) if paper.file_id else ""
        return super().get_context_data(
            heading=f"Accept {kinds.words(series.kind).lower()}, {series.period}",
            lede="From today runs read it. A version is accepted once and never edited.",
            back=Link("Figures of the State", reverse("state_figures")),
            about=[
                Term("Value", value),
                Term("In force until now", before),
                Term("Paper", str(paper), scan),
                Term("Published by", paper.publisher),
                Term("Recorded by", str(series.loaded_by)),
            ],
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Accept it."""
        made = facts.accept(self.series, on=self.today, by=by)
        return f"{kinds.words(made.kind)} {made.period} is in force from today."

    def get_success_url(self) -> str:
        """Go to the figures."""
        return reverse("state_figures")


def _of(series: FactSeries) -> str:
    """A version's value of the State, in plain digits; None where it has one a municipality."""
    value = series.facts.filter(municipality=None).values_list("value", flat=True).first()
    return "None" if value is None else f"{value.normalize():,f}"
