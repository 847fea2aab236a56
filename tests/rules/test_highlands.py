"""The stabilization of 54:1-85: who shares, what is owed, what a parcel counts."""

from dataclasses import replace
from decimal import Decimal

import pytest

from funds.refusal import Refusal
from funds.rules.highlands import HighlandsMunicipality, stabilize
from funds.rules.highlands_year import Parcel, vacant_land
from funds.rules.parameters import law

ZERO = Decimal("0.00")
TOWN = HighlandsMunicipality(
    "9901", True, Decimal("1000000.00"), Decimal("98.5"), Decimal("500000.00"), Decimal("97.25"),
    Decimal("3000000.00"), Decimal("210000000.00"), ZERO, ZERO,
)  # fmt: skip


def test_the_entitlement_uses_the_exact_rate_and_shows_three_decimals() -> None:
    paid = stabilize(2005, Decimal("100000.00"), [TOWN]).municipalities["9901"]
    assert paid.valuation_base == Decimal(501089)
    assert paid.tax_rate == Decimal("1.429")
    assert paid.entitlement == Decimal("7158.41")


def test_land_that_gained_has_no_valuation_base() -> None:
    gained = replace(TOWN, current_assessed=Decimal("9000000.00"))
    paid = stabilize(2005, Decimal("100.00"), [gained]).municipalities["9901"]
    assert (paid.valuation_base, paid.entitlement, paid.payable) == (0, ZERO, ZERO)


def test_a_short_fund_is_shared_to_the_cent() -> None:
    towns = [replace(TOWN, code=f"99{number:02}") for number in (3, 1, 2)]
    paid = stabilize(2005, Decimal("100.00"), towns).municipalities
    assert [paid[code].prorated for code in ("9901", "9902", "9903")] == [
        Decimal("33.34"), Decimal("33.33"), Decimal("33.33"),
    ]  # fmt: skip


def test_an_unqualified_municipality_gets_no_line_and_reserves_nothing() -> None:
    other = replace(TOWN, code="9902", qualified=False, adjustment=Decimal("999999.00"))
    payments = stabilize(2005, Decimal("10.00"), [TOWN, other])
    assert payments.unqualified == ("9902",)
    assert payments.worksheet.of("9902") == []
    assert payments.municipalities["9901"].payable == Decimal("10.00")


@pytest.mark.parametrize("name", ["base_ratio", "current_ratio", "net_valuation"])
def test_nothing_is_divided_by_zero(name: str) -> None:
    with pytest.raises(Refusal, match=f"9901: {name} must be above zero"):
        stabilize(2005, Decimal("10.00"), [replace(TOWN, **{name: ZERO})])  # type: ignore[arg-type]


def test_only_attributed_changes_of_vacant_parcels_count() -> None:
    parcels = [
        Parcel(Decimal("100.00"), Decimal("-10.00"), "appeal", due_to_the_act=True),
        Parcel(Decimal("100.00"), Decimal("-20.00"), "appeal", due_to_the_act=False),
        Parcel(Decimal("100.00"), Decimal("-30.00"), "market", due_to_the_act=True),
        Parcel(Decimal("100.00"), vacant=False),
    ]
    assert vacant_land(parcels, 2005) == (Decimal("300.00"), Decimal("290.00"))
    stays = law().override({"highlands.not_vacant": "base_stays"})
    assert vacant_land(parcels, 2005, stays) == (Decimal("400.00"), Decimal("290.00"))
