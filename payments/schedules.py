"""The only home of when a fund's year is paid: the statute's dates, or a recorded schedule."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cached_property

from django.db import transaction

from funds.models import Fund
from funds.refusal import Refusal
from funds.rules.energy_schedule import difference_due_on, due_dates
from funds.rules.fiscal_year import first_day, last_day
from funds.rules.money import Exact
from funds.rules.parameters import law
from municipalities import offices
from municipalities.models import Officer
from payments import banking_days
from payments.models import Schedule, ScheduleLine, Stream

HUNDRED = Decimal(100)


@dataclass(frozen=True)
class DueDate:
    """A statutory day, its percent of the stream's total, and when the money is deposited."""

    number: int
    statutory_on: date
    percent: Decimal
    on_or_before: bool = False

    @property
    def goes_before(self) -> bool:
        """R: whether a day on which no bank works is deposited before it, and not after."""
        name = "deposit_day_on_or_before" if self.on_or_before else "deposit_day"
        return law().word(f"energy_receipts.{name}", self.statutory_on) == "previous"

    @cached_property
    def deposit_on(self) -> date:
        """The day where the Reserve Banks work; else the next such day, or the one before."""
        if self.goes_before:
            return banking_days.on_or_before(self.statutory_on)
        return banking_days.on_or_after(self.statutory_on)


@dataclass(frozen=True)
class Dates:
    """The dates of one stream of a year, and the authority they rest on."""

    dates: tuple[DueDate, ...]
    authority: str

    @property
    def percents(self) -> list[Decimal]:
        """The percents in the order of the dates."""
        return [each.percent for each in self.dates]


def recorded(sfy: int) -> list[Schedule]:
    """Return every schedule that is on record for a year, with its lines; two statements."""
    return list(Schedule.objects.filter(sfy=sfy).prefetch_related("lines"))


def of(
    fund: str, sfy: int, stream: str, basis: str = "", known: Sequence[Schedule] | None = None
) -> Dates:
    """Return the recorded schedule of the stream and basis, or else the statute's own dates.

    `known` are the year's schedules, for who asks for many streams of it.
    """
    if stream == Stream.SUPPLEMENT:  # "on the same schedule" as the aid that it follows
        stream = Stream.REGULAR.value
    ours = [
        each
        for each in (recorded(sfy) if known is None else known)
        if (each.fund_id, each.stream) == (fund, stream) and each.basis in ("", basis)
    ]
    schedule = max(ours, key=lambda each: each.basis, default=None)
    if schedule is not None:
        lines = schedule.lines.all()
        dates = [DueDate(x.number, x.statutory_on, x.percent, x.on_or_before) for x in lines]
        return Dates(tuple(dates), schedule.authority)
    return _statutory(sfy, stream, basis)


def _statutory(sfy: int, stream: str, basis: str) -> Dates:
    if stream == Stream.REGULAR:
        return _dates(due_dates(sfy), "52:27D-439 c.(1)")
    if stream == Stream.DIFFERENCE:
        due = difference_due_on(sfy, basis)
        return Dates((DueDate(1, due, HUNDRED, on_or_before=True),), "52:27D-439 c.(2)")
    if stream == Stream.COUNTY:
        return _county(sfy)
    days = law().row("highlands.installment_days", first_day(sfy))
    halves = [(date(sfy, month, day), Decimal(50)) for month, day in days]
    return _dates(halves, "54:1-85 f.(1)")


def _county(sfy: int) -> Dates:
    """Where f. names no day, the recorded one stands; until one is recorded, the year's last."""
    way = law().word("energy_receipts.county_paid_on", first_day(sfy))
    if way == "first_installment":
        day = due_dates(sfy)[0][0]
        return Dates((DueDate(1, day, HUNDRED),), "52:27D-439 f., with the first installment")
    authority = "52:27D-439 f.; no date is on record, so the last day of the year"
    return Dates((DueDate(1, last_day(sfy), HUNDRED, on_or_before=True),), authority)


def _dates(days: Sequence[tuple[date, Exact]], authority: str) -> Dates:
    """Number the days; their percents are whole or decimal numbers of a hundred."""
    dates = [
        DueDate(number, day, Decimal(str(percent))) for number, (day, percent) in enumerate(days, 1)
    ]
    return Dates(tuple(dates), authority)


def preview(
    fund: Fund | str, sfy: int, lines: Sequence[tuple[date, Decimal]], authority: str
) -> Dates:
    """Return the dates that a schedule would give; record nothing. Raises what `record` raises."""
    _refuse(fund.code if isinstance(fund, Fund) else fund, sfy, lines, authority)
    return _dates(lines, authority)


@transaction.atomic
def record(
    fund: Fund | str,
    sfy: int,
    stream: str,
    lines: Sequence[tuple[date, Decimal]],
    *,
    authority: str,
    on: date,
    by: Officer,
    basis: str = "",
    on_or_before: bool = False,
    demonstration: bool = False,
) -> Schedule:
    """Record a year's schedule in the place of the statute's dates, with its authority.

    Raises Refusal without an authority, when the percents do not sum to 100, when the days are
    out of order, and when another schedule is already recorded.
    """
    offices.require(by, "prepare-run", on=on)
    code = fund.code if isinstance(fund, Fund) else fund
    _refuse(code, sfy, lines, authority)
    schedule, new = Schedule.objects.get_or_create(
        fund_id=code,
        sfy=sfy,
        stream=stream,
        basis=basis,
        defaults={"authority": authority, "demonstration": demonstration},
    )
    if not new:
        raise Refusal(f"{schedule}: a schedule is already recorded, by {schedule.authority}.")
    for number, (day, percent) in enumerate(lines, 1):
        ScheduleLine.objects.create(
            schedule=schedule,
            number=number,
            statutory_on=day,
            percent=percent,
            on_or_before=on_or_before,
        )
    return schedule


def _refuse(fund: str, sfy: int, lines: Sequence[tuple[date, Decimal]], authority: str) -> None:
    name = f"{fund} SFY{sfy}"
    if not authority.strip():
        raise Refusal(f"{name}: a schedule names its authority.")
    total = sum((percent for _, percent in lines), Decimal(0))
    if total != HUNDRED:
        raise Refusal(f"{name}: the percents sum to {total}, not to 100.")
    days = [day for day, _ in lines]
    if days != sorted(set(days)):
        raise Refusal(f"{name}: the days of a schedule stand in order, each once.")


def record_practice_of_2008(*, on: date, by: Officer) -> Schedule:
    """Record the dates published for 2008, when the first two statutory payments were one."""
    days = ((8, 45), (9, 30), (10, 15), (11, 5), (12, 5))
    return record(
        "energy-receipts",
        2009,
        Stream.REGULAR,
        [(date(2008, month, 1), Decimal(percent)) for month, percent in days],
        authority="Local Finance Notice 2008-13, published payment dates",
        on=on,
        by=by,
    )
