"""The only home of sharing a pot in a workbook: exact cents, whole cents, and the cents left over.

The cents left over go to the largest remainders, ties to the lowest code. Whose those are depends
on everybody, so the remainder from which a cent is given is an input, found from the frozen run.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from funds.number_checks.book import SHARING, Book, Fact, Formula
from funds.rules.money import HUNDRED, Exact, apportion, exact, rounded

PLACES = 9
HAIR = Fraction(1, 10**6)
SOURCE = "Found from the run: between the last remainder that got a cent and the first that did not"


@dataclass(frozen=True)
class Pot:
    """What is shared: its title, clause and address, and the exact amount and weights behind it."""

    title: str
    cite: str
    at: str
    amount: Decimal
    weights: Mapping[str, Exact]


def share(book: Book, pot: Pot, own: str, weight: str, others: str) -> str:
    """Write down how the reader's share is cut from the pot, and return where it stands."""
    label = f"Remainder from which a cent is given: {pot.title.lower()}"
    cut = book.fact(Fact(label, cut_off(pot, own), pot.cite, SOURCE))
    book.gap(SHARING)
    book.heads(SHARING, pot.title)
    cells: dict[str, str] = {}
    for name, formula in (
        ("Own weight", weight),
        ("Weight of all others", others),
        ("Pot in cents", f"ROUND({pot.at}*100,0)"),
        (
            "Exact share in cents",
            "{Pot in cents}*{Own weight}/({Own weight}+{Weight of all others})",
        ),
        ("Whole cents", "INT({Exact share in cents})"),
        ("Remainder", "{Exact share in cents}-{Whole cents}"),
        ("A cent that was left over", f"IF({{Remainder}}>={cut},1,0)"),
        ("Share ($)", "({Whole cents}+{A cent that was left over})/100"),
    ):
        for known, cell in cells.items():
            formula = formula.replace(f"{{{known}}}", cell)  # noqa: PLW2901  filled step by step
        row = book.line(SHARING, name, Formula(f"={formula}"), form="General")
        cells[name] = f"{SHARING}!$B${row}"
    return cells["Share ($)"]


def cut_off(pot: Pot, own: str) -> Decimal:
    """Return the remainder, in cents, from which a cent is given; above one where none is left."""
    cents, total = exact(pot.amount) * HUNDRED, sum(map(exact, pot.weights.values()), Fraction(0))
    parts = {key: cents * exact(weight) / total for key, weight in pot.weights.items()}
    over = {key: part - part.numerator // part.denominator for key, part in parts.items()}
    shares = apportion(pot.amount, pot.weights)
    got = {key for key, part in parts.items() if exact(shares[key]) * HUNDRED > part}
    if not got:
        return Decimal(2)
    least = min(over[key] for key in got)
    most = max((each for key, each in over.items() if key not in got), default=Fraction(0))
    if least == most:  # a tie: the code decides
        return rounded(least - HAIR if own in got else least + HAIR, PLACES)
    return rounded((least + most) / 2, PLACES)
