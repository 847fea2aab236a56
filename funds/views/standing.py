"""The only home of the pages of a zone's standing: its dated events, and the next one's effect."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds import arrears
from funds.models import Run
from funds.queries.standing_effect import Effect, effect
from funds.standing_forms import StandingForm
from funds.views.zone import parts_of, standing_of
from funds.views.zone_doors import ZoneDoor
from municipalities import standing
from municipalities.doors import Page
from municipalities.models import EnterpriseZone, Officer, StandingEvent
from municipalities.page_parts import Check, Link, Tag, Term
from municipalities.tables import Cell, Column, Row, Table, row

FUND = "zone-assistance"


def tag_of(good: bool) -> Tag:
    """Say a standing in a tag."""
    return Tag("In good standing") if good else Tag("Not in good standing", "bad")


class StandingPage(Page):
    """A zone's standing with the UEZ Authority: each event with its day, reason and recorder."""

    template_name = "funds/standing.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """List a visible zone's events, the latest first."""
        zone = get_object_or_404(self.scope.zones(), code=kwargs["code"])
        found = zone.standings.select_related("recorded_by__office", "recorded_by__person")
        events = list(found.order_by("-effective_on"))
        return super().get_context_data(
            zone=zone,
            state=standing_of(zone, self.today),
            parts=parts_of(zone, "standing"),
            owed=_owed(zone),
            doors=self._doors(zone),
            events=Table(
                caption="Standing by the day from which it counts",
                caption_unseen=True,
                columns=[
                    Column("Standing", "state"),
                    Column("From", "date"),
                    Column("Reason", "words"),
                    Column("Recorded by"),
                ],
                rows=[self._row(event) for event in events],
                fund=FUND,
                empty="No standing. One appears when the Authority or the Department records it.",
            ),
            **kwargs,
        )

    def _doors(self, zone: EnterpriseZone) -> list[Link]:
        if not self.officer.may("record-standing"):
            return []
        return [Link("Record a change of standing", reverse("standing_record", args=[zone.pk]))]

    def _row(self, event: StandingEvent) -> Row:
        ahead = event.effective_on > self.today
        return row(
            tag_of(event.in_good_standing),
            Cell(event.effective_on, second="Not yet in force" if ahead else ""),
            event.reason,
            Cell(str(event.recorded_by) if event.recorded_by else None, nothing="With the zone"),
        )


def _owed(zone: EnterpriseZone) -> Table:
    """Show what the zone is owed of short years. k."""
    found = [(run, arrears.by_zone(run).get(zone.pk)) for run in arrears.years()]
    return Table(
        caption="Owed by short years ($). Still owed = shortfall − made up",
        columns=[
            Column("Year"),
            Column("Shortfall", "money"),
            Column("Made up", "money"),
            Column("Still owed", "money"),
        ],
        rows=[
            row(
                f"SFY{run.sfy}",
                *(
                    Cell(amount, reverse("run_holder", args=[run.pk, zone.holder]))
                    for amount in (owed.short, owed.made, owed.left)
                ),
            )
            for run, owed in found
            if owed is not None
        ],
        fund=FUND,
        on_phone="frame",
        empty="Nothing. A line appears when a year’s allocation falls short.",
    )


class StandingDoor(ZoneDoor):
    """Record the change of a zone's standing, with what it does said first."""

    template_name = "funds/standing_record.html"
    permission = "record-standing"
    form_class = StandingForm
    after = "An event is never changed; the next change is an event of its own."

    @property
    def good(self) -> bool:
        """The standing that would be recorded: the other one than today's."""
        return not standing.in_good_standing(self.zone, self.today)

    @property
    def heading(self) -> str:  # type: ignore[override]
        """Name the change."""
        word = "is" if self.good else "is no longer"
        return f"{self.zone.name} zone {word} in good standing"

    lede = "Whose accounts are credited follows from it. 52:27H-88 a.(2)"

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the change on the button."""
        return super().get_form_kwargs() | {"good": self.good, "today": self.today}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what the change does before it is recorded."""
        found = effect(self.zone, good=self.good)
        return super().get_context_data(
            effects=_effects(found, self.good, self.today),
            credits=_credits(found),
            effect=found,
            **kwargs,
        ) | {"about_title": "What stays as it is", "about": _stays(found)}

    def about(self) -> list[Term]:
        """Said with the effect."""
        return []

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record the event."""
        made = standing.record(
            self.zone,
            in_good_standing=answers["good"] == "yes",
            reason=answers["reason"],
            from_on=answers["from_on"],
            on=self.today,
            by=by,
        )
        word = "in" if made.in_good_standing else "not in"
        return f"{self.zone.name} is {word} good standing from {made.effective_on:%b %-d, %Y}."

    def get_success_url(self) -> str:
        """Go to the zone's standing."""
        return reverse("standing", args=[self.zone.pk])


def _effects(found: Effect, good: bool, on: date) -> list[Check]:
    """Say in sentences what changes."""
    can = "may be approved again" if good else "can’t be approved"
    waiting = f"{found.proposals} proposal{'' if found.proposals == 1 else 's'} not determined"
    said = [
        Check(
            "Credits",
            "The next credits give the zone its share of the formula."
            if good
            else "Nothing more is credited to the zone: other zones share its part.",
            "A run takes the standing of its own day. 52:27H-88 a.(2)",
        ),
        Check(
            "Proposals",
            f"{waiting} {can}.",
            "A proposal needs its zone in good standing. 52:27H-88 c.",
        ),
    ]
    return said + [_of_run(run, on) for run in found.runs]


def _of_run(run: Run, on: date) -> Check:
    """Say what becomes of a run that waits with a line for the zone."""
    name = f"SFY{run.sfy}, run {run.number}"
    if run.prepared_on < on:
        when = f"{run.prepared_on:%b %-d, %Y}"
        return Check("Runs", f"{name} is of {when} and still credits the zone.",
                     "Prepare it anew after the change to leave the zone out.")  # fmt: skip
    return Check("Runs", f"{name} can’t be signed or credited if the change counts from today.",
                 "Prepare it anew then.")  # fmt: skip


def _stays(found: Effect) -> list[Term]:
    return [
        Term("Credited, not encumbered", found.unencumbered),
        Term("Encumbered, not spent", found.encumbered),
        Term("Last usable days", "run on, 52:27H-88 h., i."),
        Term("Vouchers", "are approved and paid"),
    ]


def _credits(found: Effect) -> Table:
    """Show every zone's credit of the latest run as it is, and with the changed standing."""
    holders = sorted({*found.before, *found.after}, key=found.change)
    sums = [sum(each.values()) for each in (found.before, found.after)]
    of = f"SFY{found.run.sfy}, run {found.run.number}" if found.run else "the latest run"
    return Table(
        caption=f"Credits by the data of {of} ($). Change = then − now",
        columns=[
            Column("Zone"),
            Column("Now", "money"),
            Column("Then", "money"),
            Column("Change", "signed"),
        ],
        rows=[
            row(
                Cell(holder.removeprefix("zone:"), second=""),
                Cell(found.before.get(holder), nothing="None"),
                Cell(found.after.get(holder), nothing="None"),
                found.change(holder),
            )
            for holder in holders
        ],
        totals=[row("All zones", *sums, sums[1] - sums[0])] if holders else (),
        fund=FUND,
        on_phone="frame",
        empty=found.why_not,
    )
