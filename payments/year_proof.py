"""The only home of the proof of a whole year: from a file of 564 rows to certified installments."""

import io
import time
from datetime import date
from decimal import Decimal
from random import Random
from tempfile import TemporaryDirectory

from django.test.utils import override_settings
from openpyxl import load_workbook

from funds import allocation
from funds.rules.money import ZERO
from municipalities import facts, offices
from municipalities.documents import store
from municipalities.intake import accepting, sending, workbooks
from municipalities.models import Municipality, Officer, SourceDocument
from municipalities.reading.formats import LAYOUTS
from payments import installments, scratch
from payments.models import Installment
from payments.proving import Outcome

FUND, SFY, ON = "energy-receipts", 2027, date(2026, 7, 1)
LAYOUT, PERIOD = "prior-year-amount", f"SFY{SFY}"
GOAL = 10  # seconds of machine time


def run(_times: int, seed: int) -> Outcome:
    """Take a year of every municipality through its acts; more than ten seconds is a fault."""
    with (
        TemporaryDirectory() as folder,
        override_settings(DOCUMENTS=folder, CLAMD="", UNSCANNED_UPLOADS=True),
        scratch.database(reference=True),
    ):
        total = _amount(seed)
        content = _file(seed, total)
        began, used = time.monotonic(), time.process_time()
        planned = _year(content)
        took = time.monotonic() - began
        towns = Municipality.objects.existing(ON).count()
        faults = [] if took < GOAL else [f"{took:.1f} s, of them {time.process_time() - used:.1f}"]
        if planned != total:
            faults.append(f"{planned} planned of {total}")
        paid = Installment.objects.values("municipality").distinct().count()
        if paid != towns:
            faults.append(f"{paid} of {towns} municipalities have installments")
        return Outcome(round(took * 1000), faults)


def _seat(title: str) -> Officer:
    return offices.seat(title, title, f"{title} holder", from_on=date(1997, 7, 1))


def _amount(seed: int) -> Decimal:
    """Put the year's amount on record, as two analysts do."""
    paper = SourceDocument.objects.create(
        title="Amount of the proof", publisher="A proof", received_on=ON,
        standing=SourceDocument.Standing.DEMONSTRATION,
    )  # fmt: skip
    total = Decimal(Random(seed).randrange(80_000_000_000, 90_000_000_000)) / 100  # noqa: S311
    loaded = facts.load("amount", PERIOD, {None: total}, document=paper, on=ON,
                        by=_seat("treasury-analyst"))  # fmt: skip
    facts.accept(loaded, on=ON, by=_seat("dca-analyst"))
    return total


def _file(seed: int, total: Decimal) -> bytes:
    """Fill in the product's own template, as a sender does."""
    random = Random(seed)  # noqa: S311  amounts, not secrets
    book = load_workbook(io.BytesIO(workbooks.template(LAYOUTS[LAYOUT], PERIOD, ON)))
    sheet = book.worksheets[0]
    for row in sheet.iter_rows(min_row=3):
        row[3].value = Decimal(random.randrange(100_000_00, 2_000_000_00)) / 100
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _year(content: bytes) -> Decimal:
    """Send, read, forward, accept, run, certify, credit, plan; return what is planned in all."""
    analyst, other = _seat("dca-analyst"), _seat("treasury-analyst")
    certifier = _seat("treasury-certifier")
    what = sending.Publication(LAYOUT, PERIOD, "Receipts of the year before", "DLGS", ON)
    intake = sending.read(
        sending.send(store.check("receipts.xlsx", content, by=analyst), what, on=ON, by=analyst)
    )
    accepting.forward(intake, looked=True, on=ON, by=analyst)
    accepting.accept(intake, on=ON, by=other)
    run_of_year = allocation.run(FUND, SFY, on=ON, by=other)
    signed = allocation.certify(run_of_year, on=ON, by=certifier, statement="A proof.")
    amount = Decimal(run_of_year.figures["amount"])
    allocation.deposit(FUND, "appropriation", amount, on=ON, by=other, document="A proof",
                       key="proof/deposit")  # fmt: skip
    allocation.credit(signed, on=ON, by=certifier)
    return sum((each.amount for each in installments.plan(signed, on=ON)), ZERO)
