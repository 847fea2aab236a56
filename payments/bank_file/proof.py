"""The only home of `prove bank-files`: random files read again, and one digit of each altered."""

import random
from datetime import date, timedelta
from decimal import Decimal

from funds.refusal import Refusal
from payments.bank_file.reading import Line, read
from payments.bank_file.records import Credit, Origin, check_digit, write

ORIGIN = Origin("990000000", "Demonstration Bank", "1990000000", "State of New Jersey")
SINCE = date(2021, 7, 1)
SIZES = (1, 2, 3, 9, 10, 11, 40, 142, 564)
# Whose digits the controls sum: bank and amount of a payment.
SUMMED = (*range(3, 11), *range(29, 39))


def run(files: int, seed: int) -> tuple[int, list[str]]:
    """Write, read and alter so many random files; return how many and what was wrong."""
    chance = random.Random(seed)  # noqa: S311
    faults = []
    for number in range(files):
        payments = [_credit(chance, place) for place in range(chance.choice(SIZES))]
        fault = _wrong(payments, chance)
        if fault:
            faults.append(f"file {number} of seed {seed}: {fault}")
    return files, faults


def _credit(chance: random.Random, place: int) -> Credit:
    eight = f"{chance.randrange(10**8):08d}"
    return Credit(
        routing=eight + check_digit(eight),
        number=f"{chance.randrange(10**4, 10**17)}",
        savings=chance.random() < 0.1,
        amount=Decimal(chance.randrange(1, 10 ** chance.randrange(1, 10))) / 100,
        payment=f"{place:015d}",
        name=chance.choice(("Exampleton", "Peña Blanca", "Specimen Township", "county:99")),
        note=f"ER SFY{chance.randrange(2002, 2030)} installment {chance.randrange(1, 7)}",
    )


def _wrong(payments: list[Credit], chance: random.Random) -> str:
    """Say what is wrong with the file of these payments; nothing is an empty string."""
    day = SINCE + timedelta(chance.randrange(3650))
    file = write(ORIGIN, payments, pays_on=day, written_on=day, purpose="PROOF", reference="P")
    lines, control = read(file)
    if [_paid(each) for each in lines] != [
        (each.routing, each.number, each.amount, each.payment) for each in payments
    ]:
        return "the payments read are not those written"
    if (control.count, control.total) != (len(payments), sum(each.amount for each in payments)):
        return "the control totals are not those of the payments"
    row, column = 2 + 2 * chance.randrange(len(payments)), chance.choice(SUMMED)
    try:
        read(_altered(file, row, column, chance))
    except Refusal:
        return ""
    return f"line {row + 1} altered at {column + 1} was not found"


def _paid(line: Line) -> tuple[str, str, Decimal, str]:
    return line.routing, line.number, line.amount, line.payment


def _altered(file: str, row: int, column: int, chance: random.Random) -> str:
    """Return the file with one digit of money or bank changed."""
    place = row * 95 + column
    other = chance.choice([digit for digit in "0123456789" if digit != file[place]])
    return file[:place] + other + file[place + 1 :]
