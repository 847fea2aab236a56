"""The only home of law coverage: every clause with what does it, what proves it, where it is seen.

It is written down once, in docs/statutes.md, for people; this reads the same page.
"""

import ast
import hashlib
import importlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.urls import get_resolver

from funds.rules.clauses import Clause, catalogue
from funds.rules.parameters import LAW

ROOT = Path(settings.BASE_DIR)
PAGE = ROOT / "docs" / "statutes.md"
READ = LAW / "covered.sha256"  # the law's files as they were when the page was last gone through
CODE = re.compile(r"`((?:funds|municipalities|payments)(?:\.\w+)+)`")
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
NAME = re.compile(r"`([\w.]+)`")


@dataclass(frozen=True)
class Covered:
    """A clause, the rules and acts that do it, its dated figures, its tests, its pages."""

    clause: Clause
    done_by: tuple[str, ...]
    figures: tuple[str, ...]
    tests: tuple[str, ...]
    pages: tuple[str, ...]


@cache
def covered() -> dict[str, Covered]:
    """Return every clause that the page has a row of, by its id, in the order of the statutes."""
    found = {row[0]: row for row in _rows() if len(row) == 5}
    return {
        key: _covered(clause, found[key]) for key, clause in catalogue().items() if key in found
    }


def _covered(clause: Clause, row: list[str]) -> Covered:
    _, done_by, figures, tests, pages = row
    named = tuple("::".join(each) for each in TEST.findall(tests))
    code, dated, seen = (tuple(one.findall(cell)) for one, cell in (
        (CODE, done_by), (NAME, figures), (NAME, pages)))  # fmt: skip
    return Covered(clause, code, dated, named, seen)


def _rows() -> Iterator[list[str]]:
    for line in PAGE.read_text("utf-8").splitlines():
        if line.startswith("| "):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def faults() -> list[str]:
    """Say of each clause what it lacks, and which law file changed since the page was read."""
    every = covered()
    lacking = [f"{key}: has no row in docs/statutes.md" for key in catalogue() if key not in every]
    for key, each in every.items():
        lacking += [f"{key}: {fault}" for fault in _faults(each)]
    read = known()
    changed = [name for name, digest in texts().items() if digest != read.get(name)]
    return lacking + [
        f"{name} changed since its clauses were gone through: read docs/statutes.md again, then"
        " ./manage.py law_coverage --record"
        for name in changed
    ]


def _faults(each: Covered) -> Iterator[str]:
    if not each.done_by:
        yield "no rule or act does it"
    if not each.tests:
        yield "no test proves it"
    if not each.pages:
        yield "no page shows it"
    yield from (f"{path} does not exist" for path in each.done_by if not callable(found(path)))
    for test in each.tests:
        file, name = test.split("::")
        if name not in tests_of(file):
            yield f"{test} does not exist"
    names = {name for name in get_resolver().reverse_dict if isinstance(name, str)}
    yield from (f"there is no page {name}" for name in each.pages if name not in names)


def found(path: str) -> Callable[..., object] | None:
    """Return the rule or act that a dotted path leads to, None when there is none."""
    module, _, name = path.rpartition(".")
    try:
        made: Callable[..., object] | None = getattr(importlib.import_module(module), name, None)
    except ModuleNotFoundError:
        return None
    return made


@cache
def tests_of(file: str) -> frozenset[str]:
    """The names of the tests of a file; none when there is no such file."""
    path = ROOT / file
    if not path.is_file():
        return frozenset()
    body = ast.parse(path.read_text("utf-8")).body
    return frozenset(each.name for each in body if isinstance(each, ast.FunctionDef))


def texts() -> dict[str, str]:
    """Return SHA-256 of each law file, by its name."""
    return {
        path.name: hashlib.sha256(path.read_text("utf-8").encode()).hexdigest()
        for path in sorted(LAW.glob("*.yaml"))
    }


def known() -> dict[str, str]:
    """Return what was recorded when the page was last gone through."""
    if not READ.exists():
        return {}
    pairs = (line.split("  ") for line in READ.read_text("utf-8").splitlines())
    return {name: digest for digest, name in pairs}


def record() -> None:
    """Put down the law's files as gone through."""
    READ.write_text("".join(f"{digest}  {name}\n" for name, digest in texts().items()), "utf-8")
