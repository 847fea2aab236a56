"""A run reads what is accepted and in force on its day, and names every version it read."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

import pytest

from funds import accounts, allocation
from funds.models import Kind, Receivable, Run
from funds.refusal import Refusal
from municipalities import facts, standing
from municipalities.models import (
    ConformanceEvent,
    EnterpriseZone,
    FactSeries,
    FiscalYearBasis,
    Municipality,
    SourceDocument,
    Succession,
)
from tests.offices import officer
from tests.places import municipality, zone

pytestmark = pytest.mark.django_db

ZONES, RECEIPTS, HIGHLANDS = "zone-assistance", "energy-receipts", "highlands"
ON = date(2026, 9, 1)
FACTORS = ("parcels", "distress_score", "unemployed", "taxable_sales")


def document(standing: str = "published") -> SourceDocument:
    found, _ = SourceDocument.objects.get_or_create(
        title=f"A {standing} table",
        received_on=date(1998, 1, 1),
        defaults={"publisher": "Treasury", "standing": standing},
    )
    return found


def accept(
    kind: str,
    period: str,
    values: Mapping[str | None, str],
    *,
    on: date = ON,
    made_up: bool = False,
) -> FactSeries:
    """Load a series and have another person accept it."""
    paper = document("demonstration" if made_up else "published")
    given = {code: Decimal(value) for code, value in values.items()}
    series = facts.load(kind, period, given, document=paper, on=on, by=officer("treasury-analyst"))
    return facts.accept(series, on=on, by=officer("dca-analyst"))


def run(fund: str, sfy: int, on: date = ON) -> Run:
    return allocation.run(fund, sfy, on=on, by=officer("treasury-analyst"))


def certified(made: Run, on: date = ON) -> Run:
    allocation.certify(made, on=on, by=officer("treasury-certifier"))
    return made


def amounts(made: Run, component: str) -> dict[str, Decimal]:
    return {line.holder: line.amount for line in made.lines.filter(component=component)}


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


def highlands_facts(adjustment: str = "0") -> None:
    for code in ("1401", "1402"):
        municipality(code)
    on = date(2010, 2, 1)
    values = {
        "base_assessed": "1000000",
        "base_ratio": "100",
        "current_assessed": "950000",
        "current_ratio": "100",
        "local_tax_total": "2000000",
        "net_valuation": "100000000",
    }
    for kind, value in values.items():
        accept(kind, "2009", {"1401": value, "1402": value}, on=on)
    accept("qualified", "SFY2010", {"1401": "1", "1402": "0"}, on=on)
    accept("adjustment", "SFY2010", {"1401": adjustment}, on=on)
    accept("available_amount", "SFY2010", {None: "5000"}, on=on)


def test_a_highlands_run_reads_who_is_qualified_and_pays_the_others_nothing() -> None:
    highlands_facts()
    made = run(HIGHLANDS, 2010, date(2010, 2, 15))
    assert amounts(made, "entitlement") == {"1401": Decimal("1000.00")}
    assert amounts(made, "payable") == {"1401": Decimal("900.00")}
    notes = made.worksheets.get(holder="FUND").lines
    assert any("1402 is not qualified" in line["label"] for line in notes)


def test_qualification_follows_the_evidence_where_nothing_is_recorded() -> None:
    highlands_facts()
    Municipality.objects.filter(code="1402").update(preservation_area=True)
    accept("available_amount", "SFY2008", {None: "5000"}, on=date(2010, 2, 1))
    before = run(HIGHLANDS, 2008, date(2010, 2, 1))
    assert amounts(before, "payable") == {}
    for kind in ("master-plan", "regulations"):
        ConformanceEvent.objects.create(
            municipality_id="1402", kind=kind, effective_on=date(2010, 1, 5), source="Council"
        )
    after = run(HIGHLANDS, 2008, date(2010, 2, 1))
    assert set(amounts(after, "payable")) == {"1402"}


def test_a_decrease_that_the_payment_cannot_absorb_is_a_receivable() -> None:
    highlands_facts(adjustment="-1000.00")
    day = date(2010, 2, 15)
    other = {
        "figures": {"available_amount": "5000"},
        "municipalities": run(HIGHLANDS, 2010, day).facts["municipalities"],
    }
    other["municipalities"][1]["qualified"] = "yes"
    made = allocation.run_on(HIGHLANDS, 2010, other, on=day, by=officer("treasury-analyst"))
    allocation.deposit(
        HIGHLANDS,
        "highlands-protection-fund",
        Decimal(5000),
        on=day,
        by=officer("treasury-analyst"),
        document="Act",
        key="h",
    )
    by = officer("treasury-certifier")
    allocation.credit(allocation.certify(made, on=day, by=by), on=day, by=by)
    owed = Receivable.objects.get()
    assert (owed.holder, owed.kind, owed.amount) == ("1401", "adjustment", Decimal("100.00"))
    assert accounts.balance(accounts.find(HIGHLANDS, Kind.ENTITLED, "1402", 2010)) == 900
