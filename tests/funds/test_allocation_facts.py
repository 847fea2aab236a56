"""A run reads what is accepted and in force on its day, and names every version it read."""

from datetime import date
from decimal import Decimal

import pytest

from funds.refusal import Refusal
from municipalities import facts, standing
from municipalities.models import (
    EnterpriseZone,
    FiscalYearBasis,
    Succession,
)
from tests.funds.accepted import ON, accept, amounts, certified, document, run
from tests.offices import officer
from tests.places import municipality, zone

pytestmark = pytest.mark.django_db

ZONES, RECEIPTS = "zone-assistance", "energy-receipts"
FACTORS = ("parcels", "distress_score", "unemployed", "taxable_sales")


@pytest.fixture
def zones() -> list[EnterpriseZone]:
    made = [zone("Camden", "0408"), zone("Newark", "0714")]
    for factor in FACTORS:
        accept(factor, "2025", {"0408": "100", "0714": "300"})
    accept("determined_amount", "SFY2027", {None: "1000.00"})
    accept("cpi_june", "2021", {None: "100"})
    accept("cpi_june", "2026", {None: "0.01"})
    return made


def test_a_run_takes_the_most_recent_data_and_names_it(zones: list[EnterpriseZone]) -> None:
    latest = accept("parcels", "2026", {"0408": "100", "0714": "300"})
    made = run(ZONES, 2027)
    given = amounts(made, "allocation")
    assert given == {"zone:Camden": Decimal("187.50"), "zone:Newark": Decimal("562.50")}
    assert amounts(made, "authority") == {"AUTHORITY": Decimal("250.00")}
    assert latest in made.series.all() and made.series.count() == 7


def test_what_is_not_accepted_yet_is_not_read(zones: list[EnterpriseZone]) -> None:
    facts.load(
        "determined_amount",
        "SFY2027",
        {None: Decimal("5000.00")},
        document=document(),
        on=ON,
        by=officer("treasury-analyst"),
    )
    assert run(ZONES, 2027).facts["figures"]["determined_amount"] == "1000"


def test_a_missing_figure_is_named_and_nothing_is_filled_in(zones: list[EnterpriseZone]) -> None:
    with pytest.raises(Refusal, match="determined_amount"):
        run(ZONES, 2028)
    zone("Trenton", "1111")
    with pytest.raises(Refusal, match="parcels of 1111: found a blank"):
        run(ZONES, 2027)


def test_standing_is_read_on_the_runs_day(zones: list[EnterpriseZone]) -> None:
    standing.record(zones[0], in_good_standing=False, reason="late", on=ON, by=officer("authority"))
    assert set(amounts(run(ZONES, 2027), "allocation")) == {"zone:Newark"}


def test_made_up_towns_stand_outside_and_made_up_figures_are_marked(
    zones: list[EnterpriseZone],
) -> None:
    zone("Exampleton", "9901")
    EnterpriseZone.objects.filter(name="Exampleton").update(made_up=True)
    assert run(ZONES, 2027).demonstration is False
    accept("taxable_sales", "2026", {"0408": "1", "0714": "1"}, made_up=True)
    made = run(ZONES, 2027)
    assert made.demonstration is True
    assert "zone:Exampleton" not in amounts(made, "allocation")


def early_year() -> None:
    """Two towns' base years: 0101 has a difference and a county, 0102 has neither."""
    for code in ("0101", "0102"):
        municipality(code)
    accept("aid_1994", "1994", {"0101": "300000000", "0102": "400000000"}, on=date(2001, 7, 2))
    for kind in ("aid_1995", "aid_1996", "estimate_1998", "certified_1997"):
        values = {"0101": "0", "0102": "0"}
        if kind in ("estimate_1998", "certified_1997"):
            values["0101"] = "155000000" if kind == "certified_1997" else "150000000"
        accept(kind, "1997", values, on=date(2001, 7, 2))
    accept("county_payment", "1996", {"0101": "1000000"}, on=date(2001, 7, 2))


def test_a_receipts_year_grows_from_the_certified_one_before_it() -> None:
    early_year()
    day = date(2001, 7, 2)
    first = certified(run(RECEIPTS, 2002, day), day)
    assert first.figures["amount"] == "755000000.00"
    assert amounts(first, "difference") == {"0101": Decimal(5000000), "0102": Decimal(0)}
    FiscalYearBasis.objects.create(
        municipality_id="0102", basis="state", from_on=day, source="ordinance"
    )
    day = date(2002, 7, 1)
    accept("promulgated_percent", "SFY2003", {None: "2"}, on=day)
    grown = run(RECEIPTS, 2003, day)
    assert grown.figures["amount"] == "770100000.00"
    rows = {row["municode"]: row for row in grown.facts["municipalities"]}
    total = amounts(first, "total")["0101"]
    assert rows["0101"] == {
        "municode": "0101",
        "basis": "calendar",
        "prior_year_amount": f"{total + 1000000:f}".rstrip("0").rstrip("."),
        "difference": "5000000",
        "sfy2002_amount": f"{total:f}".rstrip("0").rstrip("."),
        "county_payment": "1000000",
    }
    assert rows["0102"]["basis"] == "state"
    assert amounts(grown, "county") == {"county:01": Decimal(1000000)}


def test_a_rate_that_is_not_on_record_is_not_filled_in() -> None:
    early_year()
    day = date(2001, 7, 2)
    certified(run(RECEIPTS, 2002, day), day)
    with pytest.raises(Refusal, match="index_percent or promulgated_percent"):
        run(RECEIPTS, 2003, date(2002, 7, 1))


def test_the_bases_of_merged_municipalities_are_summed() -> None:
    early_year()
    day = date(2001, 7, 2)
    first = certified(run(RECEIPTS, 2002, day), day)
    Succession.objects.create(
        predecessor_id="0101", successor_id="0102", effective_on=day, document="merger"
    )
    accept("promulgated_percent", "SFY2003", {None: "0"}, on=date(2002, 7, 1))
    grown = run(RECEIPTS, 2003, date(2002, 7, 1))
    assert set(amounts(grown, "total")) == {"0102"}
    assert amounts(grown, "total")["0102"] == sum(amounts(first, "total").values())
