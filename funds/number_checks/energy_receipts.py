"""The only home of checking a municipality's energy tax receipts aid in a workbook."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from funds.number_checks.book import Fact
from funds.number_checks.record import Record, Row
from funds.number_checks.sharing import Pot, share
from funds.rules.energy_amount import grows
from funds.rules.energy_receipts import (
    AID,
    BASE,
    DIFFERENCE,
    LEVY_RELIEF,
    ONE,
    REMAINDER,
    SIX,
)
from funds.rules.energy_schedule import difference_due_on
from funds.rules.parameters import law

READ_AS = {
    "energy_receipts.corrections": "after_maximum",
    "energy_receipts.difference_july": "closing",
    "energy_receipts.difference_sign": "estimates_less_base",
    "energy_receipts.growth_shares": "prior_year",
    "energy_receipts.index_floor": "rate",
    "energy_receipts.index_tie": "up",
    "energy_receipts.remainder_weight": "undeducted",
}
LATER = {
    "prior_year_amount": "Amount of the prior year",
    "difference": "Frozen difference (3)",
    "sfy2002_amount": "Amount of SFY2002",
    "county_payment": "Paid to the county",
}
YEARS = ("aid_1994", "aid_1995", "aid_1996", "estimate_1998")
EARLY = {
    **{name: name.replace("_", " ").capitalize() for name in YEARS},
    "corrections": "Corrections of d.",
    "certified_1997": "Certified for 1997",
    "county_payment": "Paid to the county",
}
OF_RUN = "Sum of the run’s amounts"
Kept = Mapping[str, str]


def check(record: Record, holder: str, kept: Kept) -> str:
    """Write the sheets for a municipality; return where its amount stands."""
    amount = record.book.step(f"Amount of SFY{record.run.sfy}", _amount(record), LEVY_RELIEF, kept)
    own = next(row for row in record.rows if row["municode"] == holder)
    if grows(record.run.sfy):
        return _grown(record, own, amount, kept)
    return _by_paragraphs(record, own, amount, kept)


def _amount(record: Record) -> str:
    """e.: the amount on record, or the prior one moved by the index, never down."""
    if "amount" in record.figures:
        return record.figure("amount", "Amount of the year", LEVY_RELIEF)
    prior = record.figure("prior_amount", "Amount of the prior year", LEVY_RELIEF)
    if "promulgated_percent" in record.figures:
        rate = record.figure("promulgated_percent", "Promulgated percent", LEVY_RELIEF)
    else:
        index = record.figure("index_percent", "Index, percent", LEVY_RELIEF)
        rate = f"ROUND({index}*2,0)/2"
    return f"ROUND({prior}*(1+MAX({rate},0)/100),2)"


def _grown(record: Record, own: Row, amount: str, kept: Kept) -> str:
    """From SFY2003: the amount is shared by the prior year's amounts."""
    book, code = record.book, own["municode"]
    places = record.inputs(LATER, [own], _others(record, code))
    prior = places["prior_year_amount"]
    weights = {row["municode"]: Decimal(row["prior_year_amount"]) for row in record.rows}
    pot = Pot("Shares of the amount", LEVY_RELIEF, amount, _whole(record), weights)
    cut = share(book, pot, code, prior.own, prior.others)
    cut = book.step("Share of the amount", cut, LEVY_RELIEF, kept)
    frozen = places["difference"].at(0)
    regular = book.step("Regular aid", f"{cut}-{frozen}", LEVY_RELIEF, kept)
    frozen = book.step("Frozen difference", frozen, DIFFERENCE, kept)
    county = places["county_payment"].at(0)
    total = book.step("Total to the municipality", f"{regular}+{frozen}-{county}", AID, kept)
    relief = f"MAX({total}-{places['sfy2002_amount'].at(0)},0)"
    book.step("Levy relief", relief, LEVY_RELIEF, kept)
    _due(record, own, f"({regular}-{county})", frozen, kept)
    return total


def _by_paragraphs(record: Record, own: Row, amount: str, kept: Kept) -> str:
    """SFY1998 to SFY2002: (2) and (3) first, then the remainder shared by (2)."""
    book, code = record.book, own["municode"]
    places = record.inputs(EARLY, [own], _others(record, code))
    bases, gaps = record.amounts("base"), record.amounts("difference")
    others = [
        book.fact(Fact(f"{words} of all others", sum(found.values()) - found[code], cite, OF_RUN))
        for words, found, cite in (("(2)", bases, BASE), ("(3)", gaps, DIFFERENCE))
    ]
    years = ",".join(places[each].at(0) for each in YEARS)
    base = f"MAX({years})+{places['corrections'].at(0)}"
    base = book.step("Base with corrections", base, BASE, kept)
    gap = f"MAX({places['estimate_1998'].at(0)}+{places['certified_1997'].at(0)}-{base},0)"
    gap = book.step("Difference", gap, DIFFERENCE, kept)
    left = f"({amount}-{base}-{gap}-{others[0]}-{others[1]})"
    whole = _whole(record) - sum(bases.values()) - sum(gaps.values())
    pot = Pot("The remainder", REMAINDER, left, whole, bases)
    remainder = share(book, pot, code, base, others[0])
    remainder = book.step("Remainder", remainder, REMAINDER, kept)
    paid = f"{base}+{remainder}-{places['county_payment'].at(0)}"
    total = book.step("Total to the municipality", f"{paid}+{gap}", AID, kept)
    _due(record, own, f"({paid})", gap, kept)
    return total


def _others(record: Record, code: str) -> list[Row]:
    return [row for row in record.rows if row["municode"] != code]


def _whole(record: Record) -> Decimal:
    return Decimal(record.run.figures["amount"])


def _due(record: Record, own: Row, cut: str, gap: str, kept: Kept) -> None:
    """c.: each of the six is the rounded running part less what came before; (3) is one."""
    book, sfy, before = record.book, record.run.sfy, "0"
    name = "energy_receipts.schedule"
    running: list[str] = []
    for at, (month, day, _) in enumerate(record.law[name]["value"]):
        label = _label(date(sfy - 1, int(month), int(day)))
        running.append(record.of_law(name, f"Percent {label.lower()}", (at, 2)))
        now = f"ROUND({cut}*({'+'.join(running)})/100,2)"
        book.step(label, f"{now}-{before}", SIX, kept)
        before = now
    basis = own["basis"]
    book.step(_label(difference_due_on(sfy, basis, law())), gap, ONE, kept)


def _label(due: date) -> str:
    return f"Due {due:%B} {due.day}, {due.year}"
