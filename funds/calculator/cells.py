"""The only home of what a cell of a facts file may hold, and of how it is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from funds.rules.money import to_cents


@dataclass(frozen=True)
class Kind:
    """A form a cell must have from end to end, in words and as a pattern, and its value."""

    needed: str
    pattern: str
    value: Callable[[str], Any]
    above_zero: bool = False

    def read(self, text: str) -> Any:
        """The value of a cell, or None when the cell does not have the form."""
        if not re.fullmatch(self.pattern, text):
            return None
        value = self.value(text)
        return None if self.above_zero and not value > 0 else value


def _amount(text: str) -> Decimal:
    return to_cents(Decimal(text))


_CENTS, _PLAIN = r"[0-9]+(\.[0-9]{1,2})?", r"[0-9]+(\.[0-9]+)?"

AMOUNT = Kind("a plain amount, zero or more, with at most two decimals", _CENTS, _amount)
SIGNED_AMOUNT = Kind("a plain amount with at most two decimals", f"-?{_CENTS}", _amount)
POSITIVE_AMOUNT = Kind(
    "a plain amount above zero with at most two decimals", _CENTS, _amount, above_zero=True
)
NUMBER = Kind("a plain number, zero or more", _PLAIN, Decimal)
SIGNED_NUMBER = Kind("a plain number", f"-?{_PLAIN}", Decimal)
POSITIVE_NUMBER = Kind("a plain number above zero", _PLAIN, Decimal, above_zero=True)
WHOLE = Kind("a whole number, zero or more", r"[0-9]+", Decimal)
FLAG = Kind("yes or no", r"yes|no", lambda text: text == "yes")
BASIS = Kind("calendar or state", r"calendar|state", str)
MUNICODE = Kind("a code of four digits", r"[0-9]{4}", str)
# A name of visible characters: no blank at either end, no tab or line end inside.
ZONE = Kind("the name of a zone, without blanks at its ends", r"\S([^\r\n\t\0]*\S)?", str)
