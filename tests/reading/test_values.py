"""What a cell may say: money, percents, counts, days and codes as people type them."""

from datetime import date
from decimal import Decimal

import pytest

from municipalities.reading import values
from municipalities.reading.cells import Cell
from municipalities.reading.values import Asked, How, Unread
from tests.reading.made import SALES, figures, read, xlsx_of

NBSP = "\xa0"
SIGNED = How(may_be_negative=True)


def money(text: str, how: How = SIGNED) -> Decimal:
    return values.money(Cell(text), how, Asked())


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("$1,234.50", "1234.50"),
        ("(1,234.50)", "-1234.50"),
        ("-$1,234.50", "-1234.50"),
        ("$(1,234.50)", "-1234.50"),
        ("1,234.50-", "-1234.50"),
        ("1,234", "1234"),
        (f"{NBSP}1,234.50{NBSP}", "1234.50"),
        (f"${NBSP}1,234.50", "1234.50"),
        (f"1{NBSP}234.50", "1234.50"),
        ("9007199254740993.01", "9007199254740993.01"),
        (".5", "0.5"),
    ],
)
def test_o49_money_is_read_as_people_type_it(text: str, amount: str) -> None:
    assert money(text) == Decimal(amount)


@pytest.mark.parametrize(
    "text",
    ["1.234,50", "12,34.50", "1234.505", "-", "N/A", "\uff11\uff12\uff13", "1,234.50.",
     "--5", "(-5)", "1e3",
     "1.23457E+11", "$", "5 dollars", "1 234", "1,2345", "\u0663", ".", "-.", "1_000"],
)  # fmt: skip
def test_o49_whatever_could_be_read_in_two_ways_is_refused(text: str) -> None:
    with pytest.raises(Unread):
        money(text)


def test_o49_a_dash_is_zero_only_where_the_template_says_so() -> None:
    assert money("-", How(dash_is_zero=True)) == 0
    assert money("1,234.50", How()) == Decimal("1234.50")
    with pytest.raises(Unread, match="negative"):
        money("(1,234.50)", How())


def test_o49_nothing_is_missing_and_not_zero() -> None:
    reading = read(xlsx_of([("2025",), SALES, ("0101", "Absecon", None)]))
    (missing,) = reading.findings.must
    assert (missing.sheet, missing.cell, missing.found) == ("Sheet1", "C3", "nothing")
    assert "nothing is not zero" in missing.needed
    assert reading.figures == {}


def test_o49_each_refusal_names_sheet_cell_and_text() -> None:
    rows = [("2025",), SALES, ("0101", "Absecon", "1.234,50"), ("0102", "Atlantic City", "N/A")]
    found = read(xlsx_of(rows, title="Sales")).findings.must
    assert [(f.sheet, f.cell, f.found) for f in found] == [
        ("Sales", "C3", "“1.234,50”"),
        ("Sales", "C4", "“N/A”"),
    ]


def test_o07_ten_percent_is_read_in_two_ways_and_a_bare_ten_is_refused() -> None:
    formatted = Cell("0.1", "number", Decimal("0.1"), "0%")
    assert values.percent(formatted, How(), Asked()) == 10
    assert values.percent(Cell("10%"), How(), Asked()) == 10
    assert values.percent(Cell("0.5 %"), How(), Asked()) == Decimal("0.5")
    for bare in (Cell("10"), Cell("10", "number", Decimal(10))):
        with pytest.raises(Unread, match="10% or 1,000%"):
            values.percent(bare, How(), Asked())


def test_o07_a_table_that_prints_percents_without_their_sign_says_so_itself() -> None:
    assert values.percent(Cell("96.99"), How(bare_percent=True), Asked()) == Decimal("96.99")


@pytest.mark.parametrize(
    ("cell", "more"),
    [
        (Cell("46357", "date", Decimal(46357)), 0),
        (Cell("44895", "date", Decimal(44895)), 1462),
        (Cell("12/1/2026"), 0),
        (Cell("2026-12-01"), 0),
        (Cell("1-Dec-26"), 0),
    ],
)
def test_o54_a_day_is_the_same_in_both_calendars_and_every_spelling(cell: Cell, more: int) -> None:
    assert values.day(cell, How(serial_day=more), Asked()) == date(2026, 12, 1)


@pytest.mark.parametrize(
    "cell",
    [Cell("20261201", "number", Decimal(20261201)), Cell("20261201"), Cell("2/30/2026"),
     Cell("1-Foo-26"), Cell("12.1.2026"), Cell("46357.5", "date", Decimal("46357.5")),
     Cell("2026-13-01")],
)  # fmt: skip
def test_o54_a_number_that_looks_like_a_day_is_refused(cell: Cell) -> None:
    with pytest.raises(Unread, match="day"):
        values.day(cell, How(), Asked())


@pytest.mark.parametrize(
    ("cell", "asks"),
    [
        (Cell("0101"), False),
        (Cell("101", "number", Decimal(101), "0000"), False),
        (Cell(" 0101 "), False),
        (Cell("101", "number", Decimal(101)), True),
        (Cell("101"), True),
        (Cell("101.0"), True),
    ],
)
def test_o48_a_code_keeps_its_zero_and_a_lost_one_is_asked_about(cell: Cell, asks: bool) -> None:
    asked = Asked()
    assert values.code(cell, How(), asked) == "0101"
    assert bool(asked.words) is asks


@pytest.mark.parametrize(
    "text", ["1E2", "1.0E2", "01O1", "01011", "", "-101", "101.5", "\uff10\uff11\uff10\uff11"]
)
def test_o48_what_is_no_code_is_refused(text: str) -> None:
    with pytest.raises(Unread):
        values.code(Cell(text), How(), Asked())


def test_o80_a_lost_zero_is_settled_by_the_name_beside_it() -> None:
    rows = [("2025",), SALES, (101, "Absecon", 5), (102, "ATLANTIC CITY", 6), (714, None, 7)]
    reading = read(xlsx_of(rows))
    assert figures(reading) == {"0101": "5", "0102": "6", "0714": "7"}
    assert [(f.cell, f.found) for f in reading.findings.check] == [("A5", "“714”")]


def test_o80_no_wrong_town_is_ever_credited() -> None:
    rows = [("2025",), SALES, (101, "Atlantic City", 5), ("1.01E+2", "Absecon", 6)]
    reading = read(xlsx_of(rows))
    assert [f.cell for f in reading.findings.must] == ["B3", "A4"]
    assert "Absecon (0101)" in reading.findings.must[0].needed
    assert reading.figures == {}


def test_a_mark_that_nobody_sees_is_named_by_its_cell() -> None:
    rows = [("2025",), SALES, ("0101", "Absecon", "5\u200b")]
    (found,) = read(xlsx_of(rows)).findings.must
    assert (found.cell, found.found) == ("C3", "“5[U+200B]”")
    assert "U+200B" in found.needed
