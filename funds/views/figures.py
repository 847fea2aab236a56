"""The only home of a municipality's figures on record, and of objecting to one of them."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import objections
from funds.before_forms import DecisionForm, ObjectionForm
from funds.models import Objection
from funds.objections import Challenge
from municipalities import kinds
from municipalities.doors import Door, Page
from municipalities.models import Fact, FactSeries, Municipality, Officer
from municipalities.page_parts import Link, Tag, Term
from municipalities.tables import Cell, Column, Row, Table, row


class FiguresPage(Page):
    """The figures of a municipality that are in force, and until when it may object."""

    template_name = "funds/figures.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the latest version of each kind and period: two statements."""
        town = get_object_or_404(self.scope.municipalities(), code=kwargs["code"])
        return super().get_context_data(
            town=town,
            figures=figures(town, self.today, may=self.officer.may("object-to-data")
                            and self.officer.office.municipality_id == town.pk),
            **kwargs,
        )  # fmt: skip


def figures(town: Municipality, on: date, *, may: bool) -> Table:
    """Show each figure with its source, and where an objection to it stands."""
    mine = Fact.objects.filter(municipality=town, series__accepted_on__lte=on)
    mine = mine.select_related("series__document").order_by(
        "series__kind", "-series__period", "-series__version"
    )
    latest: dict[tuple[str, str], Fact] = {}
    for each in mine:
        latest.setdefault((each.series.kind, each.series.period), each)
    filed = {each.series_id: each for each in Objection.objects.filter(municipality=town)}
    return Table(
        caption="In force, the latest period first",
        caption_unseen=True,
        columns=[
            Column("Figure"),
            Column("Value"),
            Column("Unit"),
            Column("Source", "words"),
            Column("Objection", "state"),
        ],
        rows=[_row(each, filed.get(each.series_id), on, may=may) for each in latest.values()],
        empty="No figure of it is on record. One appears when a file that names it is accepted.",
    )


def _row(fact: Fact, filed: Objection | None, on: date, *, may: bool) -> Row:
    series = fact.series
    last = objections.until(series)
    door = reverse("object", args=[fact.municipality_id, series.pk])
    tag = state(filed) if filed else Tag("Closed" if on > last else f"Open until {last:%b %-d}")
    more = Link("Object", door) if may and filed is None and on <= last else None
    return row(
        Cell(kinds.words(series.kind), second=series.period),
        f"{fact.value.normalize():,f}",
        series.unit,
        Cell(str(series.document), second=f"version {series.version}, accepted "
             f"{series.accepted_on:%b %-d, %Y}"),
        Cell(tag, more=more),
        lit=filed is not None and filed.decided_on is None,
    )  # fmt: skip


def state(objection: Objection) -> Tag:
    """Say where an objection stands."""
    if objection.decided_on is None:
        return Tag("Waits for a decision")
    return Tag("Upheld", "warn") if objection.upheld else Tag("Overruled")


class ObjectDoor(Door):
    """Object to a figure of one's own municipality."""

    permission = "object-to-data"
    form_class = ObjectionForm

    @cached_property
    def town(self) -> Municipality:
        """The municipality of the address."""
        return get_object_or_404(self.scope.municipalities(), code=self.kwargs["code"])

    @cached_property
    def fact(self) -> Fact | None:
        """Its figure in the version of the address."""
        series = get_object_or_404(FactSeries, pk=self.kwargs["pk"])
        return series.facts.filter(municipality=self.town).select_related("series").first()

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form who asks, for the scan of the paper."""
        return super().get_form_kwargs() | {"by": self.officer}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show the figure that stands."""
        town, fact = self.town, self.fact
        about = [Term("On record", "None")]
        if fact is not None:
            about = [
                Term(kinds.words(fact.series.kind), f"{fact.value.normalize():,f}"),
                Term("Period", fact.series.period),
                Term("Source", str(fact.series.document)),
                Term("Objections until", f"{objections.until(fact.series):%B %-d, %Y}"),
            ]
        return super().get_context_data(
            heading="Object to a figure",
            lede="A run that reads it is not certified before the objection is decided.",
            after="One objection a version. The decision comes with its reason.",
            back=Link(f"Figures of {town.name}", self.get_success_url()),
            about=about,
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """File it."""
        series = get_object_or_404(FactSeries, pk=self.kwargs["pk"])
        told = Challenge(answers["should_be"], answers["reason"], answers["document"])
        objections.file(series, self.town, told, on=self.today, by=by)
        return "The objection is filed and waits for a decision."

    def get_success_url(self) -> str:
        """Go back to the figures."""
        return reverse("figures", args=[self.town.pk])


class ObjectionsPage(Page):
    """Every objection, what waits first."""

    template_name = "funds/objections.html"
    permission = "read-all"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read them: one statement."""
        rows = Objection.objects.select_related(
            "series", "municipality", "filed_by__office", "decided_by__office"
        ).order_by("-decided_on", "filed_on")[:200]
        waiting = sorted(rows, key=lambda each: each.decided_on is not None)
        may = self.officer.may("decide-objection")
        return super().get_context_data(
            objections=Table(
                caption="Objections to data",
                caption_unseen=True,
                columns=[
                    Column("Municipality"),
                    Column("Figure"),
                    Column("Should be"),
                    Column("Reason", "words"),
                    Column("State", "state"),
                ],
                rows=[_objection(each, may=may) for each in waiting],
                empty="No objection. One appears when a municipality challenges a figure.",
            ),
            **kwargs,
        )


def _objection(each: Objection, *, may: bool) -> Row:
    door = reverse("objection_decide", args=[each.pk])
    more = Link("Decide", door) if may and each.decided_on is None else None
    words = f"{each.reason} Answer: {each.answer}" if each.answer else each.reason
    return row(
        Cell(each.municipality.name, reverse("figures", args=[each.municipality_id])),
        Cell(kinds.words(each.series.kind), second=each.series.period),
        f"{each.should_be.normalize():,f}",
        Cell(words, second=f"{each.filed_on:%b %-d, %Y}, {each.filed_by.office}"),
        Cell(state(each), more=more),
        lit=each.decided_on is None,
    )


class DecideDoor(Door):
    """Decide an objection."""

    permission = "decide-objection"
    form_class = DecisionForm

    @cached_property
    def objection(self) -> Objection:
        """The objection of the address."""
        rows = Objection.objects.select_related("series__loaded_by", "municipality", "document")
        return get_object_or_404(rows, pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show both figures and the evidence."""
        each = self.objection
        value = each.series.facts.filter(municipality=each.municipality_id).first()
        paper = reverse("document", args=[each.document_id]) if each.document_id else ""
        return super().get_context_data(
            heading="Decide an objection",
            lede=f"{each.municipality.name}, {kinds.words(each.series.kind)}, "
            f"{each.series.period}.",
            after="An upheld one stops every run that read the figure until it is corrected.",
            back=Link("Objections", reverse("objections")),
            about=[
                Term("On record", f"{value.value.normalize():,f}" if value else "None"),
                Term("Should be", f"{each.should_be.normalize():,f}"),
                Term("Reason", each.reason),
                Term("Evidence", str(each.document) if each.document else "None", paper),
            ],
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Decide it."""
        made = objections.decide(
            self.objection, upheld=answers["upheld"], answer=answers["answer"],
            on=self.today, by=by,
        )  # fmt: skip
        return "The objection is upheld." if made.upheld else "The objection is overruled."

    def get_success_url(self) -> str:
        """Go back to the list."""
        return reverse("objections")
