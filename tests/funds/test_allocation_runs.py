"""A run freezes its facts, and the calculator on them gives the same lines."""

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from funds import accounts, allocation, computed
from funds.calculator import calculate
from funds.models import Kind, Run
from funds.queries import runs
from funds.refusal import Refusal
from tests.funds.facts import highlands_year, joint_zone_year, receipts_year, zone_year
from tests.offices import officer

pytestmark = pytest.mark.django_db

ON = date(2026, 9, 1)
ZONES, RECEIPTS, HIGHLANDS = "zone-assistance", "energy-receipts", "highlands"


def run_on(fund: str, sfy: int, facts: dict[str, Any], **given: Any) -> Run:
    by = officer("treasury-analyst")
    return allocation.run_on(fund, sfy, facts, on=ON, by=by, **given)


def amounts(run: Run, component: str) -> dict[str, Decimal]:
    return {line.holder: line.amount for line in run.lines.filter(component=component)}


@pytest.mark.parametrize(
    ("fund", "sfy", "facts"),
    [(ZONES, 2027, zone_year), (RECEIPTS, 2027, receipts_year), (HIGHLANDS, 2010, highlands_year)],
)
def test_the_calculator_gives_the_same_lines_on_the_stored_facts(
    fund: str, sfy: int, facts: Any, tmp_path: Path
) -> None:
    run = run_on(fund, sfy, facts())
    computed.write(run.facts, tmp_path)
    printed = calculate(fund, sfy, tmp_path).lines
    lines = run.lines.exclude(component="municipal_share").order_by("position")
    stored = [(x.holder, x.component, x.amount, x.cite) for x in lines]
    assert stored == [(h, c, Decimal(a), cite) for h, c, a, cite in printed]


def test_the_same_facts_have_the_same_hashes_whatever_the_order_of_their_rows() -> None:
    facts = zone_year()
    first = run_on(ZONES, 2027, facts)
    facts["municipalities"].reverse()
    second = run_on(ZONES, 2027, facts)
    assert (first.inputs_hash, first.results_hash) == (second.inputs_hash, second.results_hash)
    assert second.supersedes == first and (first.number, second.number) == (1, 2)


def test_another_figure_has_another_hash() -> None:
    first = run_on(ZONES, 2027, zone_year())
    second = run_on(ZONES, 2027, zone_year(determined="1000000.01"))
    assert first.inputs_hash != second.inputs_hash


def test_a_zone_not_in_good_standing_gets_no_line_and_the_rest_gets_all() -> None:
    run = run_on(ZONES, 2027, zone_year())
    given = amounts(run, "allocation")
    assert set(given) == {"zone:Camden", "zone:Newark"}
    assert sum(given.values()) == Decimal("900000.00")


def test_a_run_records_its_figures_with_references_and_a_worksheet_a_holder() -> None:
    run = run_on(ZONES, 2028, zone_year())
    assert run.figures["available_percent"] == "95"
    assert "52:27H-88" in run.figures["law"]["zone_assistance.step_down"]["reference"]
    sheet = run.worksheets.get(holder="zone:Newark").lines
    assert [line["component"] for line in sheet if line["component"]] == ["allocation"]


def test_a_joint_zones_credit_is_split_by_formula_share() -> None:
    run = run_on(ZONES, 2027, joint_zone_year())
    assert amounts(run, "municipal_share") == {
        "0610": Decimal("33.33"),
        "0614": Decimal("66.67"),
    }


def test_o04_the_parts_of_a_split_foot_to_its_total_in_every_table() -> None:
    facts = joint_zone_year()
    for row in facts["municipalities"]:
        row.update(dict.fromkeys(("parcels", "distress_score", "unemployed", "taxable_sales"), "1"))
    facts["figures"]["determined_amount"] = "1000001.01"
    run = run_on(ZONES, 2027, facts)
    parts = amounts(run, "municipal_share")
    assert parts == {"0610": Decimal("500000.51"), "0614": Decimal("500000.50")}
    assert sum(parts.values()) == amounts(run, "allocation")["zone:Vineland-Millville"]


def test_a_run_stands_beside_the_computed_run_of_the_year_before() -> None:
    certifier, by = officer("treasury-certifier"), officer("treasury-analyst")
    computed = run_on(ZONES, 2026, zone_year())
    beside = allocation.allot(ZONES, 2026, {"AUTHORITY": Decimal(1)}, on=ON, by=by)
    for each in (computed, beside):
        allocation.certify(each, on=ON, by=certifier)
    found = {h.holder: h.change for h in runs.holders(run_on(ZONES, 2027, zone_year()))}
    assert runs.year_before(run_on(ZONES, 2027, zone_year())) == computed
    assert found == {"zone:Camden": Decimal("0.00"), "zone:Newark": Decimal("0.00")}


