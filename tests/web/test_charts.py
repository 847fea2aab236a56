"""Charts: bars that add up, start at zero and carry the same figures in words."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal

import pytest
from django.template import engines

from funds import charts, counties
from municipalities.tables import Cell, Column, Table, row

D = Decimal


def render(words: str, **context: object) -> str:
    return engines["django"].from_string("{% load charts parts %}" + words).render(context)


def test_the_parts_of_a_credit_fill_its_bar() -> None:
    year = charts.CreditYear(2025, D(50), D(30), D(15), D(5), date(2027, 6, 30))
    marks = year.marks(D(200))
    assert [(mark.x, mark.width) for mark in marks] == [
        ("0.00%", "25.00%"),
        ("25.00%", "15.00%"),
        ("40.00%", "7.50%"),
        ("47.50%", "2.50%"),
    ]


def test_what_was_forfeited_is_not_shown_as_lapsed() -> None:
    year = charts.CreditYear(
        2025, D(50), D(30), D(15), D(5), date(2027, 6, 30), forfeited=D("7.50"), recovered=D("1")
    )
    assert year.credited == D("108.50")
    drawn = render("{% credit_years years %}", years=[year])
    assert "<dt>Lapsed</dt><dd>5.00</dd>" in drawn
    assert "<dt>Forfeited</dt><dd>7.50</dd>" in drawn
    assert "<dt>Recovered</dt><dd>1.00</dd>" in drawn
    assert "lapsed 5.00, forfeited 7.50, recovered 1.00" in drawn


def test_a_year_without_any_credit_has_no_bar() -> None:
    year = charts.CreditYear(2025, D(0), D(0), D(0), D(0), date(2027, 6, 30))
    assert year.marks(D(0)) == []


@pytest.mark.parametrize(
    ("used", "kind", "said"),
    [
        ("97.99", "used", None),
        ("98.00", "hot", "98.0% used"),
        ("100.00", "hot", "100.0% used"),
        ("100.01", "hot", "Over the limit"),
    ],
)
def test_a_gauge_warns_from_98_percent_on(used: str, kind: str, said: str | None) -> None:
    gauge = charts.Gauge("Administration", "10%", D(used), D(100))
    assert gauge.mark.kind == kind
    assert (gauge.tag.words if gauge.tag else None) == said


def test_a_bridge_that_does_not_add_up_is_refused() -> None:
    with pytest.raises(ValueError, match=r"miss the new amount by -0\.01"):
        charts.Bridge("Old", D(10), [charts.BridgePart("Grew", D("0.99"))], "New", D("11.00"))


def test_a_bridge_draws_rises_and_falls_from_one_zero_line() -> None:
    parts = [charts.BridgePart("Rise", D(3)), charts.BridgePart("Fall", D(-1))]
    bridge = charts.Bridge("Old", D(10), parts, "New", D(12))
    assert bridge.zero == "25.00%"
    assert [(m.x, m.width, m.kind) for _, m in bridge.bars()] == [
        ("25.00%", "75.00%", "up"),
        ("0.00%", "25.00%", "down"),
    ]


def test_charts_carry_no_style_and_no_script() -> None:
    year = charts.CreditYear(2025, D(50), D(30), D(15), D(5), date(2027, 6, 30))
    shown = render(
        "{% credit_years years %}{% county_map amounts 'By county' %}",
        years=[year],
        amounts={"Essex": D(9)},
    )
    assert not re.search(r"style=|<script|onload", shown)
    assert "spent 50.00, encumbered 30.00, unencumbered 15.00, lapsed 5.00" in shown


def test_a_bar_in_a_table_is_on_the_scale_of_its_column() -> None:
    table = Table("Zones ($)", [Column("Zone"), Column("Bar", "bar")],
                  [row("Newark", D(200)), row("Orange", D(50))])  # fmt: skip
    assert re.findall(r'width="(\d+\.\d+)%"', render("{% table t %}", t=table)) == [
        "100.00",
        "25.00",
    ]


def test_a_row_with_a_cell_too_few_is_a_fault_and_not_a_shifted_table() -> None:
    table = Table("Zones ($)", [Column("Zone"), Column("Amount", "money")], [row("Newark")])
    with pytest.raises(ValueError, match="shorter"):
        render("{% table t %}", t=table)


def test_an_empty_table_says_why() -> None:
    table = Table("Vouchers", [Column("Voucher")], [], empty="No vouchers.")
    assert render("{% table t %}", t=table).strip() == '<p class="empty">No vouchers.</p>'


def test_what_is_not_there_yet_is_said_and_never_left_blank() -> None:
    table = Table("Tie ($)", [Column("Source"), Column("Amount", "money")],
                  [row("Bank", Cell(None, nothing="None yet"))])  # fmt: skip
    assert "None yet</span>" in render("{% table t %}", t=table)


def test_the_map_ranks_counties_and_refuses_one_it_does_not_know() -> None:
    shown = counties.county_map({"Hudson": D(18_500_477), "Warren": D(1_094_123)})
    known = {place.shape.name: (place.step, place.rank) for place in shown.places}
    assert len(known) == 21
    assert known["Hudson"] == (5, 1)
    assert known["Warren"] == (1, 2)
    assert known["Essex"] == (0, None)
    assert [words for _, words in shown.key][-2:] == ["$8M to $12M", "$12M and over"]
    with pytest.raises(ValueError, match="Kings"):
        counties.county_map({"Kings": D(1)})
