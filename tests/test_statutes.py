"""docs/statutes.md is whole and true: every clause once, and what it names exists."""

import re
from collections import Counter

import pytest
from django.conf import settings

from funds.rules.clauses import catalogue
from funds.rules.parameters import law
from payments.play import running, story
from tests import named

PAGE = "statutes.md"
TEXT = (named.ROOT / "docs" / PAGE).read_text("utf-8")
ROWS = [row for row in named.rows(PAGE) if len(row) == 5]
LACKING = [row for row in named.rows(PAGE) if len(row) == 2]
TOLD = [row for row in named.rows(PAGE) if len(row) == 4]
STORIES = named.ROOT / "tests" / "stories"
NONE_YET = "none yet"


def test_every_clause_of_the_catalogue_stands_on_the_page_once() -> None:
    assert Counter(row[0] for row in ROWS) == dict.fromkeys(catalogue(), 1)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_what_a_clause_names_exists(row: list[str]) -> None:
    clause, done_by, figures, proven_by, seen_at = row
    assert named.missing(" ".join(row)) == []
    assert set(named.FIGURE.findall(figures)) <= set(law().figures)
    assert set(re.findall(r"`(\w+)`", seen_at)) <= named.addresses()
    lacks = {each[0] for each in LACKING}
    for cell, names in ((done_by, named.CODE), (proven_by, named.TEST), (seen_at, r"`\w+`")):
        assert re.search(names, cell) or (cell == NONE_YET and clause in lacks)


def test_every_figure_of_the_law_is_at_its_clause() -> None:
    stated = set(named.FIGURE.findall(" ".join(row[2] for row in ROWS)))
    assert stated == set(law().figures)


def test_every_clause_is_told_on_both_sides() -> None:
    assert Counter(row[0] for row in TOLD) == dict.fromkeys(catalogue(), 1)


@pytest.mark.parametrize("row", TOLD, ids=lambda row: row[0])
def test_a_clauses_story_has_both_sides(row: list[str]) -> None:
    _, name, one, other = row
    lines = story.read(STORIES / f"{name}.csv", running.ACTS, settings.ROLES)

    def led_to(side: str) -> list[story.Expected]:
        act, ref = side.strip("`").split(" ")
        return [each.expect for each in lines if (each.act, each.ref) == (act, ref)]

    done = [each for each in led_to(one) if each.refusal is None]
    refused = [each for each in led_to(other) if each.refusal is not None]
    amounts = {each.amount for each in led_to(other)} - {None, *(each.amount for each in done)}
    assert done
    assert refused or amounts


def test_what_is_missing_is_said_of_clauses_that_there_are() -> None:
    assert {row[0] for row in LACKING} <= set(catalogue())
    assert all(row[1] for row in LACKING)
    assert named.missing(TEXT) == []


def test_a_name_that_does_not_exist_is_found_missing() -> None:
    wrong = "`funds.credits.lottery` `tests/test_statutes.py::test_nothing` `tests/no.py::test_a`"
    assert named.missing(wrong) == [
        "funds.credits.lottery", "tests/test_statutes.py::test_nothing", "tests/no.py::test_a",
    ]  # fmt: skip
