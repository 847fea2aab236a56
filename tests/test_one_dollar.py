"""docs/one-dollar.md computes: its folders give its answers, its rows are the stories' own."""

import csv
import re
from decimal import Decimal
from pathlib import Path

import pytest

from funds.calculator import calculate
from funds.calculator.answer import as_csv
from funds.models import Kind
from tests import named

PAGE = "one-dollar.md"
TEXT = (named.ROOT / "docs" / PAGE).read_text("utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", TEXT, re.DOTALL)
COMMAND = re.compile(
    r"\$ \./manage\.py calculate ([a-z-]+) (\d{4}) --facts FOLDER\n(.*)", re.DOTALL
)
STORY = re.compile(r"`([a-z-]+\.csv):(\d+)`")
ROWS = [row for row in named.rows(PAGE) if STORY.search(row[-1])]


def examples() -> list[tuple[str, ...]]:
    """Two files and the command with its answer, as they follow one another."""
    texts = [text for language, text in BLOCKS if language in ("csv", "console")]
    return list(zip(texts[::3], texts[1::3], texts[2::3], strict=True))


@pytest.mark.parametrize(("figures", "municipalities", "console"), examples())
def test_a_folder_of_the_page_gives_the_answer_beside_it(
    tmp_path: Path, figures: str, municipalities: str, console: str
) -> None:
    (tmp_path / "figures.csv").write_text(figures, "utf-8")
    (tmp_path / "municipalities.csv").write_text(municipalities, "utf-8")
    told = COMMAND.fullmatch(console)
    assert told is not None
    fund, sfy, answer = told.groups()
    assert as_csv(calculate(fund, int(sfy), tmp_path)) == answer


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[-1].strip("`"))
def test_a_row_of_the_page_is_a_line_of_its_story(row: list[str]) -> None:
    found = STORY.search(row[-1])
    assert found is not None
    file, number = found.groups()
    lines = (named.ROOT / "tests" / "stories" / file).read_text("utf-8").splitlines()
    told = dict(zip(lines[0].split(","), next(csv.reader([lines[int(number) - 1]])), strict=True))
    amount = Decimal(row[-2].replace(",", ""))
    assert amount in {Decimal(told[c]) for c in ("amount", "expect") if told[c][:1].isdigit()}


def test_what_the_page_names_is_there() -> None:
    assert named.missing(TEXT) == []
    kinds = set(re.findall(r"\b[A-Z]{4,}(?:_[A-Z]+)?\b", " ".join(row[1] for row in ROWS)))
    assert kinds - {"FUND"} <= set(Kind)
    assert len(ROWS) > 20
