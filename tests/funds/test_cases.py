"""Cases in Gherkin are tried on every recipient, and one that fails stops the signature."""

from decimal import Decimal

import pytest

from funds import objections
from funds.cases import trying, writing
from funds.cases.reading import read
from funds.models import CaseFile, Fund, Waiver
from funds.refusal import Refusal
from tests.funds.accepted import ON, accept, certified, run
from tests.offices import officer
from tests.places import municipality

FUND = "energy-receipts"
SUM = """Feature: Sums
  Scenario: A total is the sum of its parts
    Then its regular plus difference less county payment is its total
"""


def test_a_sentence_that_is_none_is_refused_with_its_line() -> None:
    with pytest.raises(Refusal, match="Line 3: “it is nice” is no sentence"):
        read("Feature: F\n  Scenario: S\n    Then it is nice\n")


def test_what_is_no_gherkin_is_refused_with_its_line() -> None:
    with pytest.raises(Refusal, match="1:1"):
        read("Hello\n")


def test_a_scenario_without_a_then_is_refused() -> None:
    with pytest.raises(Refusal, match="has no Then"):
        read('Feature: F\n  Scenario: S\n    Given its basis is "state"\n')


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("Its regular aid is at least 0.00", "bound"),
        ("Its total is at most 110 percent of last year’s total", "of last"),
        ("Its total changes by at most 15 percent", "change"),
        ("Its base plus difference plus remainder less county payment is its total", "sum"),
        ('Its basis is not "state"', "word"),
    ],
)
def test_the_known_sentences_are_read(sentence: str, kind: str) -> None:
    found = read(f"Feature: F\n  Scenario: S\n    Then {sentence}\n")
    assert found.scenarios[0].then[0].kind == kind


@pytest.fixture
def fund() -> Fund:
    for code, name in (("9901", "Exampleton"), ("9902", "Samplebury")):
        municipality(code, name)
    for sfy, first in ((2026, "60000"), (2027, "50000")):
        accept("prior_year_amount", f"SFY{sfy}", {"9901": first, "9902": "40000"})
        accept("amount", f"SFY{sfy}", {None: "100000"})
    return Fund.objects.get(pk=FUND)


def write(fund: Fund, text: str) -> CaseFile:
    return writing.write(fund, text, on=ON, by=officer("treasury-analyst"))


@pytest.mark.django_db
def test_a_case_that_holds_of_everyone_lets_the_run_be_signed(fund: Fund) -> None:
    write(fund, SUM)
    made = run(FUND, 2026)
    found = trying.tried(made)
    assert [(each.scenario, each.meant, each.holds) for each in found] == [
        ("A total is the sum of its parts", 2, True)
    ]
    assert certified(made).certification


@pytest.mark.django_db
def test_a_case_that_fails_of_one_names_it_and_stops_the_signature(fund: Fund) -> None:
    write(fund, "Feature: F\n  Scenario: Enough\n    Then its total is more than 40000.00\n")
    made = run(FUND, 2026)
    with pytest.raises(Refusal, match=r"“Enough” does not hold of 1 of 2 \(Samplebury"):
        certified(made)
    waiver = objections.ask_waiver(
        made, Waiver.Of.CASES, "It is so", on=ON, by=officer("treasury-analyst")
    )
    objections.authorise(waiver, on=ON, by=officer("dca-director"))
    assert certified(made).certification


@pytest.mark.django_db
def test_whom_a_case_is_not_meant_for_cannot_break_it(fund: Fund) -> None:
    text = (
        'Feature: F\n  Scenario: S\n    Given its municode is not "9902"\n'
        "    Then its total is more than 40000.00\n"
    )
    write(fund, text)
    found = trying.tried(run(FUND, 2026))
    assert (found[0].meant, found[0].holds) == (1, True)


@pytest.mark.django_db
def test_change_is_measured_against_the_certified_year_before(fund: Fund) -> None:
    certified(run(FUND, 2026))
    text = "Feature: F\n  Scenario: S\n    Then its total changes by at most {} percent\n"
    made = run(FUND, 2027)
    before, now = Decimal("60000.00"), made.lines.get(holder="9901", component="total").amount
    percent = abs(now - before) * 100 / before
    write(fund, text.format(percent.quantize(Decimal("0.01")) + 1))
    assert trying.tried(made)[0].holds
    write(fund, text.format("0.01"))
    assert trying.tried(made)[0].holds == (percent == 0)


@pytest.mark.django_db
def test_the_latest_version_counts_and_one_without_scenarios_is_out_of_use(fund: Fund) -> None:
    assert write(fund, SUM) == write(fund, SUM)
    assert write(fund, "Feature: Sums\n").version == 2
    assert trying.tried(run(FUND, 2026)) == []
