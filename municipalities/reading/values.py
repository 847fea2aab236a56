"""The only home of what a cell may say: money as people type it, percents, counts, days, codes.

Nothing is guessed. A reader returns the value, raises `Unread` with what is needed, or adds to
`asked` what a person must confirm.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal

from municipalities.reading.cells import INVISIBLE, Cell, quoted

Value = Decimal | date | str
MONEY = "An amount such as 1,234.50 is needed."
COUNT = "A whole number is needed."
PERCENT = "A percentage is needed: 10%, or a cell formatted as percent."
NUMBER = "A number is needed."
DAY = "A day such as 2026-12-01 or 12/1/2026 is needed."
CODE = "A municipal code of four figures, as text, is needed."
NO_VALUE = "The formula has no value: open the workbook in a spreadsheet and save it first."
CALM = "Send the value itself."
PLAIN = re.compile(r"\d{1,3}(,\d{3})+|\d+")
DIGITS = re.compile(r"[0-9]+")
FIRST_SERIAL, LAST_SERIAL = 32_874, 73_415  # January 1, 1990 and December 31, 2100
TOO_MUCH = Decimal(10) ** 16  # what no column of ours holds
EPOCH = date(1899, 12, 30)
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


class Unread(Exception):
    """That a cell can't be read: what is needed instead."""


@dataclass
class Asked:
    """What a cell leaves to be confirmed."""

    words: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class How:
    """How a column is read: `dash_is_zero` and `bare_percent` where its template says so.

    `serial_day` and `has_serials` are the sheet's calendar.
    """

    dash_is_zero: bool = False
    bare_percent: bool = False
    may_be_negative: bool = False
    places: int = 6
    serial_day: int = 0
    has_serials: bool = True


Reader = Callable[[Cell, How, Asked], Value]


def words_of(cell: Cell, needed: str) -> str:
    """Return a cell's text, trimmed. Raises Unread for what no text or number is."""
    if cell.what == "no value":
        raise Unread(NO_VALUE)
    if cell.what == "leads out":
        raise Unread(f"The formula leads out of the workbook. {CALM}")
    if cell.what in ("error", "truth"):
        raise Unread(needed)
    text = cell.text.strip().strip("\xa0").strip()
    hidden = next((mark for mark in text if mark in INVISIBLE), "")
    if hidden:
        raise Unread(f"It holds a mark that can’t be seen (U+{ord(hidden):04X}): type it anew.")
    if "\ufffd" in text:
        raise Unread("A letter was lost before the file came here: type it anew.")
    return text


def money(cell: Cell, how: How, asked: Asked) -> Decimal:
    """Read dollars and whole cents."""
    return _cents(_amount(cell, how, MONEY))


def _cents(amount: Decimal) -> Decimal:
    if amount != round(amount, 2):
        raise Unread(f"It has more than two decimals. {MONEY}")
    return amount


def number(cell: Cell, how: How, asked: Asked) -> Decimal:
    """Read a number with at most so many decimals as the column takes."""
    amount = _amount(cell, how, NUMBER)
    if cell.form.rstrip().endswith("%"):
        raise Unread(f"It is formatted as a percentage. {NUMBER}")
    if amount != round(amount, how.places):
        raise Unread(f"It has more than {how.places} decimals. {NUMBER}")
    return amount


def count(cell: Cell, how: How, asked: Asked) -> Decimal:
    """Read a whole number."""
    amount = _amount(cell, how, COUNT)
    if amount != amount.to_integral_value():
        raise Unread(COUNT)
    return amount


def percent(cell: Cell, how: How, asked: Asked) -> Decimal:
    """Read a percentage: 0.1 in a cell formatted as percent, and 10%, are both 10.

    A bare number is refused unless the column prints percents without their sign.
    """
    if cell.number is not None and "%" in cell.form:
        found = cell.number * 100
    else:
        text = words_of(cell, PERCENT)
        if not text.endswith("%") and not how.bare_percent:
            raise Unread(f"10 may mean 10% or 1,000%. {PERCENT}")
        found = _spelled(text.removesuffix("%").rstrip(), how, PERCENT)
    if found != round(found, how.places):
        raise Unread(f"It has more than {how.places} decimals. {PERCENT}")
    return _sign(found, how, PERCENT)


