"""The only home of a report of vacant land as its pages show it: parcels beside their changes."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from funds import parcel_changes
from funds.declines import Computed
from funds.models import (
    Decline,
    ParcelChange,
    ParcelFile,
    SentDecline,
    VacantLandReport,
    VacantParcel,
)
from funds.parcel_changes import Changed
from funds.refusal import Refusal
from funds.rules.highlands_chain import base_year, sfy_for
from funds.rules.highlands_year import ATTRIBUTED, program_year
from funds.rules.money import ZERO
from municipalities.models import Municipality

FIRST = base_year(2005) + 1


@dataclass(frozen=True)
class ParcelRow:
    """A parcel as it was reported, as it is now, and the Director's change between, if any."""

    parcel: VacantParcel
    now: Changed
    change: ParcelChange | None

    @property
    def counts(self) -> bool:
        """Whether its change counts: vacant, attributed, by one of the three causes."""
        return self.now.vacant and self.now.due_to_the_act and self.now.cause in ATTRIBUTED

    @property
    def counts_from(self) -> Decimal:
        """What counts of it in the base year, in dollars."""
        return self.now.base_assessed if self.now.vacant else ZERO

    @property
    def counts_to(self) -> Decimal:
        """What counts of it now, in dollars."""
        if not self.now.vacant:
            return ZERO
        return self.now.current_assessed if self.counts else self.now.base_assessed

    @property
    def why_not(self) -> str:
        """Say why its change does not count."""
        if not self.now.vacant:
            return "No longer vacant: it leaves both years."
        if self.now.current_assessed == self.now.base_assessed:
            return "It did not change."
        if self.now.cause not in ATTRIBUTED:
            return "By no appeal, revaluation or reassessment."
        return "" if self.now.due_to_the_act else "Not attributed to the act."


def expired(year: int) -> str:
    """Say that a year's report leads to no aid, where the program has expired. f.(3)."""
    try:
        program_year(sfy_for(year))
    except Refusal as no:
        return f"{no} The report is kept on record; it leads to no payment."
    return ""


def versions(town: Municipality, year: int) -> list[VacantLandReport]:
    """Return every version of a year's report, the latest first."""
    rows = VacantLandReport.objects.filter(municipality=town, year=year)
    return list(
        rows.select_related(
            "prepared_by__office", "prepared_by__person", "certified_by__office",
            "certified_by__person", "closed_by__office", "closed_by__person", "decline",
            "document", "evidence",
        )
    )  # fmt: skip


def files(town: Municipality, year: int) -> list[ParcelFile]:
    """Return the latest files of a year, without what was read of them."""
    rows = ParcelFile.objects.filter(municipality=town, year=year).defer("listing", "look")
    return list(rows.select_related("document", "sent_by__office", "sent_by__person")[:10])


def parcels(report: VacantLandReport | None) -> list[ParcelRow]:
    """Return a report's parcels with their latest changes; two statements."""
    if report is None:
        return []
    rows = list(report.parcels.all())
    changes = parcel_changes.of_parcels(rows)
    now = parcel_changes.in_force(rows, changes)
    return [ParcelRow(row, now[row.pk], changes.get(row.pk)) for row in rows]


def sent(decline: Decline | None) -> SentDecline | None:
    """Return the latest sending of a decline to the Treasurer, if there is one."""
    if decline is None:
        return None
    return decline.sent.select_related("sent_by__office", "paper").first()


def latest_sent(rows: Iterable[Computed]) -> dict[int, SentDecline]:
    """Return the latest sending of each certified decline that was sent; two statements."""
    done = [each.certified.pk for each in rows if each.certified is not None]
    found = SentDecline.objects.filter(decline__in=done).select_related("paper", "sent_by__office")
    found = found.prefetch_related("paper__series")
    return {each.decline_id: each for each in found.order_by("pk")}
