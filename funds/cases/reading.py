"""The only home of how a case is read: Gherkin, with the few sentences that a step may be."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from operator import eq, ge, gt, le, lt
from typing import Any

from gherkin.errors import CompositeParserException
from gherkin.parser import Parser
from gherkin.pickles.compiler import Compiler

from funds.refusal import Refusal

SENTENCES = """Its regular aid is at least 0.00
Its total is at most 110 percent of last year's total
Its total changes by at most 15 percent
Its base plus difference plus remainder less county payment is its total
Its basis is "state\""""
HELP = "; ".join(f"“{each}”" for each in SENTENCES.splitlines())

Compare = Callable[[Any, Any], bool]
COMPARISONS: dict[str, Compare] = {
    "at least": ge, "at most": le, "more than": gt, "less than": lt, "exactly": eq,
}  # fmt: skip
_NUMBER = r"(-?[0-9][0-9,]*(?:\.[0-9]+)?)"
_HOW = "(" + "|".join(COMPARISONS) + ")"
_NAME = r"([a-z][a-z0-9 ()]*?)"
_CHANGE = re.compile(rf"its {_NAME} changes by {_HOW} {_NUMBER} percent")
_OF_LAST = re.compile(rf"its {_NAME} is {_HOW} {_NUMBER} percent of last year's {_NAME}")
_BOUND = re.compile(rf"its {_NAME} is {_HOW} {_NUMBER}")
_SUM = re.compile(rf"its {_NAME}((?: (?:plus|less) [a-z][a-z0-9 ]*?)+) is its {_NAME}")
_WORD = re.compile(rf'its {_NAME} is (not )?"([^"]*)"')


@dataclass(frozen=True)
class Step:
    """A sentence of a case: what it compares, and how; `words` is as it was written."""

    kind: str
    words: str
    parts: tuple[Any, ...]


@dataclass(frozen=True)
class Scenario:
    """What must hold of each recipient for whom the first steps are true."""

    name: str
    given: tuple[Step, ...]
    then: tuple[Step, ...]


@dataclass(frozen=True)
class Feature:
    """A case file, read."""

    name: str
    scenarios: tuple[Scenario, ...]


def read(text: str) -> Feature:
    """Read a case file; raises Refusal with the line of what is no Gherkin or no known sentence."""
    try:
        document = Parser().parse(text)
    except CompositeParserException as broken:
        raise Refusal("; ".join(str(each) for each in broken.errors[:3])) from broken
    feature = document.get("feature")
    if not feature or not feature["name"].strip():
        raise Refusal("Line 1: “Feature: ” and its name are needed.")
    lines = _lines(feature)
    pickles = Compiler().compile({**document, "uri": "case"})
    scenarios = tuple(_scenario(each, lines) for each in pickles)
    return Feature(feature["name"].strip(), scenarios)


def _lines(feature: Any) -> dict[str, int]:
    """The line of each step by its id."""
    found: dict[str, int] = {}
    for child in feature["children"]:
        of = child.get("scenario") or child.get("background") or {}
        for step in of.get("steps", ()):
            found[step["id"]] = step["location"]["line"]
    return found


def _scenario(pickle: Any, lines: dict[str, int]) -> Scenario:
    given: list[Step] = []
    then: list[Step] = []
    for each in pickle["steps"]:
        step = _step(each["text"], lines.get(each["astNodeIds"][0], 1))
        (then if each.get("type") == "Outcome" else given).append(step)
    if not then:
        raise Refusal(f"“{pickle['name']}” has no Then: say what must hold.")
    return Scenario(pickle["name"], tuple(given), tuple(then))


def _step(words: str, line: int) -> Step:
    text = " ".join(words.replace("’", "'").split())
    text = text[:1].lower() + text[1:]
    for kind, pattern in (
        ("change", _CHANGE), ("of last", _OF_LAST), ("bound", _BOUND), ("sum", _SUM),
        ("word", _WORD),
    ):  # fmt: skip
        found = pattern.fullmatch(text)
        if found is not None:
            return Step(kind, words, _parts(kind, found.groups()))
    raise Refusal(f"Line {line}: “{words}” is no sentence of a case. Known are: {HELP}.")


def _parts(kind: str, groups: tuple[Any, ...]) -> tuple[Any, ...]:
    if kind == "sum":
        first, rest, total = groups
        terms = [(1, name_of(first))]
        for sign, name in re.findall(r" (plus|less) ((?:(?! plus | less ).)+)", rest):
            terms.append((1 if sign == "plus" else -1, name_of(name)))
        return (tuple(terms), name_of(total))
    if kind == "word":
        return (name_of(groups[0]), bool(groups[1]), groups[2])
    name, how, number, *last = groups
    amount = Decimal(number.replace(",", ""))
    return (name_of(name), COMPARISONS[how], amount, *map(name_of, last))


def name_of(words: str) -> str:
    """Spell a name as lines and facts do: "county payment" is county_payment, "aid" is left out."""
    return words.removesuffix(" aid").replace(" ", "_")