def test_a_factor_that_sums_to_zero_is_refused_and_nothing_is_kept() -> None:
    facts = zone_year()
    for row in facts["municipalities"]:
        row["taxable_sales"] = "0"
    with pytest.raises(Refusal, match="cannot allocate: taxable_sales of all municipalities"):
        run_on(ZONES, 2027, facts)
    assert not Run.objects.exists()


def test_a_bad_cell_is_refused_by_its_municipality() -> None:
    facts = zone_year()
    facts["municipalities"][1]["parcels"] = "-5"
    with pytest.raises(Refusal, match='parcels of 0714: found "-5"'):
        run_on(ZONES, 2027, facts)


def test_a_year_past_the_schedule_is_refused_and_its_last_one_is_not() -> None:
    assert run_on(ZONES, 2032, zone_year()).figures["available_percent"] == "75"
    with pytest.raises(Refusal, match="the law is silent after it"):
        run_on(ZONES, 2033, zone_year())


def test_the_step_down_share_goes_to_the_general_fund_once() -> None:
    run = run_on(ZONES, 2028, zone_year())
    by = officer("treasury-analyst")
    allocation.deposit(
        ZONES, "appropriation", Decimal("1000000"), on=ON, by=by, document="Act", key="d"
    )
    posting = allocation.step_down(run, on=ON, by=by)
    assert allocation.step_down(run, on=ON, by=by) == posting
    treasury = accounts.find(ZONES, Kind.GENERAL_FUND, "GENERAL_FUND")
    assert accounts.balance(treasury) == Decimal("50000.00")
    with pytest.raises(Refusal, match=r"\$0\.00 goes to the General Fund"):
        allocation.step_down(run_on(ZONES, 2027, zone_year()), on=ON, by=by)


def test_a_make_up_takes_the_cured_years_shares_and_no_more_than_is_owed() -> None:
    cured = run_on(ZONES, 2026, zone_year(appropriated_amount="900000.00"))
    assert amounts(cured, "shortfall") == {"FUND": Decimal("100000.00")}
    certifier, by = officer("treasury-certifier"), officer("treasury-analyst")
    with pytest.raises(Refusal, match="has no certified run"):
        allocation.make_up(2026, Decimal(1), on=ON, by=by)
    allocation.certify(cured, on=ON, by=certifier)
    run = allocation.make_up(2026, Decimal("60000.00"), on=ON, by=by)
    assert (run.sfy, run.cures_sfy) == (2027, 2026)
    given = amounts(run, "allocation")
    assert sum(given.values()) == Decimal("60000.00")
    before = amounts(cured, "allocation")
    ratio = before["zone:Newark"] / before["zone:Camden"]
    assert abs(given["zone:Newark"] / given["zone:Camden"] - ratio) < Decimal("0.0001")
    with pytest.raises(Refusal, match=r"\$40,000\.00 is still owed"):
        allocation.make_up(2026, Decimal("40000.01"), on=ON, by=by)


def test_receipts_are_credited_no_further_than_the_amount_and_topped_up() -> None:
    run_on(RECEIPTS, 2027, receipts_year())
    by = officer("treasury-analyst")
    allocation.deposit(
        RECEIPTS, "sewerage-and-water", Decimal("700"), on=ON, by=by, document="Act", key="r/1"
    )
    with pytest.raises(Refusal, match=r"\$1\.00 more than may be credited.*\$300\.00 is left"):
        allocation.deposit(
            RECEIPTS, "sales-and-use-tax", Decimal("301"), on=ON, by=by, document="Act", key="r/2"
        )
    assert allocation.top_up(2027, on=ON, by=by, document="Act").total == Decimal("300.00")
    pool = accounts.find(RECEIPTS, Kind.POOL, "FUND")
    assert accounts.balance(pool) == Decimal("1000.00")


def test_receipts_credit_the_municipality_net_of_its_county() -> None:
    run = run_on(RECEIPTS, 2027, receipts_year())
    by, certifier = officer("treasury-analyst"), officer("treasury-certifier")
    allocation.top_up(2027, on=ON, by=by, document="Act")
    certification = allocation.certify(run, on=ON, by=certifier)
    allocation.credit(certification, on=ON, by=certifier)
    held = {
        holder: accounts.balance(accounts.find(RECEIPTS, Kind.ENTITLED, holder, 2027))
        for holder in ("0101", "0102", "county:01")
    }
    assert held["county:01"] == Decimal("40.00")
    assert held == {
        "0101": amounts(run, "total")["0101"],
        "0102": amounts(run, "total")["0102"],
        "county:01": Decimal("40.00"),
    }
    assert sum(held.values()) == Decimal("1000.00")


def test_the_highlands_program_is_expired_after_its_tenth_year() -> None:
    assert amounts(run_on(HIGHLANDS, 2014, highlands_year()), "payable")["1401"] == Decimal("100")
    with pytest.raises(Refusal, match="expired"):
        run_on(HIGHLANDS, 2015, highlands_year())
