"""The only home of what the pages of files show: what is in force, and how far a file is."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Max, QuerySet

from municipalities.intake import checks
from municipalities.intake.checks import Check, Compared
from municipalities.models import FactSeries, Intake, Override
from municipalities.page_parts import Tag
from municipalities.reading.formats import LAYOUTS


@dataclass(frozen=True)
class Looked:
    """A file that was read: how its figures compare, and which checks are open."""

    intake: Intake
    compared: list[Compared]
    failed: list[Check]
    open: list[Check]
    overrides: list[Override]

    @property
    def changed(self) -> int:
        """How many figures are not what they were."""
        return sum(c.before != c.after for each in self.compared for c in each.changes)

    @property
    def many(self) -> int:
        """How many figures there are."""
        return sum(len(each.values) for each in self.compared)


def look(intake: Intake, on: date) -> Looked:
    """Compare a file's figures and ask which checks are open."""
    compared = checks.compare(intake, intake.accepted_on or on)
    failed = checks.failed(compared, LAYOUTS[intake.layout])
    still = [] if intake.accepted_by else checks.open_checks(intake, failed)
    overrides = intake.overrides.select_related(
        "asked_by__office", "asked_by__person", "approved_by__office", "approved_by__person"
    )
    return Looked(intake, compared, failed, still, list(overrides))


def files() -> QuerySet[Intake]:
    """Return the files, the latest first, without what was read of them."""
    found = Intake.objects.select_related("document", "sent_by__office", "sent_by__person")
    return found.defer("figures", "rows", "listing", "look")


def state_of(intake: Intake) -> Tag:
    """Say a file's state in words."""
    if intake.accepted_by_id is not None:
        return Tag(f"Accepted {intake.accepted_on:%b %-d, %Y}", "good")
    if intake.declined_by_id is not None:
        return Tag("Declined", "")
    if not intake.outcome:
        return Tag("Being read", "now")
    if intake.outcome == Intake.Outcome.REFUSED:
        return Tag(f"Refused, {len(intake.must):,} to mend", "bad")
    return Tag("Waits for acceptance" if intake.forwarded_by_id else "Ready to put forward", "now")


def in_force(on: date) -> list[FactSeries]:
    """Return of each kind of figure the latest period's version in force, with its count."""
    accepted = FactSeries.objects.filter(accepted_on__lte=on)
    newest = accepted.order_by("kind", "-period", "-version").distinct("kind").values("pk")
    found = FactSeries.objects.filter(pk__in=newest).annotate(many=Count("facts"))
    return list(found.select_related("document", "accepted_by__office").order_by("kind"))


def latest_by_layout(on: date) -> dict[str, date | None]:
    """Return when a file of each layout was last accepted."""
    accepted = Intake.objects.filter(accepted_on__lte=on).values("layout")
    return dict(accepted.annotate(day=Max("accepted_on")).values_list("layout", "day"))


def waiting() -> Iterable[Intake]:
    """Return the files that wait to be put forward or accepted, the latest first."""
    found = files().filter(outcome=Intake.Outcome.READ, accepted_by=None, declined_by=None)
    return found[:20]
