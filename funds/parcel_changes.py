"""The only home of the Director of Taxation's changes to a filed report; the original stays. h."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db import transaction

from funds.models import Cause, ParcelChange, VacantLandReport, VacantParcel
from funds.refusal import Refusal
from funds.rules.highlands_chain import REVIEW
from funds.rules.highlands_year import Parcel
from municipalities import offices
from municipalities.models import Officer

DUTY = "review-vacant-land"


@dataclass(frozen=True)
class Changed:
    """What a parcel is to say after a change; assessed values in dollars."""

    base_assessed: Decimal
    current_assessed: Decimal
    cause: str
    due_to_the_act: bool
    vacant: bool


@transaction.atomic
def change(
    parcel: VacantParcel, to: Changed, reason: str, *, on: date, by: Officer
) -> ParcelChange:
    """Change what a certified report says of a parcel, so that it reflects the change in value.

    Raises Refusal without a reason, when nothing changes, for a report that is not certified or
    stands no more, and for a change attributed to the act without a cause.
    """
    offices.require(by, DUTY, on=on)
    report = VacantLandReport.objects.select_for_update(of=("self",)).get(pk=parcel.report_id)
    if report.certified_by_id is None or report.closed_on is not None:
        raise Refusal(f"{report} is not a certified report that stands.", REVIEW)
    _refuse(parcel, to, reason)
    before = in_force([parcel])[parcel.pk]
    if before == to:
        last = parcel.changes.last()
        if last is not None:
            return last
        raise Refusal(f"{parcel}: nothing changes.", REVIEW)
    return ParcelChange.objects.create(
        parcel=parcel,
        base_assessed=to.base_assessed,
        current_assessed=to.current_assessed,
        cause=to.cause,
        due_to_the_act=to.due_to_the_act,
        vacant=to.vacant,
        reason=reason.strip(),
        changed_by=by,
        changed_on=on,
    )


def _refuse(parcel: VacantParcel, to: Changed, reason: str) -> None:
    if not reason.strip():
        raise Refusal(f"{parcel}: a change says why.", REVIEW)
    if to.cause not in Cause.values or (to.due_to_the_act and not to.cause):
        raise Refusal(f"{parcel}: a change due to the act has one of the three causes.", REVIEW)
    if min(to.base_assessed, to.current_assessed) < 0:
        raise Refusal(f"{parcel}: an assessed value is not below zero.", REVIEW)


def of_parcels(parcels: Iterable[VacantParcel]) -> dict[int, ParcelChange]:
    """Return the latest change of each parcel that has one; one statement."""
    rows = ParcelChange.objects.filter(parcel__in=[each.pk for each in parcels]).order_by("pk")
    return {row.parcel_id: row for row in rows.select_related("changed_by__office")}


def in_force(
    parcels: Iterable[VacantParcel], changes: Mapping[int, ParcelChange] | None = None
) -> dict[int, Changed]:
    """Return what each parcel says now: as changed, or as it was reported."""
    rows = list(parcels)
    found = of_parcels(rows) if changes is None else changes
    return {row.pk: _as_it_is(found.get(row.pk, row)) for row in rows}


def _as_it_is(row: VacantParcel | ParcelChange) -> Changed:
    return Changed(
        row.base_assessed, row.current_assessed, row.cause, row.due_to_the_act, row.vacant
    )


def parcels_of(reports: Iterable[VacantLandReport]) -> dict[int, list[Parcel]]:
    """Return reports' parcels as the rule of c. takes them, changes included; two statements."""
    found: dict[int, list[Parcel]] = {each.pk: [] for each in reports}
    rows = list(VacantParcel.objects.filter(report__in=found))
    now = in_force(rows)
    for row in rows:
        found[row.report_id].append(_ruled(now[row.pk]))
    return found


def _ruled(each: Changed) -> Parcel:
    change = each.current_assessed - each.base_assessed
    return Parcel(each.base_assessed, change, each.cause, each.due_to_the_act, each.vacant)
