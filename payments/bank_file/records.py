"""The only home of how a bank file is written: NACHA records of 94 characters, credits only.

Pure: amounts are dollars with two decimals, days are dates, and the same credits give the same
bytes. One batch of corporate credits (CCD), each with an addendum that says what it pays.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from funds.refusal import Refusal

WIDTH, BLOCK = 94, 10  # characters a record, records a block
HASH_DIGITS = 10**10
MOST_OF_ONE = Decimal("99999999.99")  # ten digits of cents
MOST_OF_ALL = Decimal("9999999999.99")  # twelve digits of cents
CREDITS_ONLY, CORPORATE, PAYMENT_NOTE = "220", "CCD", "05"
CHECKING, SAVINGS = "22", "32"
WEIGHTS = (3, 7, 1, 3, 7, 1, 3, 7)


@dataclass(frozen=True)
class Origin:
    """Who sends the file, and to which bank."""

    bank_routing: str  # nine digits: where the file goes, and whose the trace numbers are
    bank_name: str
    sender_id: str  # ten characters, given by the bank
    sender_name: str


@dataclass(frozen=True)
class Credit:
    """One payment into one account."""

    routing: str  # nine digits with the check digit
    number: str  # of the account
    savings: bool
    amount: Decimal  # dollars
    payment: str  # fifteen characters that a return brings back
    name: str
    note: str  # fund, State fiscal year, installment: at most 80 characters


def write(
    origin: Origin,
    payments: Sequence[Credit],
    *,
    pays_on: date,
    written_on: date,
    purpose: str,
    reference: str,
) -> str:
    """Return the file, a record a line, filled to whole blocks of ten.

    Raises Refusal without a credit, for a routing number whose check digit is wrong, and for an
    amount that its digits can't hold.
    """
    total = sum((each.amount for each in payments), Decimal(0))
    _refuse(payments, total)
    lines = [
        _file_header(origin, written_on, reference),
        _batch_header(origin, purpose, pays_on),
    ]
    for number, each in enumerate(payments, 1):
        lines += [_entry(origin, each, number), _note(each, number)]
    hashed = f"{sum(int(each.routing[:8]) for each in payments) % HASH_DIGITS:010d}"
    lines += [
        _batch_control(origin, len(payments), hashed, total),
        _file_control(len(payments), hashed, total),
    ]
    lines += ["9" * WIDTH] * (-len(lines) % BLOCK)
    return "".join(f"{line}\n" for line in lines)


def check_digit(eight: str) -> str:
    """Return the ninth digit of a routing number: 3, 7 and 1 in turn, to the next ten."""
    weighed = sum(int(digit) * weight for digit, weight in zip(eight, WEIGHTS, strict=True))
    return str(-weighed % 10)


def refuse_routing(routing: str) -> None:
    """Raise Refusal for what is no routing number."""
    if not (len(routing) == 9 and routing.isascii() and routing.isdigit()):
        raise Refusal(f"{routing} is no routing number: it has nine digits.")
    if routing[8] != check_digit(routing[:8]):
        raise Refusal(f"{routing} is no routing number: its ninth digit does not fit the others.")


def _refuse(payments: Sequence[Credit], total: Decimal) -> None:
    if not payments:
        raise Refusal("A bank file pays something: there is no payment for it.")
    for each in payments:
        refuse_routing(each.routing)
        if not 0 < each.amount <= MOST_OF_ONE:
            raise Refusal(
                f"{each.name}: ${each.amount:,.2f} is no amount of a bank file, which pays at most"
                f" ${MOST_OF_ONE:,.2f} at once."
            )
    if total > MOST_OF_ALL:
        raise Refusal(f"${total:,.2f} is more than one bank file can sum: ${MOST_OF_ALL:,.2f}.")


def _file_header(origin: Origin, written_on: date, reference: str) -> str:
    return (
        f"101 {origin.bank_routing}{_text(origin.sender_id, 10)}{written_on:%y%m%d}0000A094101"
        f"{_text(origin.bank_name, 23)}{_text(origin.sender_name, 23)}{_text(reference, 8)}"
    )


def _batch_header(origin: Origin, purpose: str, pays_on: date) -> str:
    return (
        f"5{CREDITS_ONLY}{_text(origin.sender_name, 16)}{'':20}{_text(origin.sender_id, 10)}"
        f"{CORPORATE}{_text(purpose, 10)}{pays_on:%y%m%d}{pays_on:%y%m%d}   1"
        f"{origin.bank_routing[:8]}0000001"
    )


def _entry(origin: Origin, credit: Credit, number: int) -> str:
    kind = SAVINGS if credit.savings else CHECKING
    return (
        f"6{kind}{credit.routing}{_text(credit.number, 17)}{_cents(credit.amount, 10)}"
        f"{_text(credit.payment, 15)}{_text(credit.name, 22)}  1"
        f"{origin.bank_routing[:8]}{number:07d}"
    )


def _note(credit: Credit, number: int) -> str:
    return f"7{PAYMENT_NOTE}{_text(credit.note, 80)}0001{number:07d}"


def _batch_control(origin: Origin, entries: int, hashed: str, total: Decimal) -> str:
    return (
        f"8{CREDITS_ONLY}{2 * entries:06d}{hashed}{0:012d}{_cents(total, 12)}"
        f"{_text(origin.sender_id, 10)}{'':25}{origin.bank_routing[:8]}0000001"
    )


def _file_control(entries: int, hashed: str, total: Decimal) -> str:
    blocks = -(-(2 * entries + 4) // BLOCK)
    return f"9000001{blocks:06d}{2 * entries:08d}{hashed}{0:012d}{_cents(total, 12)}{'':39}"


def _cents(amount: Decimal, width: int) -> str:
    return f"{int(amount * 100):0{width}d}"


def _text(words: str, width: int) -> str:
    """Write words in the capital letters of the format, cut and filled to their width."""
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().upper()
    return f"{plain[:width]:{width}}"
