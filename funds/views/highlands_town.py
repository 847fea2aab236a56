"""The only home of a municipality's Highlands page: evidence, determinations, offsets, reports."""

from datetime import date
from typing import Any

from django.db.models import Q
from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds import determinations, offsets
from funds.models import (
    BudgetChange,
    Certification,
    Determination,
    OffsetAttestation,
    VacantLandReport,
)
from funds.queries import filings
from funds.rules.highlands_chain import days_late
from funds.rules.highlands_year import Conformance, is_qualified
from funds.run_facts.highlands import REGIONAL_PLAN_ON, evidence_of
from funds.views.vacant_land_tables import in_time
from municipalities.doors import Page
from municipalities.models import ConformanceEvent, Municipality
from municipalities.page_parts import Event, Figure, Link, Tag
from municipalities.tables import Cell, Column, Table, row


class HighlandsTown(Page):
    """Whether a town qualifies and why; what changes its payments; how its budgets offset them."""

    template_name = "funds/highlands_town.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read a visible municipality's records: a fixed number of statements."""
        towns = self.scope.municipalities().select_related("county")
        town = get_object_or_404(towns, code=kwargs["code"])
        events = list(town.conformance_events.select_related("recorded_by__office", "document"))
        evidence = evidence_of(town.preservation_area, events, self.today)
        years = _years(town)
        return super().get_context_data(
            town=town,
            qualified=is_qualified(evidence, self.today),
            figures=_figures(evidence, self.today, years),
            events=_events(events),
            undated=[each for each in events if each.effective_on is None],
            determinations=_determinations(determinations.of_town(town)),
            offsets=_offsets(town, years, self.today, self.officer.may("attest-offset"),
                             self.officer.may("change-budget")),
            budget_changes=_changes(town),
            filed=filings.told(f"LO-{town.pk}-"),
            reports=_reports(town),
            doors=self._doors(town),
            no_exception=offsets.NO_EXCEPTION,
            **kwargs,
        )  # fmt: skip

    def _doors(self, town: Municipality) -> list[Link]:
        doors = {
            "record-conformance": Link("Record conformance", "conformance_record"),
            "review-vacant-land": Link("Record a judgment", "judgment_record"),
            "determine-watershed": Link("Determine watershed aid", "watershed_record"),
        }
        mine = [link for duty, link in doors.items() if self.officer.may(duty)]
        return [Link(each.label, reverse(each.url, args=[town.pk])) for each in mine]


def _years(town: Municipality) -> list[Certification]:
    """The certifications of Highlands aid that stand for a town, a year each, the latest first."""
    rows = Certification.objects.filter(
        Q(run__lines__municipality=town, run__lines__component="payable"),
        run__fund=offsets.FUND, reopening=None,
    )  # fmt: skip
    found: dict[int, Certification] = {}
    for each in rows.select_related("run").order_by("-run__sfy", "-pk").distinct():
        found.setdefault(each.run.sfy, each)
    return list(found.values())


def _figures(of: Conformance, on: date, years: list[Certification]) -> list[Figure]:
    area = of.in_preservation_area
    words = "Both conformed." if is_qualified(of, on) else "Master plan and regulations both must."
    return [
        Figure("Preservation area", "In it" if area else "Not on record", "Wholly or partly. n."),
        Figure("Master plan", _day(of.master_plan_on, on), "Conformed to the regional plan.",
               "#evidence"),
        Figure("Regulations", _day(of.regulations_on, on), words, "#evidence"),
        Figure("Aid certified", str(len(years)), "State fiscal years.", "#offsets"),
    ]  # fmt: skip


def _day(of: date | None, on: date) -> str:
    return f"{of:%b %-d, %Y}" if of and of <= on else "Not yet"


def _events(events: list[ConformanceEvent]) -> list[Event]:
    """The evidence by its day; the regional plan's own day stands among it."""
    said = [
        Event(
            each.effective_on,
            each.get_kind_display(),
            f"{each.source}{f'. Recorded by {each.recorded_by}' if each.recorded_by else ''}",
        )
        for each in events
        if each.effective_on
    ]
    plan = Event(REGIONAL_PLAN_ON, "Regional master plan in effect",
                 "From then on a town qualifies once both have conformed.")  # fmt: skip
    return sorted([*said, plan], key=lambda event: str(event.at))


