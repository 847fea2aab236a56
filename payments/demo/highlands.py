"""The only home of the demonstration's ten years of Highlands aid, and the eleventh's refusal."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal

from funds import allocation
from funds.refusal import Refusal
from funds.rules.money import percent_of, to_cents
from municipalities.models import SourceDocument
from payments import banking_days
from payments.demo import highlands_chain, made_up_towns, steps
from payments.demo.figures import made_up, near, record, rows
from payments.demo.people import People

FUND = "highlands"
YEARS = range(2005, 2015)
AVAILABLE = Decimal(1_080_000)
SHORT = {2009: Decimal(640_000)}  # less than what is due: the year is paid pro rata
RETURNED_IN = 2006
BASE_YEAR = "2003"  # 54:1-85 b.
RATIO = Decimal("96.50")
QUALIFIED_NOT = {"1014", "1018"}  # no land of theirs lies in the preservation area, as published

Chapters = list[tuple[str, Callable[[People, int], str | None]]]


def chapters() -> Chapters:
    """Return the chapters: a year each, and the year after the last."""
    told: Chapters = [(f"SFY{sfy}", _year(sfy)) for sfy in YEARS]
    return [*told, (f"SFY{YEARS[-1] + 1} is refused", _refused)]


def _year(sfy: int) -> Callable[[People, int], None]:
    def tell(people: People, towns: int) -> None:
        if sfy == RETURNED_IN:
            steps.accounts_stay(but_here=True)
        if sfy > YEARS[0]:
            steps.close(FUND, sfy - 1, people)
        _record_year(sfy, people)
        _credit(sfy, people)
        for day in (date(sfy, 4, 1), date(sfy, 6, 1)):
            _pay(day, people)
        if sfy == RETURNED_IN:
            highlands_chain.attest(people)
            made_up_towns.return_highlands(date(sfy, 6, 7), people)
            steps.pay(FUND, date(sfy, 6, 20), people)

    return tell


def _refused(people: People, towns: int) -> str:
    """Ask for the eleventh year, and keep the words in which the law refuses it."""
    last = YEARS[-1]
    steps.close(FUND, last, people)
    try:
        allocation.run(FUND, last + 1, on=date(last + 1, 2, 12), by=people.state("dca-analyst"))
    except Refusal as refusal:
        return f"Refused: {refusal}"
    raise Refusal(f"SFY{last + 1} was computed, though the program expired with SFY{last}.")


def _pay(due: date, people: People) -> None:
    day = banking_days.on_or_after(due)
    steps.release(day, people)
    steps.pay(FUND, day, people)


def _credit(sfy: int, people: People) -> None:
    if sfy == highlands_chain.YEAR + 1:
        highlands_chain.tell(people)
    on = date(sfy, 2, 12)
    allocation.deposit(
        FUND,
        "highlands-protection-fund",
        SHORT.get(sfy, AVAILABLE),
        on=on,
        by=people.state("treasury-analyst"),
        document=f"SFY{sfy}, demonstration figure",
        key=f"demonstration/{FUND}/SFY{sfy}/deposit",
    )
    run = allocation.run(FUND, sfy, on=on, by=people.state("dca-analyst"))
    steps.credit(run, on=date(sfy, 2, 15), people=people)
    if sfy == RETURNED_IN:
        made_up_towns.credit_highlands(sfy, date(sfy, 2, 20), people)


def _record_year(sfy: int, people: People) -> None:
    period, year = f"SFY{sfy}", str(sfy - 1)
    paper = made_up(f"Highlands values, {year}", date(sfy, 1, 10))
    if sfy == YEARS[0]:
        _record(_of_base_year(), BASE_YEAR, paper, people)
    _record(_of_year(sfy), year, paper, people)
    state: dict[str | None, Decimal] = {None: SHORT.get(sfy, AVAILABLE)}
    record("available_amount", period, state, document=paper, people=people)
    qualified: dict[str | None, Decimal] = {
        row["code"]: Decimal(row["code"] not in QUALIFIED_NOT) for row in rows("highlands_towns")
    }
    record("qualified", period, qualified, document=paper, people=people)


def _record(
    kinds: dict[str, dict[str | None, Decimal]], period: str, paper: SourceDocument, people: People
) -> None:
    for kind, values in kinds.items():
        record(kind, period, values, document=paper, people=people)


def _of_base_year() -> dict[str, dict[str | None, Decimal]]:
    towns = rows("highlands_towns")
    return {
        "base_assessed": {row["code"]: Decimal(row["base_assessed"]) for row in towns},
        "base_ratio": {row["code"]: RATIO for row in towns},
    }


def _of_year(sfy: int) -> dict[str, dict[str | None, Decimal]]:
    """The vacant land has lost so many percent of its value; rate and valuation move a little."""
    found: dict[str, dict[str | None, Decimal]] = {
        kind: {} for kind in ("current_assessed", "current_ratio", "local_tax_total",
                              "net_valuation")
    }  # fmt: skip
    for row in rows("highlands_towns"):
        code = row["code"]
        left = percent_of(Decimal(row["base_assessed"]), 100 - int(row["decline"]))
        valuation = near(int(row["net_valuation"]), "valuation", code, sfy, permille=20)
        found["current_assessed"][code] = near(int(left), "vacant land", code, sfy)
        found["current_ratio"][code] = RATIO
        found["net_valuation"][code] = valuation
        found["local_tax_total"][code] = to_cents(percent_of(valuation, Decimal(row["rate"])))
    return found
