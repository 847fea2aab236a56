"""Workbooks as spreadsheets save them: heads anywhere, stray cells, formulas, both calendars."""

import time
import tracemalloc
from typing import Any

import pytest

from tests.reading.made import GOOD, SALES, at, figures, read, with_part, xlsx_of

RIGHT = {"0101": "1000", "0102": "2000", "0714": "3000"}
SHEET = "xl/worksheets/sheet1.xml"


def test_o48_a_number_whose_format_shows_its_zero_is_a_code() -> None:
    content = xlsx_of([("2025",), ("Municode", "taxable_sales"), (101, 5)], formats={"A3": "0000"})
    reading = read(content)
    assert figures(reading) == {"0101": "5"}
    assert reading.findings.check == []


def test_o53_columns_stand_in_any_order_below_titles_and_beside_others() -> None:
    rows = [
        ("Taxable sales at the reduced rate",), ("for 2025",), (),
        ("taxable_sales", "Remark", "Municipality", "Municode"),
        *((sales, "x", name, code) for code, name, sales in GOOD),
    ]  # fmt: skip
    assert figures(read(xlsx_of(rows))) == RIGHT


def test_o53_heads_are_matched_by_name_and_never_by_place_alone() -> None:
    (found,) = read(xlsx_of([("2025",), ("Municode", "Town", "Sales"), *GOOD])).findings.must
    assert (found.sheet, found.cell) == ("Sheet1", "row 2")
    assert "“Sales”" in found.found
    assert "“taxable_sales” must stand there too" in found.needed


def test_o53_a_head_that_stands_twice_is_refused_with_both_cells() -> None:
    rows = [("2025",), (*SALES, "taxable_sales"), *((*row, 1) for row in GOOD)]
    (found,) = read(xlsx_of(rows)).findings.must
    assert found.found == "the head “taxable_sales” at C2 and D2"


def test_o53_a_head_below_a_merged_one_is_found_by_both() -> None:
    def merge(_book: Any, sheet: Any) -> None:
        sheet.merge_cells("C2:D2")

    rows = [
        ("Abstract of Ratables 2025",),
        (None, None, "Section C", None, "Column 11"),
        ("Municode", "Municipality", "District", "Total", None),
        ("0101", "Absecon", 1, 600, 5000),
    ]
    rows[2] = ("Municode", "Municipality", "School", "Total", "Column 11")
    content = xlsx_of(rows, change=merge)
    reading = read(content, layout="ratables")
    assert reading.findings.must == []
    assert str(reading.figures["local_tax_total 2025"]["0101"]) == "600"


def test_o53_a_column_that_is_not_shown_is_read_and_asked_about() -> None:
    def hide(_book: Any, sheet: Any) -> None:
        sheet.column_dimensions["C"].hidden = True

    reading = read(xlsx_of([("2025",), SALES, *GOOD], change=hide))
    assert figures(reading) == RIGHT
    assert at(reading.findings.check) == ["column C"]


def test_a_table_on_two_sheets_is_refused_and_a_hidden_one_is_passed_over() -> None:
    def again(book: Any, _sheet: Any) -> None:
        other = book.create_sheet("Other")
        for row in (SALES, *GOOD):
            other.append(row)

    def hidden(book: Any, sheet: Any) -> None:
        again(book, sheet)
        book["Other"].sheet_state = "hidden"

    rows = [("2025",), SALES, *GOOD]
    (found,) = read(xlsx_of(rows, change=again)).findings.must
    assert "on 2 sheets: Sheet1, Other" in found.found
    reading = read(xlsx_of(rows, change=hidden))
    assert figures(reading) == RIGHT
    assert "not shown" in reading.findings.check[0].found


def test_o51_a_formula_counts_by_its_kept_value_and_not_without_one() -> None:
    rows = [("2025",), SALES, ("0101", "Absecon", "=500+500"), *GOOD[1:]]
    content = xlsx_of(rows)
    (found,) = read(content).findings.must
    assert (found.cell, found.found) == ("C3", "“=500+500”")
    assert "save it first" in found.needed
    saved = with_part(content, SHEET, "<f>500+500</f><v></v>", "<f>500+500</f><v>1000</v>")
    assert figures(read(saved)) == RIGHT


@pytest.mark.parametrize("formula", ['=HYPERLINK("http://x/",5)', "=[1]Other!A1"])
def test_o51_a_formula_that_leads_out_is_refused(formula: str) -> None:
    rows = [("2025",), SALES, ("0101", "Absecon", formula), *GOOD[1:]]
    (found,) = read(xlsx_of(rows)).findings.must
    assert found.cell == "C3"
    assert "leads out" in found.needed


def test_o52_a_stray_cell_in_the_last_row_costs_nothing() -> None:
    def stray(_book: Any, sheet: Any) -> None:
        sheet["A1048576"] = " "
        sheet["XFD9"].number_format = "0.00"
        sheet["H6"] = "\u200b"

    content = xlsx_of([("2025",), SALES, *GOOD], change=stray)
    tracemalloc.start()
    begun = time.monotonic()
    reading = read(content)
    taken, (_, peak) = time.monotonic() - begun, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert figures(reading) == RIGHT
    assert taken < 5
    assert peak < 100 * 2**20
    assert [(f.cell, f.found) for f in reading.findings.check] == [("H6", "“[U+200B]”")]


