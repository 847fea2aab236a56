"""What the tax expenditures say is determined, in a run and on its page. N.J.S.A. 52:27H-98."""

from decimal import Decimal
from typing import Any

import pytest

from funds import allocation
from funds.models import Run
from funds.refusal import Refusal
from funds.views.run_tables import checks
from tests.funds.accepted import accept
from tests.funds.facts import zone_year
from tests.funds.test_allocation_runs import ON, ZONES, amounts, run_on
from tests.offices import officer

pytestmark = pytest.mark.django_db


def year(sfy: int = 2027, **figures: str) -> Run:
    facts = zone_year(**figures)
    if figures.get("determined_amount") == "":
        del facts["figures"]["determined_amount"]
    return run_on(ZONES, sfy, facts)


def sheet(run: Run) -> dict[str, str]:
    lines = run.worksheets.get(holder="FUND").lines
    return {line["label"]: line["value"] for line in lines}


def without_an_amount(sfy: int, base: str, compared: str) -> Run:
    return year(
        sfy, determined_amount="", tax_expenditures_base=base, tax_expenditures=compared
    )  # fmt: skip


def test_without_a_recorded_amount_the_expenditures_alone_determine_it() -> None:
    run = without_an_amount(2027, "3000000.00", "1999999.99")
    assert sheet(run)["Determined by comparison"] == "1000000.01"
    assert sheet(run)["Determined amount"] == "1000000.01"
    assert sum(amounts(run, "allocation").values()) == Decimal("900000.01")


def test_in_the_first_year_six_months_count_twice() -> None:
    run = without_an_amount(2023, "3000000.00", "1000000.00")
    assert sheet(run)["Tax expenditures of January to June 2022, counted twice"] == "1000000.00"
    assert sheet(run)["Determined amount"] == "1000000.00"


def test_an_amount_on_record_stands_and_the_difference_is_noted() -> None:
    run = year(tax_expenditures_base="3000000.00", tax_expenditures="2000000.01")
    assert sheet(run)["Determined amount"] == "1000000.00"
    assert sheet(run)["Determined by comparison"] == "999999.99"
    said = [each for each in checks(run, []) if "tax expenditures" in each.words]
    assert [(each.state, "$999,999.99" in each.words) for each in said] == [("Noted", True)]
    same = year(tax_expenditures_base="3000000.00", tax_expenditures="2000000.00")
    assert next(e.state for e in checks(same, []) if "tax expenditures" in e.words) == "Passed"


def test_one_of_the_two_alone_is_refused_by_the_other_ones_name() -> None:
    facts: dict[str, Any] = zone_year(tax_expenditures="1.00")
    with pytest.raises(Refusal, match="the figure tax_expenditures_base"):
        run_on(ZONES, 2027, facts)


def test_a_run_reads_the_accepted_expenditures() -> None:
    zone_year()
    for kind, period, amount in (
        ("tax_expenditures", "SFY2022", "3000000.00"),
        ("tax_expenditures", "SFY2026", "1900000.00"),
        ("authority_amount", "SFY2027", "100000.00"),
    ):
        accept(kind, period, {None: amount})
    for kind in ("parcels", "distress_score", "unemployed", "taxable_sales"):
        accept(kind, "2026", dict.fromkeys(("0408", "0714", "1111"), "1"))
    run = allocation.run(ZONES, 2027, on=ON, by=officer("treasury-analyst"))
    assert sheet(run)["Determined amount"] == "1100000.00"
    assert {"tax_expenditures"} <= set(run.series.values_list("kind", flat=True))
