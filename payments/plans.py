"""The only home of cutting certified aid into dated installments, and of planning it again.

What is released stays. What isn't always sums to what is in the holder's account, so that every
planned installment can be paid. An amount of 0.00 is no installment: nothing is due that day.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from django.db import transaction
from django.db.models import Q, Sum

from funds import accounts, ledger
from funds.models import Certification, Correction, Kind
from funds.refusal import Refusal
from funds.rules import money
from funds.rules.fiscal_year import sfy_of
from funds.rules.money import ZERO
from payments import entitlements, holds, schedules
from payments.entitlements import Entitlement
from payments.models import Installment, Plan, Stream
from payments.schedules import Dates, DueDate

HALVES = [Decimal(50), Decimal(50)]
ONE_DAY_STREAMS = (Stream.REGULAR.value, Stream.COUNTY.value, Stream.HIGHLANDS.value)
FURTHER = 20  # numbers from here on are beyond every schedule


@dataclass(frozen=True)
class Part:
    """A part of a holder's year that is to be paid on a date."""

    holder: str
    stream: str
    due: DueDate
    amount: Decimal
    authority: str

    @property
    def identity(self) -> tuple[object, ...]:
        """What must be the same for a planned row to stay."""
        due = self.due
        return self.holder, self.stream, due.number, self.amount, due.statutory_on, due.deposit_on


@transaction.atomic
def plan(certification: Certification, *, on: date) -> list[Installment]:
    """Cut a credited certification into its installments; what was unreleased is planned anew.

    Returns what is still to be released of the year. Zone assistance has no installments. Raises
    Refusal when the certification is not credited.
    """
    run = certification.run
    if run.fund_id == "zone-assistance":
        return []
    ledger.hold(run.fund_id)
    if not Certification.objects.filter(pk=certification.pk, credit__isnull=False).exists():
        raise Refusal(f"{certification} is not credited: there is nothing to pay out yet.")
    _, new = Plan.objects.get_or_create(certification=certification, defaults={"planned_on": on})
    if new:
        _plan_year(certification, on)
    return list(unreleased(run.fund_id, run.sfy))


@transaction.atomic
def replan(certification: Certification, *, on: date) -> list[Installment]:
    """Plan again what is unreleased of a year, after its credits or corrections changed."""
    run = certification.run
    ledger.hold(run.fund_id)
    _plan_year(certification, on)
    return list(unreleased(run.fund_id, run.sfy))


def plan_credited(*, on: date) -> None:
    """Plan every certification whose credit came in, or was taken back, since the last plan."""
    signed = Certification.objects.exclude(run__fund="zone-assistance").select_related("run")
    credited = signed.filter(credit__isnull=False, credit__credited_on__lte=on)
    for each in credited.filter(plan=None, reopening=None).order_by("certified_on", "pk"):
        plan(each, on=on)
    taken_back = credited.filter(reopening__isnull=False)
    open_rows = Q(installments__posting=None, installments__replaced_by=None)
    for each in taken_back.filter(open_rows, installments__isnull=False).distinct():
        replan(each, on=on)
    for each in _out_of_step(on):
        replan(each, on=on)


def _out_of_step(on: date) -> list[Certification]:
    """The latest plan of each year whose accounts a correction or a succession changed since."""
    aid = Installment.objects.filter(posting=None, replaced_by=None).order_by()
    planned = {
        (fund, sfy, holder): total
        for fund, sfy, holder, total in aid.values_list(
            "fund_id", "entitlement_sfy", "holder"
        ).annotate(total=Sum("amount"))
    }
    corrected = Correction.objects.exclude(posting=None).exclude(fund="zone-assistance")
    touched = set(corrected.values_list("fund_id", "sfy", "holder"))
    merged = entitlements.heirs(on)
    touched |= {key for key in planned if key[2] in merged}
    changed = {
        (fund, sfy)
        for fund, sfy, holder in touched
        if planned.get((fund, sfy, holder), ZERO) != _entitled(fund, sfy, holder)
    }
    plans = Plan.objects.select_related("certification__run").order_by("pk")
    found = [
        plans.filter(certification__run__fund=fund, certification__run__sfy=sfy).last()
        for fund, sfy in sorted(changed)
    ]
    return [each.certification for each in found if each is not None]


def _entitled(fund: str, sfy: int, holder: str) -> Decimal:
    return accounts.balance(accounts.find(fund, Kind.ENTITLED, holder, sfy))


def unreleased(fund: str, sfy: int) -> Iterable[Installment]:
    """Return the year's planned installments that are not released."""
    live = Installment.objects.filter(fund=fund, entitlement_sfy=sfy, replaced_by=None)
    return live.filter(posting=None)


