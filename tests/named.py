"""The only home of finding what a page of docs/ names: functions, figures, tests and addresses."""

import importlib
import re
from functools import cache
from pathlib import Path
from types import ModuleType

from django.urls import get_resolver

from funds.law_coverage import TEST, tests_of

ROOT = Path(__file__).parents[1]
CODE = re.compile(r"`((?:config|funds|municipalities|payments)(?:\.\w+)+)`")
FIGURE = re.compile(r"`((?:zone_assistance|energy_receipts|highlands)\.\w+)`")


def rows(page: str) -> list[list[str]]:
    """The cells of every row of the page's tables, heads and rules left out."""
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in (ROOT / "docs" / page).read_text("utf-8").splitlines()
        if line.startswith("|")
    ]
    rules = [number for number, row in enumerate(cells) if set("".join(row)) <= set("-: ")]
    heads = [number - 1 for number in rules]
    return [row for number, row in enumerate(cells) if number not in {*rules, *heads}]


def missing(text: str) -> list[str]:
    """What a text names and the product does not have: functions, models and tests."""
    named = [path for path in CODE.findall(text) if not has(path)]
    tests = [f"{file}::{name}" for file, name in TEST.findall(text) if name not in tests_of(file)]
    return named + tests


def has(path: str) -> bool:
    """Whether a dotted path leads to a module or to something in one."""
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        found = _module(".".join(parts[:length]))
        if found is not None:
            return _within(found, parts[length:])
    return False


def _module(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        return None


def _within(found: object, parts: list[str]) -> bool:
    for part in parts:
        if not hasattr(found, part):
            return False
        found = getattr(found, part)
    return True


@cache
def addresses() -> frozenset[str]:
    """The names of the addresses of every page."""
    return frozenset(name for name in get_resolver().reverse_dict if isinstance(name, str))
