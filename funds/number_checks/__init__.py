"""The only home of "check my number": a workbook that reproduces a certified amount by itself.

Inputs stand on one sheet with their sources, the steps follow in the order of the law, rounding
included, and the result stands beside the certified amount. It rests on what was frozen alone.
"""

from decimal import Decimal

from funds.models import Run, RunLine
from funds.number_checks import energy_receipts, highlands, zone_assistance
from funds.number_checks.book import RESULT, Book, Formula
from funds.number_checks.record import Record
from funds.refusal import Refusal
from funds.rules.worksheet import FUND

FUNDS = {
    "zone-assistance": zone_assistance,
    "energy-receipts": energy_receipts,
    "highlands": highlands,
}
COMPONENTS = {
    "zone-assistance": ("allocation", "municipal_share"),
    "energy-receipts": ("total",),
    "highlands": ("payable",),
}
OF_THE_YEAR = (FUND, "AUTHORITY", "GENERAL_FUND")


def line_of(run: Run, holder: str) -> RunLine | None:
    """Return the line that a workbook can reproduce: the holder's own amount of a year's run."""
    lines = run.lines.filter(holder=holder, component__in=COMPONENTS[run.fund_id])
    return lines.first() if run.kind == Run.Kind.YEAR else None


def content(run: Run, line: RunLine, called: str) -> bytes:
    """Make the workbook of a line of a run; raises Refusal where it was read otherwise."""
    _refuse_other_readings(run)
    book = Book()
    book.heads("Inputs", "Input", "Value", "Clause", "Source")
    book.heads("Steps", "Step, in the order of the law", "Counted here", "Clause", "As certified",
               "Compared")  # fmt: skip
    record = Record(run, book)
    at = FUNDS[run.fund_id].check(record, line.holder, record.kept(line.holder, OF_THE_YEAR))
    _result(book, run, line, called, at)
    return book.content()


def _refuse_other_readings(run: Run) -> None:
    for name, word in FUNDS[run.fund_id].READ_AS.items():
        found = run.figures["law"].get(name, {"value": word, "reference": ""})
        if found["value"] != word:
            raise Refusal(
                f"{run} was computed with {name} read as {found['value']}; the workbook’s formulas"
                f" are written for {word}.",
                found["reference"],
            )


def _result(book: Book, run: Run, line: RunLine, called: str, at: str) -> None:
    """Say what was certified, what this workbook counts, and whether they are the same."""
    made = getattr(run, "certification", None)
    label = f"Certified amount ({made.number})" if made else "Amount of the run, not certified"
    book.heads(RESULT, f"Check my number: {called}")
    book.line(RESULT, "Computation", f"{run.fund.name}, SFY{run.sfy}, run {run.number}")
    book.line(RESULT, "Clause", line.cite)
    certified = book.line(RESULT, label, Decimal(line.amount).quantize(Decimal("0.01")))
    counted = book.line(RESULT, "Counted by this workbook", Formula(f"={at}"))
    less = book.line(RESULT, "Difference", Formula(f"=ROUND(B{counted}-B{certified},2)"))
    book.line(
        RESULT, "Result", Formula(f'=IF(B{less}=0,"Same to the cent","Different")'), bold=True
    )
    same = "+".join(f'IF({cell}="Same",0,1)' for cell in book.compared) or "0"
    book.line(RESULT, "Steps that differ", Formula(f"={same}"), form="0")
    book.gap(RESULT)
    for words in (
        "Inputs holds what the run was computed from, each with its source. Change one and see.",
        "Exact cents are cut down; those left over go to the largest remainders.",
        "A spreadsheet counts in fifteen digits; the certified amount was counted exactly.",
        f"Data {run.inputs_hash}",
        f"Results {run.results_hash}",
    ):
        book.line(RESULT, words)
