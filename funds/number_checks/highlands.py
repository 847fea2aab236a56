"""The only home of checking a municipality's Highlands stabilization in a workbook."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from funds.number_checks.book import Fact
from funds.number_checks.record import Column, Record, Row
from funds.number_checks.sharing import Pot, share
from funds.rules.highlands import (
    ADJUSTMENT,
    AMOUNT_DUE,
    PRO_RATA,
    TAX_RATE,
    TRUE_VALUE,
    TWO_EQUAL,
    VALUATION,
    WATERSHED,
)
from funds.rules.highlands_year import PHASE_DOWN
from funds.rules.money import ZERO

READ_AS = {
    "highlands.amount_due": "base_times_rate",
    "highlands.phase_down_order": "after_pro_rata",
    "highlands.residue": "stays_in_pool",
    "highlands.watershed_order": "last",
    "highlands.year_count": "every_year",
}
COLUMNS = {
    "qualified": "Qualified",
    "base_assessed": "Vacant land assessed, base year",
    "base_ratio": "Ratio of the base year, %",
    "current_assessed": "Vacant land assessed, current year",
    "current_ratio": "Ratio of the current year, %",
    "local_tax_total": "Local taxes",
    "net_valuation": "Net valuation",
    "watershed_deduction": "Watershed deduction",
    "adjustment": "Adjustment by final judgment",
}
AVAILABLE, OF_RUN = "54:1-85 b.", "Sum of the run’s facts or amounts"
Kept = Mapping[str, str]


def check(record: Record, holder: str, kept: Kept) -> str:
    """Write the sheets for a municipality; return where its amount stands."""
    book = record.book
    given = record.figure("available_amount", "Available amount", AVAILABLE)
    year = record.run.sfy - int(record.law["highlands.first_year"]["value"])
    percent = record.of_law("highlands.phase_down", f"Percent of program year {year + 1}", (year,))
    available = book.step("Available amount", given, AVAILABLE, kept)
    towns = [row for row in record.rows if row["qualified"] == "yes"]
    own = next(row for row in towns if row["municode"] == holder)
    others = [row for row in towns if row is not own]
    places = record.inputs(COLUMNS, [own], others)
    raised, dues = _of_others(record, others), record.amounts("entitlement")
    reserve = f"MAX({places['adjustment'].at(0)},0)+{raised}"
    reserved = book.step("Reserved for increases by final judgment", reserve, ADJUSTMENT, kept)
    due = _entitlement(record, places, kept)
    rest = Fact("Entitlements of all others", sum(dues.values()) - dues[holder], PRO_RATA, OF_RUN)
    rest_at, left = book.fact(rest), f"({available}-{reserved})"
    whole = Decimal(record.figures["available_amount"]) - _raised(towns)
    pot = Pot("Pro rata, where the fund is short", PRO_RATA, left, whole, dues)
    cut = due
    if any(dues.values()):
        cut = share(book, pot, holder, due, rest_at)
    part = f"IF({due}+{rest_at}<={left},{due},{cut})"
    prorated = book.step("Payable from the fund", part, PRO_RATA, kept)
    return _paid(record, places, (prorated, percent), kept)


def _of_others(record: Record, others: Sequence[Row]) -> str:
    """Write down what is reserved for others, and return where it stands."""
    label = "Increases by final judgment of all others"
    return record.book.fact(Fact(label, _raised(others), ADJUSTMENT, OF_RUN))


def _raised(towns: Sequence[Row]) -> Decimal:
    return sum((max(Decimal(row["adjustment"]), ZERO) for row in towns), ZERO)


def _entitlement(record: Record, places: Mapping[str, Column], kept: Kept) -> str:
    """n., d.(1), 54:1-74 c.: the municipality's own steps to its entitlement."""
    book, at = record.book, {name: each.at(0) for name, each in places.items()}
    base = f"ROUND({at['base_assessed']}*100/{at['base_ratio']},0)"
    base = book.step("True value in the base year", base, TRUE_VALUE, kept)
    current = f"ROUND({at['current_assessed']}*100/{at['current_ratio']},0)"
    current = book.step("True value in the current tax year", current, TRUE_VALUE, kept)
    decline = book.step("Valuation base", f"MAX({base}-{current},0)", VALUATION, kept)
    ratio = f"{at['local_tax_total']}/{at['net_valuation']}"
    book.step("Tax rate", f"ROUND(100*{ratio},3)", TAX_RATE, kept, 3)
    return book.step("Entitlement", f"ROUND({decline}*{ratio},2)", AMOUNT_DUE, kept)


def _paid(record: Record, places: Mapping[str, Column], cells: tuple[str, str], kept: Kept) -> str:
    """f.(3), l., c., f.(1): phase-down, deduction, adjustment, and two equal halves."""
    book = record.book
    prorated, percent = cells
    phased = f"ROUND({prorated}*{percent}/100,2)"
    phased = book.step("After the year's phase-down", phased, PHASE_DOWN, kept)
    book.step("Percent of the program year", f"ROUND({percent},2)", PHASE_DOWN, kept)
    less, change = places["watershed_deduction"].at(0), places["adjustment"].at(0)
    less = book.step("Duplicative watershed aid", less, WATERSHED, kept)
    change = book.step("Adjustment by final judgment", change, ADJUSTMENT, kept)
    payable = book.step("Payable", f"MAX({phased}-{less}+{change},0)", PHASE_DOWN, kept)
    owed = f"MAX(-{change}-MAX({phased}-{less},0),0)"
    book.step("Owed by it", owed, ADJUSTMENT, kept)
    first = f"INT(ROUND({payable}*100,0)/2)/100"
    first = book.step("Installment 1 of two", first, TWO_EQUAL, kept)
    book.step("Installment 2 of two", f"{payable}-{first}", TWO_EQUAL, kept)
    return payable