def test_o54_a_workbook_that_counts_from_1904_says_the_same_days() -> None:
    from datetime import date

    rows = [("DATE", "A829RD3Q086SBEA"), (date(2024, 4, 1), 129.92), (date(2025, 4, 1), 132.532)]
    for from_1904 in (False, True):
        content = xlsx_of(rows, from_1904=from_1904)
        reading = read(content, layout="deflator")
        assert reading.findings.must == []
        assert {k: str(v[""]) for k, v in reading.figures.items()} == {
            "deflator_q2 2024": "129.92",
            "deflator_q2 2025": "132.532",
        }


def test_a_number_is_read_as_its_fifteen_digits_and_never_made_binary() -> None:
    rows = [("2025",), SALES, ("0101", "Absecon", 0.1 + 0.2), ("0102", "Atlantic City", 14876279.3)]
    assert figures(read(xlsx_of(rows))) == {"0101": "0.3", "0102": "14876279.3"}
    (found,) = read(xlsx_of([("2025",), SALES, ("0101", "Absecon", 10**15)])).findings.must
    assert found.cell == "C3"


def test_a_town_stands_once_and_several_of_one_name_need_their_code() -> None:
    rows = [("2025",), SALES, *GOOD[:1], ("0101", "ABSECON CITY", 1), (None, "Washington Twp.", 2),
            ("9999", "Nowhere", 3), (None, "Nowhere", 4)]  # fmt: skip
    found = read(xlsx_of(rows)).findings.must
    assert at(found) == ["row 4", "B5", "A6", "B7"]
    assert "Washington Township (1438), Washington Township (2123)" in found[1].needed


def test_a_county_settles_which_of_one_name_it_is() -> None:
    heads = ("Municipality", "County", "Unemployment")
    rows = [("Annual averages 2025",), heads, ("Washington Twp", "WARREN", 2)]
    assert figures(read(xlsx_of(rows), layout="labor")) == {"2123": "2"}


def test_a_total_is_compared_and_footnotes_are_passed_over() -> None:
    rows = [("2025",), SALES, *GOOD, (None, "TOTAL", 6001), ("* preliminary, subject to revision",)]
    reading = read(xlsx_of(rows))
    assert figures(reading) == RIGHT
    assert [f.found for f in reading.findings.check] == ["a total of 6,001"]
    rows[5] = (None, "TOTAL", 6000)
    assert read(xlsx_of(rows)).findings.check == []


def test_a_file_of_another_year_is_refused_and_one_without_a_year_is_asked_about() -> None:
    (found,) = read(xlsx_of([("Sales of 2024",), SALES, *GOOD])).findings.must
    assert (found.found, found.needed[:24]) == ("the year 2024", "A file of 2025 is needed")
    reading = read(xlsx_of([SALES, *GOOD]))
    assert figures(reading) == RIGHT
    assert "is it of 2025?" in reading.findings.check[0].needed


def test_a_dissolved_town_is_asked_about_and_stays_under_its_own_code() -> None:
    reading = read(xlsx_of([("2025",), SALES, ("0429", "Pine Valley", 5)]))
    assert figures(reading) == {"0429": "5"}
    assert "dissolved since 2022-01-01" in reading.findings.check[0].needed


def test_what_breaks_the_library_is_refused_in_words() -> None:
    content = xlsx_of([("2025",), SALES, *GOOD])
    broken = with_part(content, SHEET, "<sheetData>", "<sheetData><row r='x'><c/></row>")
    (found,) = read(broken).findings.must
    assert found.sheet
    assert "save it anew" in found.needed


def test_o54_a_day_outside_its_period_is_asked_about_in_every_spelling() -> None:
    from datetime import date

    heads = ("Municode", "Municipality", "adjustment", "Judged on")
    days: list[Any] = [date(2026, 12, 1), "12/1/2026", "2026-12-01", "1-Dec-26"]
    for from_1904 in (False, True):
        for day in days:
            rows = [("SFY2026",), heads, ("0101", "Absecon", 100, day)]
            content = xlsx_of(rows, from_1904=from_1904)
            reading = read(content, layout="adjustment", period="SFY2026")
            assert reading.findings.must == []
            (asked,) = reading.findings.check
            assert (asked.cell, asked.found) == ("D3", "December 1, 2026")
            assert "ended June 30, 2026: is it of this period?" in asked.needed


@pytest.mark.parametrize("day", ["2025-07-01", "6/30/2026", ""])
def test_o54_a_day_of_its_period_or_none_asks_nothing(day: str) -> None:
    heads = ("Municode", "Municipality", "adjustment", "Judged on")
    rows = [("SFY2026",), heads, ("0101", "Absecon", 100, day)]
    reading = read(xlsx_of(rows), layout="adjustment", period="SFY2026")
    assert (figures(reading), reading.findings.check) == ({"0101": "100"}, [])