def _plan_year(certification: Certification, on: date) -> None:
    run = certification.run
    live = Installment.objects.filter(fund=run.fund_id, entitlement_sfy=run.sfy, replaced_by=None)
    released: dict[tuple[str, str], dict[int, Decimal]] = defaultdict(lambda: defaultdict(Decimal))
    heir = entitlements.heirs(on)
    for row in live.exclude(posting=None):
        released[heir.get(row.holder, row.holder), row.stream][row.number] += row.amount
    wanted = _Calendar(run.fund_id, run.sfy).parts(
        entitlements.of_year(run.fund_id, run.sfy, on=on), released, on
    )
    standing = {part.identity: part for part in wanted}
    planned = live.filter(posting=None)
    stale = [row for row in planned if standing.pop(_identity(row), None) is None]
    Installment.objects.filter(pk__in=[row.pk for row in stale]).update(replaced_by=certification)
    Installment.objects.bulk_create(_row(part, certification) for part in standing.values())
    mine = [row for row in stale if row.holder not in heir]
    holds.hold_each_lowered(run.fund_id, mine, standing.values(), on)


@dataclass
class _Calendar:
    """The dates of one fund's year, looked up once for each stream and basis."""

    fund: str
    sfy: int

    def __post_init__(self) -> None:
        self.known: dict[tuple[str, str], Dates] = {}

    def dates(self, stream: str, basis: str) -> Dates:
        """Return the dates of a stream for a municipality of that basis."""
        key = (stream, basis if stream == Stream.DIFFERENCE else "")
        if key not in self.known:
            self.known[key] = schedules.of(self.fund, self.sfy, stream, basis)
        return self.known[key]

    def parts(
        self,
        holders: dict[str, Entitlement],
        released: dict[tuple[str, str], dict[int, Decimal]],
        on: date,
    ) -> list[Part]:
        """Cut every holder's year, then fit it to what is in the holder's account."""
        parts: list[Part] = []
        for holder, each in sorted(holders.items()):
            cut: list[Part] = []
            for stream, total in sorted(each.totals.items()):
                dates = self.dates(stream, each.basis)
                amounts = _cut(stream, max(total, ZERO), dates, released[holder, stream])
                cut += [Part(holder, stream, due, a, dates.authority) for due, a in amounts]
            fitted = _fit(cut, each)
            planned = sum((part.amount for part in fitted), ZERO)
            parts += [*fitted, *_at_once(each, planned, released, on)]
        return parts


def _cut(
    stream: str, total: Decimal, dates: Dates, released: dict[int, Decimal]
) -> list[tuple[DueDate, Decimal]]:
    """Cut a total by its dates; each unreleased one tops up to its own running percent."""
    open_dates = [due for due in dates.dates if due.number not in released]
    if stream == Stream.HIGHLANDS and dates.percents == HALVES and not released:
        return list(zip(open_dates, money.two_equal(total), strict=True))
    percents = {due.number: due.percent for due in dates.dates}
    order = [percents.get(number, ZERO) for number in released]
    order += [due.percent for due in open_dates]
    amounts = money.replan(total, order, list(released.values())).amounts
    return list(zip(open_dates, amounts, strict=True))


def _fit(parts: Sequence[Part], holder: Entitlement) -> list[Part]:
    """Let the parts sum to what is in the account: the payment next due takes the difference."""
    change = holder.unreleased - sum((part.amount for part in parts), ZERO)
    fitted = []
    for part in sorted(parts, key=lambda part: (part.due.statutory_on, part.stream)):
        amount = max(part.amount + change, ZERO)
        change -= amount - part.amount
        fitted.append(replace(part, amount=amount))
    return [part for part in fitted if part.amount]


def _at_once(
    holder: Entitlement,
    planned: Decimal,
    released: dict[tuple[str, str], dict[int, Decimal]],
    on: date,
) -> list[Part]:
    """An increase after the year's last date is due when it is planned, under a further number."""
    left = holder.unreleased - planned
    if left <= 0:
        return []
    stream = next((s for s in ONE_DAY_STREAMS if s in holder.totals), Stream.REGULAR.value)
    number = FURTHER + len(released[holder.holder, stream])
    due = DueDate(number, on, Decimal(100))
    return [Part(holder.holder, stream, due, left, "Increase after the year's last date")]


def _identity(row: Installment) -> tuple[object, ...]:
    return row.holder, row.stream, row.number, row.amount, row.statutory_on, row.deposit_on


def _row(part: Part, certification: Certification) -> Installment:
    holder = part.holder
    county = holder.removeprefix("county:") if holder.startswith("county:") else None
    return Installment(
        certification=certification,
        fund_id=certification.run.fund_id,
        holder=holder,
        municipality_id=None if county else holder,
        county_id=county,
        stream=part.stream,
        number=part.due.number,
        percent=part.due.percent,
        amount=part.amount,
        statutory_on=part.due.statutory_on,
        deposit_on=part.due.deposit_on,
        entitlement_sfy=certification.run.sfy,
        cash_sfy=sfy_of(part.due.deposit_on),
        authority=part.authority,
    )
