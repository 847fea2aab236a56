"""The only home of computing a run's facts by the calculator's own path, files and all.

A run and `calculate` on its stored facts can't differ, because both are the same computation.
"""

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from funds import municipal_shares
from funds.calculator import Answer, Fault, Faults, calculate
from funds.calculator.faults import NOTHING
from funds.frozen import Facts, Result, by_holder
from funds.refusal import Refusal, refuse_all
from funds.rules.determined_amount import available_percent
from funds.rules.fiscal_year import first_day
from funds.rules.parameters import Figures, Value, law
from funds.rules.worksheet import Line

FIGURES_FILE, ROWS_FILE = "figures.csv", "municipalities.csv"
AT_ROW = re.compile(rf" \({re.escape(ROWS_FILE)}, row \d+\)")  # a file that nobody sees here


def compute(
    fund: str,
    sfy: int,
    facts: Facts,
    figures: Figures | None = None,
    years_paid: Sequence[int] = (),
) -> Result:
    """Compute the year from its facts; refuse each fault by its figure or municipality.

    `figures` are the law's with what is read or printed otherwise; without them, the law's own.
    """
    figures = figures or law()
    answer = _answer(fund, sfy, facts, figures, years_paid)
    lines = [
        Line(cite, "", Decimal(amount), holder=holder, component=component)
        for holder, component, amount, cite in answer.lines
    ]
    shares = municipal_shares.lines(answer.municipal_shares)
    sheets = by_holder([*answer.worksheet.lines, *shares])
    for note in answer.notes:
        sheets.setdefault("FUND", []).append({"cite": "", "label": note, "value": "", "unit": ""})
    return Result([*lines, *shares], _figures(fund, sfy, answer, figures), sheets)


def write(facts: Facts, folder: Path) -> None:
    """Write facts as the calculator's two files, rows in the order of their codes."""
    figures = [{"figure": name, "value": plain(v)} for name, v in facts["figures"].items()]
    _write(folder / FIGURES_FILE, ["figure", "value"], figures)
    rows = rows_of(facts)
    columns = list(dict.fromkeys(column for row in rows for column in row)) or ["municode"]
    _write(folder / ROWS_FILE, columns, rows)


def rows_of(facts: Facts) -> list[dict[str, str]]:
    """The municipalities' rows as text, in the order of their codes."""
    rows = [{name: plain(v) for name, v in row.items()} for row in facts["municipalities"]]
    return sorted(rows, key=lambda row: row.get("municode", ""))


def plain(value: object) -> str:
    """A value as the calculator's files spell it: no exponent, no needless zero, flags in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return ""
    if isinstance(value, Decimal):
        text = f"{value:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    return str(value)


def _write(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, columns, restval="")
        writer.writeheader()
        writer.writerows(rows)


def _answer(
    fund: str, sfy: int, facts: Facts, figures: Figures, years_paid: Sequence[int]
) -> Answer:
    with TemporaryDirectory() as name:
        folder = Path(name)
        write(facts, folder)
        try:
            return calculate(fund, sfy, folder, figures, years_paid)
        except Faults as faults:
            rows = rows_of(facts)
            refuse_all([Refusal(_in_words(fault, rows)) for fault in faults.faults])
            raise
        except Refusal as no:
            raise Refusal(AT_ROW.sub("", no.message), no.cite) from no


def _in_words(fault: Fault, rows: Sequence[Mapping[str, str]]) -> str:
    """Say whose figure it is, since nobody sees the row of a file here."""
    whose = "the State"
    if fault.file == ROWS_FILE:
        named = 2 <= fault.row < len(rows) + 2
        whose = rows[fault.row - 2].get("municode", "?") if named else "all municipalities"
    name = fault.found.removeprefix(f"{NOTHING} for ")
    if name != fault.found:
        return (
            f"cannot allocate: nothing is on record for {name}; needed {fault.needed}: it is"
            " recorded under “Figures of the State”, and another person accepts it"
        )
    return f"cannot allocate: {fault.column} of {whose}: found {fault.found}; needed {fault.needed}"


def _figures(fund: str, sfy: int, answer: Answer, figures: Figures) -> dict[str, Any]:
    """The amounts at the head of the worksheet and the law's figures in force, with references."""
    head: dict[str, Any] = {}
    day = first_day(sfy)
    if fund == "zone-assistance":
        head["available_percent"] = spelled(available_percent(sfy, figures))
    if fund == "energy-receipts":
        head["amount"] = answer.worksheet.lines[0].amount
    head["law"] = {
        name: {"value": spelled(figures.value(name, day)), "reference": figure.reference}
        for name, figure in sorted(figures.figures.items())
        if name.startswith(fund.replace("-", "_")) and _in_force(figures, name, day)
    }
    return head


def _in_force(figures: Figures, name: str, day: date) -> bool:
    return any(begins <= day for begins, _ in figures.figure(name).values)


def spelled(value: Value) -> Any:
    """A figure as JSON keeps it: text, or lists of text."""
    if isinstance(value, tuple):
        return [spelled(each) for each in value]
    if isinstance(value, Fraction) and value.denominator == 1:
        return str(value.numerator)
    return str(value)