def _amount(cell: Cell, how: How, needed: str) -> Decimal:
    text = words_of(cell, needed)
    if cell.what == "date":
        raise Unread(f"It is formatted as a date. {needed}")
    if cell.number is not None:
        return _sign(cell.number, how, needed)
    return _sign(_spelled(text, how, needed), how, needed)


def _sign(amount: Decimal, how: How, needed: str) -> Decimal:
    if abs(amount) >= TOO_MUCH:
        raise Unread(f"It is larger than any amount here. {needed}")
    if amount < 0 and not how.may_be_negative:
        raise Unread("It is negative; zero or more is needed.")
    return amount


def _spelled(text: str, how: How, needed: str) -> Decimal:
    """Read an amount as people type it. Raises Unread for whatever could be read in two ways."""
    if text in {"-", "–", "—"}:
        if how.dash_is_zero:
            return Decimal(0)
        raise Unread(f"A dash is no amount here; 0 is needed for none. {needed}")
    bare, negative = _unsigned(text)
    whole, point, cents = bare.replace("\xa0", ",").replace("\u202f", ",").partition(".")
    if not whole and not DIGITS.fullmatch(cents):
        raise Unread(needed)
    if (whole and not PLAIN.fullmatch(whole)) or not (whole.isascii() and cents.isascii()):
        raise Unread(needed)
    if point and not DIGITS.fullmatch(cents):
        raise Unread(needed)
    amount = Decimal(f"{whole.replace(',', '') or '0'}{point}{cents}")
    return -amount if negative else amount


def _unsigned(text: str) -> tuple[str, bool]:
    """Take dollar sign, brackets and a minus before or behind off; say whether it is negative."""
    bare, signs = text, 0
    for _ in range(3):
        if bare.startswith("(") and bare.endswith(")"):
            bare, signs = bare[1:-1].strip(), signs + 1
        elif bare[:1] in {"-", "−"}:
            bare, signs = bare[1:].lstrip(), signs + 1
        elif bare.endswith(("-", "−")):
            bare, signs = bare[:-1].rstrip(), signs + 1
        bare = bare.removeprefix("$").strip().strip("\xa0")
    return ("", False) if signs > 1 else (bare, signs == 1)


def day(cell: Cell, how: How, asked: Asked) -> date:
    """Read a day: a serial number of the workbook's calendar, or one of three spellings."""
    text = words_of(cell, DAY)
    if cell.number is not None and how.has_serials:
        return _from_serial(cell.number, how.serial_day)
    for pattern in (
        r"(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})",
        r"(?P<m>\d{1,2})/(?P<d>\d{1,2})/(?P<y>\d{4})",
        r"(?P<d>\d{1,2})-(?P<n>[A-Za-z]{3})-(?P<y>\d{2}|\d{4})",
    ):
        found = re.fullmatch(pattern, text, re.ASCII)
        if found:
            return _from_parts(found.groupdict())
    raise Unread(DAY)


def _from_serial(serial: Decimal, more: int) -> date:
    days = int(serial) + more
    if serial != int(serial) or not FIRST_SERIAL <= days <= LAST_SERIAL:
        raise Unread(DAY)
    return EPOCH + timedelta(days=days)


def _from_parts(parts: dict[str, str]) -> date:
    year = int(parts["y"])
    name = parts.get("n", "").lower()
    if name and name not in MONTHS:
        raise Unread(DAY)
    month = MONTHS.index(name) + 1 if name else int(parts["m"])
    try:
        return date(year if year > 99 else 2000 + year, month, int(parts["d"]))
    except ValueError as error:
        raise Unread(DAY) from error


def code(cell: Cell, how: How, asked: Asked) -> str:
    """Read a municipal code; a leading zero that a spreadsheet took is asked about."""
    text = words_of(cell, CODE)
    if cell.number is not None:
        if cell.number < 0 or cell.number != int(cell.number) or cell.number > 9999:
            raise Unread(CODE)
        found = str(int(cell.number))
        if found.isascii() and cell.form.strip('"') == "0000":
            return found.zfill(4)
    else:
        found = text.removesuffix(".0") if re.fullmatch(r"[0-9]{1,4}\.0", text) else text
    if not re.fullmatch(r"[0-9]{1,4}", found):
        raise Unread(CODE)
    if len(found) < 4:
        asked.words.append(f"{quoted(text)} was read as {found.zfill(4)}: is the zero lost?")
    return found.zfill(4)


def words(cell: Cell, how: How, asked: Asked) -> str:
    """Read a text such as a name."""
    return words_of(cell, "A text is needed.")
