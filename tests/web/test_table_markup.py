"""A table as HTML: everything in it is escaped, and 564 rows take milliseconds."""

from __future__ import annotations

import time
from decimal import Decimal

from funds import markup
from municipalities.page_parts import Link, Tag
from municipalities.tables import BLANK, Cell, Column, Table, row

HOSTILE = '<script>"&'


def test_every_text_of_a_table_is_escaped() -> None:
    cell = Cell(HOSTILE, HOSTILE, second=HOSTILE, tag=Tag(HOSTILE), more=Link(HOSTILE, HOSTILE))
    amount = Cell(HOSTILE, HOSTILE, nothing=HOSTILE)
    written = markup.table(
        Table(HOSTILE, [Column(HOSTILE, cite=HOSTILE, sort=HOSTILE), Column(HOSTILE, "money"),
                        Column(HOSTILE, "state")],
              [row(cell, amount, HOSTILE), row(Cell(None, nothing=HOSTILE), None, None)],
              fund=HOSTILE, on_phone="frame")
    )  # fmt: skip
    assert "<script" not in written
    assert '"&"' not in written
    assert written.count("&lt;script&gt;&quot;&amp;") == 22


def test_markup_that_is_safe_already_is_not_escaped_twice() -> None:
    assert markup.cites(markup.cites("A & B, 52:27H-88 b.")).count("&amp;") == 1


def test_a_blank_cell_of_a_total_holds_nothing() -> None:
    written = markup.table(
        Table("T", [Column("A"), Column("B", "money")], [row("x", Decimal(1))], [row("All", BLANK)])
    )
    assert '<td role="cell" class="num blank" data-label="B"></td>' in written


def test_a_worksheet_of_564_rows_is_written_in_far_less_than_a_second() -> None:
    columns = [Column("Holder"), *[Column(f"SFY{year}", "money") for year in range(2020, 2027)]]
    cells = [Cell(Decimal("1234.56"), "/runs/1/0714/")] * 7
    table = Table("Worksheet", columns, [row(Cell("Newark", "/x/"), *cells)] * 564)
    began = time.perf_counter()
    written = markup.table(table)
    assert written.count("<tr") == 565
    assert time.perf_counter() - began < 0.5
