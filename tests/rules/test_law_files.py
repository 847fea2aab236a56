"""The law files: every reading beside its alternatives, every clause of the three sections."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from funds.refusal import Refusal
from funds.rules.clauses import catalogue, clause
from funds.rules.parameters import Figure, law

READINGS = Path(__file__).parents[2] / "docs" / "readings.md"


@pytest.mark.parametrize("figure", law().readings(), ids=lambda figure: figure.name)
def test_a_reading_has_a_reason_and_alternatives_that_differ(figure: Figure) -> None:
    assert figure.because
    assert figure.alternatives
    used = [value for _, value in figure.values]
    assert all(each.because and each.value not in used for each in figure.alternatives)


@pytest.mark.parametrize("figure", law().figures.values(), ids=lambda figure: figure.name)
def test_a_figure_has_unit_reference_and_values_without_floats(figure: Figure) -> None:
    assert figure.title
    assert figure.unit
    assert ":" in figure.reference
    assert figure.values
    assert "float" not in repr([type(value) for _, value in figure.values])


def test_the_readings_page_gives_every_reading_with_its_reasons() -> None:
    text = READINGS.read_text("utf-8")
    sections = {part.split("`")[1]: part for part in text.split("\n### ")[1:]}
    assert set(sections) == {figure.name for figure in law().readings()}
    for figure in law().readings():
        section = sections[figure.name]
        assert figure.reference in section
        assert figure.because in section
        assert section.count("- Instead `") == len(figure.alternatives)
        assert all(each.because in section for each in figure.alternatives)


def test_a_what_if_replaces_a_figure_and_leaves_the_law_alone() -> None:
    day = date(2026, 7, 1)
    what_if = law().override({"zone_assistance.safety_cap": Decimal(30)})
    assert what_if.number("zone_assistance.safety_cap", day) == 30
    assert law().number("zone_assistance.safety_cap", day) == 25


def test_a_dated_line_holds_from_its_day_on() -> None:
    later = law().with_lines({"zone_assistance.safety_cap": {date(2027, 7, 1): 30}})
    assert later.number("zone_assistance.safety_cap", date(2027, 6, 30)) == 25
    assert later.number("zone_assistance.safety_cap", date(2027, 7, 1)) == 30


@pytest.mark.parametrize("name", ["safety_cap", "administration_cap", "transportation_cap"])
def test_o07_a_percent_saved_again_and_again_keeps_its_scale(name: str) -> None:
    day, whole = date(2026, 7, 1), f"zone_assistance.{name}"
    figures = law()
    assert figures.figures[whole].unit == "percent of the year's credit"
    for year in range(2028, 2033):
        same = figures.number(whole, day)
        figures = figures.with_lines({whole: {date(year, 7, 1): same}})
    assert figures.number(whole, date(2033, 7, 1)) == law().number(whole, day) >= 10


def test_a_day_before_the_first_line_is_refused() -> None:
    with pytest.raises(Refusal, match="nothing is on record before 1997-07-01"):
        law().value("energy_receipts.schedule", date(1997, 6, 30))


def test_an_unknown_figure_is_refused() -> None:
    with pytest.raises(Refusal, match="no figure is named"):
        law().override({"zone_assistance.lottery": 1})


def test_the_catalogue_holds_every_clause_once() -> None:
    counted = dict.fromkeys(("52:27H-88", "52:27D-439", "54:1-85"), 0)
    for each in catalogue().values():
        assert each.actor
        assert each.duty
        counted[each.section] += 1
    assert counted == {"52:27H-88": 24, "52:27D-439": 11, "54:1-85": 15}


def test_a_clause_gives_its_full_cite() -> None:
    assert clause("uez.h.unencumbered").full_cite == "52:27H-88 h."
    assert clause("uez.98.amount").full_cite == "52:27H-98"
    with pytest.raises(Refusal, match="no clause has the id"):
        clause("uez.z")
