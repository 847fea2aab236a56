"""The only home of telling a zone what a review did: found, withheld, ended, appeal decided. j.

The evidence is read every minute, and what was not told yet is, once; no act tells by itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.urls import reverse

from funds.models import Appeal, Finding, WithholdingOrder
from funds.reminders import officers_of
from municipalities.models import EnterpriseZone, Notice, Officer
from municipalities.notices import writing
from municipalities.notices.writing import Words

CITE = "52:27H-88 j."


@dataclass(frozen=True)
class Told:
    """What happened to a zone: under which key, who did it, and in which words."""

    key: str
    zone: EnterpriseZone
    by: Officer
    words: Words

    def to_each(self, _: Officer) -> Words:
        """Say the same to every officer of the zone."""
        return self.words


def tell(since: date, on: date) -> None:
    """Write the notices of what happened since a day and was not told yet."""
    for each in (*_findings(since), *_orders(since), *_appeals(since)):
        if not Notice.objects.filter(key__startswith=f"{each.key}/").exists():
            to = officers_of(each.zone, on)
            writing.write_each("review", each.key, to, each.to_each, by=each.by)


def _findings(since: date) -> Iterator[Told]:
    rows = Finding.objects.filter(found_on__gte=since)
    for each in rows.select_related("zone", "confirmed_by", "receivable"):
        text = (
            f"The Department found ${each.receivable.amount:,.2f} of the {each.zone}’s expenditures"
            f" inconsistent with the act ({CITE}): {each.reason}. It is forfeited from what the"
            " zone has and gets. The finding’s page names the expenditures and until when it may"
            " be appealed."
        )
        words = Words(
            f"Finding {each}: ${each.receivable.amount:,.2f} of the {each.zone}",
            text,
            reverse("finding", args=[each.pk]),
        )
        yield Told(f"finding/{each.pk}/made", each.zone, each.confirmed_by, words)


def _orders(since: date) -> Iterator[Told]:
    rows = WithholdingOrder.objects.select_related("zone", "ordered_by")
    for each in rows.filter(from_on__gte=since):
        words = Words(
            f"Funding of the {each.zone} is withheld",
            f"From {each.from_on:%B} {each.from_on.day}, {each.from_on.year} nothing new of the"
            f" {each.zone} is encumbered, approved or paid ({CITE}): {each.reason}. It ends when"
            " the Department’s corrective action plan is entered into and complied with.",
            reverse("reviews", args=[each.zone_id]),
        )
        yield Told(f"order/{each.pk}/made", each.zone, each.ordered_by, words)
    for each in rows.filter(lifted_on__gte=since):
        words = Words(
            f"Funding of the {each.zone} is no longer withheld",
            f"The Department recorded that the {each.zone} complies with its corrective action"
            f" plan ({CITE}).",
            reverse("reviews", args=[each.zone_id]),
        )
        yield Told(f"order/{each.pk}/ended", each.zone, each.ordered_by, words)


def _appeals(since: date) -> Iterator[Told]:
    rows = Appeal.objects.filter(decided_on__gte=since)
    for each in rows.select_related("finding__zone", "finding__receivable", "decided_by"):
        finding, by = each.finding, each.decided_by
        words = Words(
            f"The appeal against finding {finding} is decided",
            f"${finding.receivable.reduced:,.2f} of ${finding.receivable.amount:,.2f} is reversed."
            f" {each.reason}",
            reverse("finding", args=[finding.pk]),
        )
        if by is not None:
            yield Told(f"appeal/{each.pk}/decided", finding.zone, by, words)
