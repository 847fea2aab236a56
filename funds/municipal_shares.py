"""The only home of a zone's credit by member municipality, as a run records it for b. and h."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal

from funds.models import Run, RunLine
from funds.rules.money import apportion
from funds.rules.worksheet import Line
from municipalities.models import ZoneMembership

CITE = "52:27H-88 b."
COMPONENT = "municipal_share"
LABEL = "Its part of the zone's credit"


def lines(shares: Mapping[str, Decimal]) -> list[Line]:
    """Write the parts down, a line for each municipality that has one."""
    return [
        Line(CITE, LABEL, amount, holder=code, component=COMPONENT)
        for code, amount in sorted(shares.items())
    ]


def given(
    fund: str, sfy: int, allotted: Sequence[Line], on: date, before: Run | None = None
) -> list[Line]:
    """Split given zone amounts by the latest run's parts; a joint zone without any stays whole.

    With `before`, the latest run is the latest that was there before that one.
    """
    if fund != "zone-assistance":
        return []
    shares: dict[str, Decimal] = {}
    for line in allotted:
        if line.component == "allocation":
            members = _members(line.holder.removeprefix("zone:"), on)
            weights = _weights(members, sfy, before)
            if any(weights.values()):
                shares.update(apportion(line.value, weights, "part", CITE))
    return lines(shares)


def _members(zone: str, on: date) -> list[str]:
    joined = ZoneMembership.objects.filter(zone__name=zone, from_on__lte=on)
    standing = joined.exclude(until_on__lt=on).order_by("municipality")
    return list(standing.values_list("municipality_id", flat=True))


def _weights(members: Iterable[str], sfy: int, before: Run | None) -> dict[str, Decimal]:
    """The members' parts in the latest computed run up to the year."""
    codes = list(members)
    recorded = RunLine.objects.filter(
        component=COMPONENT, municipality__in=codes, run__sfy__lte=sfy, run__kind="year"
    ).order_by("run__sfy", "run__number")
    if before is not None:
        recorded = recorded.filter(run__lt=before.pk)
    latest = {line.holder: line.amount for line in recorded}
    if len(codes) == 1:
        return {codes[0]: Decimal(1)}
    return {code: latest.get(code, Decimal(0)) for code in codes}
