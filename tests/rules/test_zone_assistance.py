"""The formula of 52:27H-88 a.(2), its ceilings of b. and its year-end of h. and i."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from funds.refusal import Refusal
from funds.rules.carry_forward import Balance, Outcome, dispose, rehearse
from funds.rules.expenses import Category, Use, category_named, check, over, room
from funds.rules.parameters import law
from funds.rules.zone_assistance import (
    Money,
    ZoneMunicipality,
    allocate,
    make_up,
    municipal_split,
)

MONEY = Money(2025, Decimal("1000.00"), None, Decimal("100.00"))
TOWNS = [
    ZoneMunicipality("9903", "Twin", True, 10, Decimal("20.5"), Decimal("7"), Decimal("30.00")),
    ZoneMunicipality("9901", "Single", True, 10, Decimal("20.5"), Decimal("7"), Decimal("30.00")),
    ZoneMunicipality("9902", "Twin", True, 10, Decimal("20.5"), Decimal("7"), Decimal("30.00")),
    ZoneMunicipality("9904", "Lapsed", False, 10, Decimal("20.5"), Decimal("7"), Decimal("9.00")),
]


def test_a_joint_zone_is_credited_the_sum_of_its_municipalities() -> None:
    zones = allocate(MONEY, TOWNS).zones
    assert zones == {"Single": Decimal("300.00"), "Twin": Decimal("600.00")}


def test_the_worksheet_goes_from_the_pot_and_the_four_factors_to_the_credit() -> None:
    towns = [*TOWNS[:3], replace(TOWNS[0], code="9905", zone="Other", parcels=70)]
    sheet = allocate(MONEY, towns).worksheet
    pot = [line for line in sheet.of("FUND") if line.cite == "52:27H-88 a.(2)"]
    assert [(line.label, str(line.value)) for line in pot] == [
        ("Shared by the formula after the Authority's amount", "900.00")
    ]
    assert [(line.label, str(line.value)) for line in sheet.of("zone:Twin")] == [
        ("Part of all commercial and industrial parcels, counted 1/6", "20.000000"),
        ("Part of all distress scores, counted 1/6", "50.000000"),
        ("Part of all unemployed persons, counted 1/6", "50.000000"),
        ("Part of all taxable sales, counted 1/2", "50.000000"),
        ("Share by the formula", "45.000000"),
        ("Credit of the year", "405.00"),
    ]


def test_good_standing_gates_the_credit() -> None:
    assert "Lapsed" not in allocate(MONEY, TOWNS).zones
    by_payment = law().override({"zone_assistance.standing_gates": "payment"})
    assert "Lapsed" in allocate(MONEY, TOWNS, by_payment).zones


def test_half_the_weight_is_on_taxable_sales() -> None:
    towns = [
        replace(TOWNS[0], zone="A", taxable_sales=Decimal("0.00")),
        replace(TOWNS[1], zone="B"),
    ]
    assert allocate(MONEY, towns).zones == {"A": Decimal("225.00"), "B": Decimal("675.00")}


def test_a_tie_goes_to_the_zone_with_the_lowest_code() -> None:
    money = replace(MONEY, determined=Decimal("100.01"))
    towns = [replace(TOWNS[0], zone="Aaa", code="9909"), replace(TOWNS[1], zone="Zzz")]
    assert allocate(money, towns).zones == {"Zzz": Decimal("0.01"), "Aaa": Decimal("0.00")}


def test_a_zone_whose_rows_disagree_on_standing_is_refused() -> None:
    with pytest.raises(Refusal, match="Twin zone: 9902 disagrees"):
        allocate(MONEY, [*TOWNS[:2], replace(TOWNS[2], in_good_standing=False)])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"taxable_sales": None}, "taxable_sales is missing for 9901"),
        ({"unemployed": Decimal(-1)}, "unemployed is negative for 9901"),
        ({"parcels": 0}, "parcels sums to zero"),
    ],
)
def test_o05_the_run_stops_at_a_factor_that_cannot_share(
    change: dict[str, Decimal | int | None], says: str
) -> None:
    with pytest.raises(Refusal, match=f"cannot allocate: {says}"):
        allocate(MONEY, [replace(TOWNS[1], **change)])  # type: ignore[arg-type]


@pytest.mark.parametrize(("authority", "refused"), [("1000.00", False), ("1000.01", True)])
def test_the_authority_cannot_take_more_than_the_pot(authority: str, refused: bool) -> None:
    money = replace(MONEY, authority=Decimal(authority))
    if refused:
        with pytest.raises(Refusal, match=r"52:27H-88 a\.\(3\)"):
            allocate(money, TOWNS)
    else:
        assert set(allocate(money, TOWNS).zones.values()) == {Decimal("0.00")}


@pytest.mark.parametrize(
    ("appropriated", "general_fund", "short"),
    [
        ("1000.00", "50.00", "0.00"),
        ("960.00", "10.00", "0.00"),
        ("950.00", "0.00", "0.00"),
        ("949.99", "0.00", "0.01"),
        ("2000.00", "50.00", "0.00"),
    ],
)
def test_what_is_allocated_fills_the_available_amount_first(
    appropriated: str, general_fund: str, short: str
) -> None:
    money = replace(MONEY, sfy=2028, appropriated=Decimal(appropriated))
    got = allocate(money, TOWNS).worksheet
    lines = {line.component: line.value for line in got.components()}
    assert lines["general_fund"] == Decimal(general_fund)
    assert lines.get("shortfall", Decimal("0.00")) == Decimal(short)


def test_an_appropriation_below_the_amount_may_be_read_pro_rata() -> None:
    figures = law().override({"zone_assistance.allocated_fills": "pro_rata"})
    money = replace(MONEY, sfy=2028, appropriated=Decimal("900.00"))
    lines = {x.component: x.value for x in allocate(money, TOWNS, figures).worksheet.components()}
    assert (lines["general_fund"], lines["shortfall"]) == (Decimal("45.00"), Decimal("95.00"))


def test_a_joint_zone_is_split_by_formula_share_or_equally() -> None:
    towns = [replace(TOWNS[0], taxable_sales=Decimal("90.00")), *TOWNS[1:3]]
    allocation = allocate(MONEY, towns)
    split = municipal_split("Twin", allocation, towns, 2025)
    assert sum(split.values()) == allocation.zones["Twin"]
    assert split["9903"] > split["9902"]
    equal = law().override({"zone_assistance.municipal_split": "equal"})
    assert len(set(municipal_split("Twin", allocation, towns, 2025, equal).values())) == 1


def test_a_zone_that_got_nothing_is_not_split() -> None:
    with pytest.raises(Refusal, match="Lapsed zone, SFY2025"):
        municipal_split("Lapsed", allocate(MONEY, TOWNS), TOWNS, 2025)


def test_a_make_up_takes_the_shares_of_the_cured_year() -> None:
    cured, paying = {"9901": 1, "9902": 3}, {"9901": 1, "9902": 1}
    amount = Decimal("100.00")
    assert make_up(amount, cured, paying, 2026)["9902"] == Decimal("75.00")
    later = law().override({"zone_assistance.make_up_shares": "paying_year"})
    assert make_up(amount, cured, paying, 2026, later)["9902"] == Decimal("50.00")


ON = date(2026, 7, 1)
USE = Use(
    "Exampleton", 2026, Category.ADMINISTRATION, Decimal("1234567.89"), Decimal("0.00"),
    Decimal("123456.78"),
)  # fmt: skip


def test_o70_one_cent_over_a_ceiling_is_refused_and_the_ceiling_itself_is_not() -> None:
    check(USE, ON)
    with pytest.raises(Refusal, match=r"123,456\.79 .* ceiling is 123,456\.78"):
        check(replace(USE, amount=Decimal("123456.79")), ON)
    safety = replace(USE, category=Category.PUBLIC_SAFETY, amount=Decimal("308641.97"))
    check(safety, ON)
    with pytest.raises(Refusal, match=r"52:27H-88 b\."):
        check(replace(safety, amount=Decimal("308641.98")), ON)


def test_o70_a_reduced_credit_flags_what_is_spent_and_refuses_what_is_new() -> None:
    reduced = replace(
        USE, credited=Decimal("1000000.00"), already=Decimal("123456.78"), amount=Decimal("0.01")
    )
    assert over(reduced, ON) == Decimal("23456.78")
    assert room(reduced, ON) == Decimal("0.00")
    with pytest.raises(Refusal, match=r"0\.00 is left"):
        check(reduced, ON)


def test_general_expenses_have_no_ceiling() -> None:
    general = replace(USE, category=Category.GENERAL, amount=Decimal("1234567.89"))
    check(general, ON)
    assert room(general, ON) is None
    assert over(general, ON) == Decimal("0.00")


def test_transportation_debt_needs_its_act_and_the_authority() -> None:
    debt = replace(USE, category=Category.TRANSPORTATION, amount=Decimal("925925.91"))
    with pytest.raises(Refusal, match="approval of the Authority"):
        check(debt, ON)
    approved = replace(debt, authority_approved=True)
    check(approved, ON)
    with pytest.raises(Refusal, match="ceiling"):
        check(replace(approved, amount=Decimal("925925.92")), ON)
    with pytest.raises(Refusal, match="before P"):
        check(approved, date(2024, 9, 11))


def test_an_unknown_category_is_refused_with_the_known_ones() -> None:
    assert category_named("public-safety") is Category.PUBLIC_SAFETY
    with pytest.raises(Refusal, match="known are general, public-safety, administration"):
        category_named("police")


def test_every_balance_has_exactly_one_disposition_and_the_sums_tie() -> None:
    kinds = [("ZONE", None), ("ENCUMBERED", 2025), ("TRUST", 2022), ("AUTHORITY", None),
             ("POOL", None), ("RECOVERED", None), ("PAYABLE", None)]  # fmt: skip
    balances = [
        Balance("zone-assistance", kind, "Exampleton", 2024, Decimal(place), encumbered)
        for place, (kind, encumbered) in enumerate(kinds)
    ]
    found = rehearse(balances, 2025)
    assert [each.balance for each in found] == balances[1:]
    assert sum(each.balance.amount for each in found) == sum(range(len(kinds)))
    assert [each.outcome for each in found][:2] == [Outcome.CARRIED, Outcome.LAPSED]
    assert all(each.owner and each.cite for each in found)


def test_a_hold_is_noted_and_spares_nothing() -> None:
    held = Balance(
        "zone-assistance", "ZONE", "Exampleton", 2024, Decimal("1.00"), hold="withholding"
    )
    became = dispose(held, 2026)
    assert (became.outcome, became.note) == (Outcome.LAPSED, "held: withholding")


def test_formula_aid_that_is_unreleased_stays_with_its_clause() -> None:
    balance = Balance("energy-receipts", "ENTITLED", "9901", 2026, Decimal("5.00"))
    became = dispose(balance, 2026)
    assert (became.outcome, became.cite) == (Outcome.STAYS, "52:27D-439 c.")


def test_a_balance_of_nothing_has_no_disposition() -> None:
    with pytest.raises(Refusal, match="nothing"):
        dispose(Balance("highlands", "POOL", "fund", 2010, Decimal("0.00")), 2010)
