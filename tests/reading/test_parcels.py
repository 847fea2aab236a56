"""A report of vacant land is read parcel by parcel, whole, or not at all."""

from typing import Any

import pytest

from municipalities.reading import parcels, reader
from municipalities.reading.cells import Reading
from municipalities.reading.places import Place, Register
from tests.reading.made import csv_of, xlsx_of

HEADS = (
    "Block", "Lot", "Qualifier", "Assessed in the base year", "Assessed now", "How it changed",
    "Evidence", "Due to the Highlands Act", "Why", "Still vacant",
)  # fmt: skip
GOOD: tuple[Any, ...] = (
    "101", "12.10", "", "1,000.00", "400.50", "Appeal", "Judgment 12", "yes", "No building", "yes",
)  # fmt: skip
TOWN = Register([Place("9901", "Exampleton", "City", "City of Exampleton", "Demonstration")])


def read(content: bytes, kind: str = "csv") -> Reading:
    return reader.read(content, kind, parcels.LAYOUT, "2009", TOWN)


def table(*rows: Any, heads: Any = HEADS) -> bytes:
    return csv_of([("Vacant land, 2009",), heads, *rows])


def must(reading: Reading) -> list[tuple[str, str]]:
    return [(each.cell, each.needed) for each in reading.findings.must]


def test_a_parcel_is_read_as_it_stands() -> None:
    reading = read(table(GOOD))
    assert reading.findings.must == []
    assert reading.listing == [
        {
            "block": "101", "lot": "12.10", "base_assessed": "1000.00",
            "current_assessed": "400.50", "cause": "appeal", "evidence": "Judgment 12",
            "due_to_the_act": "yes", "attribution": "No building", "vacant": "yes",
        }
    ]  # fmt: skip


def test_o53_columns_stand_in_any_order_and_optional_ones_may_be_missing() -> None:
    rows = ("400", "101", "2", "1000")
    heads = ("Assessed now", "Block", "Lot", "Assessed in the base year")
    assert read(table(rows, heads=heads)).listing[0]["lot"] == "2"
    lacking = read(table(rows[1:], heads=heads[1:]))
    assert "“Assessed now” must stand there too" in must(lacking)[0][1]


@pytest.mark.parametrize(
    ("at", "cell", "where", "needed"),
    [
        (3, "1.000,50", "D3", "An amount"),
        (3, "", "D3", "nothing is not zero"),
        (4, "-5", "E3", "It is negative"),
        (5, "sale", "F3", "Appeal, revaluation or reassessment"),
        (7, "perhaps", "H3", "Yes or no"),
        (0, "", "A3", "nothing is not zero"),
        (0, "1234567890", "A3", "At most 9 are kept"),
        (3, "99,999,999,999,999,999", "D3", "larger than any amount"),
        (6, "", "G3", "The judgment or approval"),
        (5, "none", "F3", "needs how it came about"),
        (8, "", "I3", "Why the change is due to the act"),
    ],
)
def test_o49_what_cannot_be_read_names_its_cell(
    at: int, cell: str, where: str, needed: str
) -> None:
    row = [*GOOD]
    row[at] = cell
    reading = read(table(row))
    assert [(each.cell, needed in each.needed) for each in reading.findings.must] == [(where, True)]
    assert reading.listing == []


def test_a_parcel_that_stands_twice_is_refused_with_both_rows() -> None:
    reading = read(table(GOOD, GOOD))
    assert "as in row 3" in reading.findings.must[0].found


def test_o48_a_lot_that_is_a_number_may_have_lost_its_zero() -> None:
    heads = ("Block", "Lot", "Assessed in the base year", "Assessed now")
    reading = read(xlsx_of([("Vacant land, 2009",), heads, (101, 12.1, 1000, 400)]), "xlsx")
    assert reading.listing[0]["block"] == "101"
    assert "was it “12.10”?" in reading.findings.check[0].needed


def test_a_file_of_another_town_or_year_is_refused() -> None:
    heads = ("Municode", *HEADS)
    other = read(table(("9902", *GOOD), heads=heads))
    assert "The report is that of 9901" in must(other)[0][1]
    assert read(table(("9901", *GOOD), heads=heads)).findings.must == []
    year = read(csv_of([("Vacant land, 2008",), HEADS, GOOD]))
    assert "another period" in must(year)[0][1]


def test_a_total_is_no_parcel() -> None:
    reading = read(table(GOOD, ("Total", "", "", "1000", "400", "", "", "", "", "")))
    assert len(reading.listing) == 1


SHORT = ("Block", "Lot", "Assessed in the base year", "Assessed now")
ROWS: list[Any] = [("Vacant land, 2009",), SHORT, ("101", "1", 1000, 400)]


def test_o50_a_byte_order_mark_and_other_encodings_hide_no_column() -> None:
    text = table(GOOD)
    for content in (b"\xef\xbb\xbf" + text, text.decode().encode("utf-16")):
        assert [row["lot"] for row in read(content).listing] == ["12.10"]


def test_o51_a_formula_without_its_kept_value_is_no_value() -> None:
    reading = read(xlsx_of([*ROWS[:2], ("101", "1", "=500+500", 400)]), "xlsx")
    assert must(reading)[0][0] == "C3"
    assert "save it first" in must(reading)[0][1]


def test_o52_a_stray_cell_in_the_last_row_is_no_parcel() -> None:
    def stray(_book: Any, sheet: Any) -> None:
        sheet["A1048576"] = " "
        sheet["XFD9"].number_format = "0.00"

    assert len(read(xlsx_of(ROWS, change=stray), "xlsx").listing) == 1


def test_o54_a_judgment_of_another_tax_year_is_asked_about_and_kept_with_its_day() -> None:
    heads = (*HEADS, "Judged or approved on")
    reading = read(
        table((*GOOD, "10/3/2009"), (*GOOD[:1], "13", *GOOD[2:], "2008-10-03"), heads=heads)
    )
    assert [row["evidence"] for row in reading.listing] == [
        "Judgment 12, October 3, 2009",
        "Judgment 12, October 3, 2008",
    ]
    (asked,) = reading.findings.check
    assert (asked.cell, asked.found) == ("K4", "October 3, 2008")
    assert "is it of this period?" in asked.needed
