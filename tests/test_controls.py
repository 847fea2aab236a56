"""docs/controls.md is whole and honest: each control once, and what it names exists."""

import re
from collections import Counter

import pytest

from tests import named

PAGE = "controls.md"
TEXT = (named.ROOT / "docs" / PAGE).read_text("utf-8")
ROWS = [row for row in named.rows(PAGE) if len(row) == 3]
LACKING = [row for row in named.rows(PAGE) if len(row) == 2]
NOT_YET = "not yet"
CHAPTERS = [f"V{number}" for number in range(1, 18)]
LEVEL_3 = ["2.3.5", "5.2.4", "5.2.5", "5.3.3", "7.5.3", "8.3.2"]
CONTROLS = [
    "AC-2", "AC-3", "AC-5", "AC-6", "AC-7", "AC-11", "AC-12", "AU-2", "AU-3", "AU-9(3)", "AU-10",
    "AU-12", "CM-3", "CP-4", "CP-9", "CP-10", "IA-2", "IA-5", "RA-5", "SI-2", "SC-8", "SC-28",
    "SI-3", "SI-7", "SI-10", "SI-11", "CA-7",
]  # fmt: skip
FILE = re.compile(r"`(tests/[\w/]+\.py)`")


def test_every_chapter_requirement_and_control_stands_on_the_page_once() -> None:
    found = Counter(row[0].split()[0] for row in ROWS)
    assert found == dict.fromkeys([*CHAPTERS, *LEVEL_3, *CONTROLS], 1)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0].split()[0])
def test_what_a_row_names_exists_and_a_row_without_a_test_says_so(row: list[str]) -> None:
    asked, _, proven = row
    assert named.missing(" ".join(row)) == []
    files = FILE.findall(proven)
    assert [file for file in files if not (named.ROOT / file).is_file()] == []
    lacks = {each[0] for each in LACKING}
    assert named.TEST.search(proven) or files or (proven == NOT_YET and asked in lacks)


def test_what_is_missing_is_said_of_rows_that_there_are() -> None:
    assert {row[0] for row in LACKING} <= {row[0] for row in ROWS}
    assert all(row[1] for row in LACKING)
