"""The only home of the levy offset: attested by the municipality (g.), changed by DLGS (i.)."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db import transaction
from django.urls import reverse

from funds import filing_receipts
from funds.models import BudgetChange, Certification, OffsetAttestation, RunLine
from funds.refusal import Refusal
from funds.rules.fiscal_year import first_day, sfy_of
from funds.rules.money import ZERO
from funds.rules.parameters import law
from funds.vacant_land import refuse_elsewhere
from municipalities import offices
from municipalities.documents import store
from municipalities.models import FiscalYearBasis, Municipality, Officer
from municipalities.notices.ladder import Owed
from municipalities.notices.writing import holders_of

FUND, OFFSET, CHANGE = "highlands", "54:1-85 g., k.", "54:1-85 i."
NO_EXCEPTION = (
    "A sum received under this section is no exception or exemption under the budget cap law,"
    " P.L.1976, c.68 (C.40A:4-45.1 et seq.). N.J.S.A. 54:1-85 j."
)
ANTICIPATE = (
    "The municipality anticipates the sum in its annual budget, or an amendment or supplement, for"
    " the year in which it is paid, as a direct offset to the amount to be raised by taxation, and"
    " attests that it did. N.J.S.A. 54:1-85 g., k."
)


@dataclass(frozen=True)
class Budgeted:
    """What a budget has: its year, the dollars anticipated, the line, the paper that shows it."""

    year: int
    amount: Decimal
    line: str
    paper: store.Checked


def certified(town: Municipality, sfy: int) -> Certification | None:
    """Return the certification of the year's aid that stands for a municipality, if any."""
    rows = Certification.objects.filter(run__fund=FUND, run__sfy=sfy, reopening=None)
    rows = rows.filter(run__lines__municipality=town, run__lines__component="payable")
    return rows.select_related("run__fund", "certified_by__office").order_by("-pk").first()


def amount_of(certification: Certification, town: Municipality) -> Decimal:
    """Return what a certification holds for a municipality, in dollars."""
    line = RunLine.objects.filter(
        run=certification.run, municipality=town, component="payable"
    ).first()
    return line.amount.quantize(Decimal("0.01")) if line else ZERO


@transaction.atomic
def attest(
    town: Municipality, sfy: int, said: Budgeted, *, on: date, by: Officer
) -> OffsetAttestation:
    """Attest that the certified sum is anticipated as an offset in the year of its payment, once.

    Raises Refusal for another municipality, without a certified sum, for another year than the
    one in which it is paid, and for another amount than was certified.
    """
    offices.require(by, "attest-offset", on=on)
    refuse_elsewhere(by, town)
    found = certified(town, sfy)
    if found is None:
        raise Refusal(f"{town}: nothing is certified for SFY{sfy}.", OFFSET)
    done = OffsetAttestation.objects.filter(certification=found, municipality=town).first()
    if done is not None:
        return done
    due = amount_of(found, town)
    if said.year != sfy:
        raise Refusal(f"{town}: it is paid in {sfy}, so the budget of {sfy} is needed.", OFFSET)
    if said.amount != due:
        raise Refusal(
            f"{town}: ${said.amount:,.2f} is anticipated; ${due:,.2f} was certified.", OFFSET
        )
    if not said.line.strip():
        raise Refusal(f"{town}: the line of the budget is needed.", OFFSET)
    made = OffsetAttestation.objects.create(
        certification=found, municipality=town, budget_year=said.year, amount=said.amount,
        line=said.line.strip(), attested_by=by, attested_on=on,
        document=store.keep(said.paper, store.Whose(municipality=town.pk), by=by),
    )  # fmt: skip
    filing_receipts.offset(made, by=by)
    return made


@dataclass(frozen=True)
class Changed:
    """A change of a budget: the offset before and after, in dollars, why, and the paper."""

    before: Decimal
    after: Decimal
    reason: str
    paper: store.Checked


@transaction.atomic
def change_budget(
    town: Municipality, sfy: int, said: Changed, *, on: date, by: Officer
) -> BudgetChange:
    """Record what DLGS changed in a budget so that the offset occurs, once a day and amount."""
    offices.require(by, "change-budget", on=on)
    if certified(town, sfy) is None:
        raise Refusal(f"{town}: nothing is certified for SFY{sfy}.", CHANGE)
    if not said.reason.strip() or said.before == said.after:
        raise Refusal(f"{town}: a change has another amount than before, and a reason.", CHANGE)
    done = BudgetChange.objects.filter(
        municipality=town, sfy=sfy, changed_on=on, after=said.after
    ).first()
    if done is not None:
        return done
    return BudgetChange.objects.create(
        municipality=town, sfy=sfy, before=said.before, after=said.after,
        reason=said.reason.strip(), changed_by=by, changed_on=on,
        document=store.keep(said.paper, store.Whose(municipality=town.pk), by=by),
    )  # fmt: skip


def attested_by(town: Municipality, sfy: int, on: date) -> date:
    """Return the day by which a municipality attests, by its fiscal-year basis on a day."""
    rows = FiscalYearBasis.objects.filter(municipality=town, from_on__lte=on)
    last = rows.order_by("-from_on").first()
    state = last is not None and last.basis == FiscalYearBasis.Basis.STATE
    month, day = law().row("highlands.offset_attested_by", first_day(sfy))[int(state)]
    return date(sfy, int(month), int(day))


def unattested(town: Municipality, on: date) -> list[tuple[int, Decimal, date]]:
    """Return the years whose certified sum is not attested: SFY, dollars, and by which day.

    A year is asked about from its certification until the State fiscal year ends.
    """
    found = []
    for sfy in (sfy_of(on), sfy_of(on) + 1):
        of = certified(town, sfy)
        if of is None or of.certified_on > on:
            continue
        amount = amount_of(of, town)
        if amount and not OffsetAttestation.objects.filter(certification=of, municipality=town):
            found.append((sfy, amount, attested_by(town, sfy, on)))
    return found


def owed(on: date) -> list[Owed]:
    """Return what the ladder reminds CFOs of: offsets that are to be attested."""
    rows = Certification.objects.filter(run__fund=FUND, run__sfy=sfy_of(on), reopening=None)
    codes = RunLine.objects.filter(
        run__certification__in=rows, component="payable", amount__gt=0
    ).values_list("municipality", flat=True)
    towns = Municipality.objects.filter(pk__in=set(codes)).order_by("pk")
    return [
        Owed(
            key=f"offset/{town.pk}/SFY{sfy}",
            what=f"The attestation that {town.name} anticipates ${amount:,.2f} as a levy offset",
            due_on=due_on,
            cite=OFFSET,
            url=reverse("offset_attest", args=[town.pk, sfy]),
            owner=holders_of("cfo", on=on, municipality=town.pk),
            department=holders_of("dca-director", on=on),
        )
        for town in towns
        for sfy, amount, due_on in unattested(town, on)
    ]
