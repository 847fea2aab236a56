"""The only home of the amounts of energy tax receipts as their pages show them, year by year."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from funds import receipts_watch, sources
from funds.models import Account, Enactment, Entry, Kind, LevyReliefAttestation, Run, RunLine
from funds.refusal import Refusal
from funds.rules.energy_amount import (
    Judgment,
    fixed_amount,
    grow,
    grows,
    judge,
    missing_rates,
    required_amount,
)
from funds.rules.energy_watch import DeflatorCheck, deflator_check
from funds.rules.fiscal_year import sfy_of
from funds.rules.money import ZERO, apportion
from municipalities.models import FactSeries

FUND = "energy-receipts"
GROSS = ("base", "regular", "remainder", "difference")


@dataclass(frozen=True)
class ReceiptsYear:
    """One SFY's amount as separate facts, in dollars; None is what is not on record."""

    sfy: int
    rate: Decimal | None
    check: DeflatorCheck | None
    required: Decimal | None
    appropriated: Decimal | None
    credited: Decimal | None
    enactment: Enactment | None
    judgment: Judgment | None
    missing: tuple[int, ...] = ()

    @property
    def short(self) -> Decimal | None:
        """What the appropriation lacks of the required amount, if that can be judged."""
        return self.judgment.short if self.judgment else None

    @property
    def missing_in_words(self) -> str:
        """Name the years whose rate is not on record: "SFY2003 to SFY2005, SFY2007"."""
        runs: list[list[int]] = []
        for sfy in self.missing:
            if runs and sfy == runs[-1][-1] + 1:
                runs[-1].append(sfy)
            else:
                runs.append([sfy])
        return ", ".join(
            f"SFY{run[0]}" + (f" to SFY{run[-1]}" if len(run) > 1 else "") for run in runs
        )

    @property
    def agrees(self) -> bool | None:
        """Whether the promulgated rate is what the deflator gives; None when one lacks."""
        if self.rate is None or self.check is None:
            return None
        return self.rate in (self.check.half.rate, self.check.half.other)


def years(today: date) -> list[ReceiptsYear]:
    """Return every year from SFY1998 to the one after this, the latest first; six statements."""
    rates = receipts_watch.promulgated(on=today)
    deflators = receipts_watch.by_year("deflator_q2", on=today)
    given = receipts_watch.by_year("receipts_appropriated", on=today)
    credited = _credited()
    acts = {each.sfy: each for each in Enactment.objects.all()}
    return [
        ReceiptsYear(
            sfy,
            rates.get(sfy) if grows(sfy) else None,
            deflator_check(sfy, deflators) if grows(sfy) else None,
            _required(sfy, rates),
            given.get(sfy),
            credited.get(sfy),
            acts.get(sfy),
            judge(sfy, given[sfy], rates) if sfy in given else None,
            missing_rates(sfy, rates),
        )
        for sfy in range(sfy_of(today) + 1, 1997, -1)
    ]


def _required(sfy: int, rates: Mapping[int, Decimal]) -> Decimal | None:
    try:
        return required_amount(sfy, rates)
    except Refusal:
        return None


def _credited() -> dict[int, Decimal]:
    """What the five revenues and the top-up brought in, in dollars by SFY; two statements."""
    ours = {"fund_id": FUND, "kind": Kind.SOURCE, "holder__in": [*sources.REVENUES, sources.TOP_UP]}
    sums: dict[int, Decimal] = defaultdict(Decimal)
    for side, sign in (("debit", 1), ("credit", -1)):
        rows = Entry.objects.filter(**{f"{side}__{name}": value for name, value in ours.items()})
        for on, amount in rows.values_list("effective_on", "amount"):
            sums[sfy_of(on)] += sign * amount
    return dict(sums)


def index_series(sfy: int, on: date) -> FactSeries | None:
    """Return the version of the promulgated rate in force, with its document."""
    rows = FactSeries.objects.filter(kind="promulgated_percent", period=f"SFY{sfy}")
    return rows.filter(accepted_on__lte=on).select_related("document").order_by("-version").first()


def grown(prior: Decimal, percent: Decimal, sfy: int) -> Decimal:
    """Return a prior amount moved by a half percent, in dollars: one side of a tie."""
    return grow(prior, percent, promulgated=True, sfy=sfy).amount


@dataclass(frozen=True)
class TownLine:
    """A municipality's year in one line, in dollars; None is what is not on record."""

    code: str
    name: str
    entitled: Decimal | None
    appropriated: Decimal | None
    certified: Decimal
    paid: Decimal
    levy_relief: Decimal
    attested: LevyReliefAttestation | None


def lines(run: Run, year: ReceiptsYear) -> list[TownLine]:
    """Set what each municipality was entitled to beside what it got; three statements."""
    shares, net, relief, names = _of_run(run)
    entitled = _shared(year.required, shares)
    appropriated = _shared(year.appropriated, shares)
    held = Account.objects.filter(
        fund=FUND, kind=Kind.PAID, sfy=run.sfy, municipality__isnull=False
    )
    paid = dict(held.values_list("municipality_id", "balance"))
    attested = {
        each.municipality_id: each
        for each in LevyReliefAttestation.objects.filter(certification__run=run)
    }
    return [
        TownLine(
            code,
            names[code],
            entitled.get(code, ZERO) - (shares[code] - net[code]) if entitled else None,
            appropriated.get(code, ZERO) - (shares[code] - net[code]) if appropriated else None,
            net[code],
            paid.get(code, ZERO),
            relief.get(code, ZERO),
            attested.get(code),
        )
        for code in sorted(net)
    ]


def _shared(amount: Decimal | None, shares: Mapping[str, Decimal]) -> dict[str, Decimal]:
    """Share an amount as the run shared its own: before what goes to a county."""
    return {} if amount is None else apportion(amount, shares, "the run's shares")


Amounts = dict[str, Decimal]


def _of_run(run: Run) -> tuple[Amounts, Amounts, Amounts, dict[str, str]]:
    """The shares, totals, levy relief and names of a run's municipalities; one statement."""
    shares: Amounts = defaultdict(Decimal)
    net: Amounts = {}
    relief: Amounts = {}
    names: dict[str, str] = {}
    wanted = RunLine.objects.filter(run=run, component__in=(*GROSS, "total", "levy_relief"))
    wanted = wanted.exclude(municipality=None)
    for code, name, component, amount in wanted.values_list(
        "municipality_id", "municipality__name", "component", "amount"
    ):
        names[code], exact = name, amount.quantize(ZERO)
        if component == "total":
            net[code] = exact
        elif component == "levy_relief":
            relief[code] = exact
        else:
            shares[code] += exact
    return dict(shares), net, relief, names


def fixed(sfy: int) -> bool:
    """Say whether the statute prints the year's amount."""
    return fixed_amount(sfy) is not None if sfy >= 1998 else False
