"""The only home of what a list may be asked for, and of refusing what it can't be asked."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

ALWAYS = {"cursor", "size", "format"}


@dataclass(frozen=True)
class Question:
    """A filter: what may stand there, which column it is of, and what it says."""

    pattern: str
    column: str
    about: str


FUND = "^(zone-assistance|energy-receipts|highlands)$"
YEAR, CODE = "^[0-9]{4}$", "^[0-9]{4}$"


def fund(column: str = "fund") -> Question:
    """Return the filter by fund."""
    return Question(FUND, column, "zone-assistance, energy-receipts or highlands")


def year(column: str) -> Question:
    """Return the filter by State fiscal year."""
    return Question(YEAR, column, "the State fiscal year, named by the year it ends in")


def municipality(column: str = "municipality") -> Question:
    """Return the filter by municipality."""
    return Question(CODE, column, "the municipality's code of four digits")


def _asked(request: Request) -> list[tuple[str, str]]:
    return [(name, str(value)) for name, value in request.query_params.items()]


def conditions(request: Request, asks: Mapping[str, Question]) -> dict[str, str]:
    """Return what rows must be; what isn't known or can't be read is refused in words."""
    found: dict[str, str] = {}
    for name, value in _asked(request):
        if name in ALWAYS and name != "format":
            continue
        if name not in asks:
            known = ", ".join(sorted({*asks, "cursor", "size"}))
            raise ValidationError({"detail": f"“{name}” can't be asked here; {known} can."})
        if not re.search(asks[name].pattern, value) or "\n" in value:
            raise ValidationError({"detail": f"“{name}”: {asks[name].about} is needed."})
        found[asks[name].column] = value
    size = request.query_params.get("size", "1")
    if not re.fullmatch("[1-9][0-9]{0,3}", size) or int(size) > 1_000:
        raise ValidationError({"detail": "“size” is a whole number from 1 to 1000."})
    return found
