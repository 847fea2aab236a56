"""The only home of what follows from a changed holiday: what was planned for its day moves."""

from datetime import date, timedelta

from django.db import transaction

from municipalities import closed_days
from municipalities.models import Holiday, Officer
from payments import plans
from payments.models import Installment, Plan

NEAR = timedelta(days=7)  # no statutory day moves further than over a week's end of holidays


@transaction.atomic
def enter(
    whose: str, falls_on: date, name: str, authority: str, *, on: date, by: Officer
) -> tuple[Holiday, int]:
    """Enter a holiday; return it and how many planned installments now have another day."""
    made = closed_days.enter(whose, falls_on, name, authority, on=on, by=by)
    return made, _move(made, on)


@transaction.atomic
def strike(holiday: Holiday, because: str, *, on: date, by: Officer) -> tuple[Holiday, int]:
    """Strike a holiday; return it and how many planned installments now have another day."""
    struck = closed_days.strike(holiday, because, on=on, by=by)
    return struck, _move(struck, on)


def _move(holiday: Holiday, on: date) -> int:
    """Plan again each year that has unreleased installments near a day of the banks."""
    if holiday.whose != Holiday.Whose.BANKS:
        return 0
    before = _days(holiday)
    last = Plan.objects.select_related("certification__run").order_by("pk")
    for fund, sfy in sorted({key[:2] for key in before}):
        plan = last.filter(certification__run__fund=fund, certification__run__sfy=sfy).last()
        if plan is not None:
            plans.replan(plan.certification, on=on)
    return sum(before.get(key) != day for key, day in _days(holiday).items())


def _days(holiday: Holiday) -> dict[tuple[str, int, str, str, int], date]:
    """Return the deposit day of each planned installment near the holiday, by what it is."""
    near = (holiday.falls_on - NEAR, holiday.falls_on + NEAR)
    planned = Installment.objects.filter(posting=None, replaced_by=None, statutory_on__range=near)
    rows = planned.values_list(
        "fund_id", "entitlement_sfy", "holder", "stream", "number", "deposit_on"
    )
    return {(fund, sfy, holder, stream, n): day for fund, sfy, holder, stream, n, day in rows}