def _determinations(found: list[Determination]) -> Table:
    return Table(
        "What changes a payment to come ($)",
        [Column("Determination"), Column("Amount", "signed"), Column("Payment"),
         Column("How it comes about", "words"), Column("State", "state")],
        [
            row(
                Cell(each.get_kind_display(), reverse("document", args=[each.document_id]),
                     second=f"{each.decided_on:%b %-d, %Y}, recorded by {each.recorded_by.office}"),
                each.amount if each.kind == Determination.Kind.JUDGMENT else -each.amount,
                f"SFY{each.sfy}" + (f", due {each.due_on:%b %-d, %Y}" if each.due_on else ""),
                Cell(each.words, second=each.consulted),
                _state(each),
            )
            for each in found
        ],
        caption_unseen=True,
        empty="None. A final judgment or a determination on watershed aid appears here.",
    )  # fmt: skip


def _state(each: Determination) -> Tag:
    if each.series.accepted_on:
        return Tag(f"Accepted {each.series.accepted_on:%b %-d, %Y}")
    return Tag("Waits to be accepted")


def _offsets(
    town: Municipality, years: list[Certification], on: date, may: bool, may_change: bool
) -> Table:
    attested = {
        each.certification_id: each
        for each in OffsetAttestation.objects.filter(municipality=town).select_related(
            "attested_by__office")
    }  # fmt: skip
    rows = []
    for each in years:
        at, done = [town.pk, each.run.sfy], attested.get(each.pk)
        due_on = offsets.attested_by(town, each.run.sfy, on)
        more = Link("Attest", reverse("offset_attest", args=at)) if may and not done else None
        if may_change:
            more = Link("Record a change", reverse("budget_change", args=at))
        said = f"By {done.attested_by.office}, {done.line}" if done else ""
        rows.append(
            row(
                Cell(f"SFY{each.run.sfy}", reverse("run_holder", args=[each.run_id, town.pk]),
                     second=each.number, more=more),
                offsets.amount_of(each, town),
                Cell(done.amount if done else None, second=said, nothing="None yet"),
                due_on,
                _attested(done, due_on, on),
            )
        )  # fmt: skip
    return Table(
        "Certified, and anticipated as a direct offset in the year of payment ($)",
        [Column("Year"), Column("Certified", "money"), Column("Anticipated", "money"),
         Column("Attested by", "date"), Column("State", "state")],
        rows,
        empty="No aid is certified. A year appears with its certification.",
    )  # fmt: skip


def _attested(done: OffsetAttestation | None, due_on: date, on: date) -> Tag:
    if done is not None:
        return Tag(f"Attested, {in_time(done.attested_on, due_on)}", "good")
    late = days_late(on, due_on)
    return Tag(f"Not attested, {late} days late", "bad") if late else Tag("Not attested", "warn")


def _changes(town: Municipality) -> Table | None:
    found = BudgetChange.objects.filter(municipality=town).select_related("changed_by__office")
    if not found:
        return None
    return Table(
        "Changes that DLGS made to its budgets ($). i.",
        [Column("Year"), Column("Offset before", "money"), Column("Now", "money"),
         Column("Reason", "words")],
        [
            row(Cell(f"SFY{each.sfy}", reverse("document", args=[each.document_id]),
                     second=f"{each.changed_on:%b %-d, %Y}"),
                each.before, each.after, Cell(each.reason, second=str(each.changed_by)))
            for each in found
        ],
        caption_unseen=True,
    )  # fmt: skip


def _reports(town: Municipality) -> list[Link]:
    rows = VacantLandReport.objects.filter(municipality=town).values_list("year", flat=True)
    return [
        Link(f"Vacant land, {year}", reverse("vacant_land", args=[town.pk, year]))
        for year in sorted(set(rows), reverse=True)
    ]
