"""A figure that a what-if replaces reaches every rule that uses it, and no rule falls back."""

from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from funds.refusal import Refusal
from funds.rules import energy_amount as amounts
from funds.rules import expenses
from funds.rules.expenses import Category, Use
from funds.rules.parameters import law

ON = date(2026, 11, 30)
RATES = {2003: Decimal("0.0"), 2004: Decimal("1.0"), 2005: Decimal("0.7")}


def use(category: Category, amount: str = "1", already: str = "0", **more: object) -> Use:
    return Use(
        holder="Exampleton", vintage=2026, category=category, amount=Decimal(amount),
        already=Decimal(already), credited=Decimal("1000.00"), **more,
    )  # type: ignore[arg-type]  # fmt: skip


def test_a_fixed_amount_and_the_year_from_which_it_grows_may_be_others() -> None:
    other = law().override({"energy_receipts.fixed_amount": Decimal(1000)})
    assert amounts.fixed_amount(2002, other) == Decimal("1000.00")
    assert amounts.required_amount(2002, {}, other) == Decimal("1000.00")
    assert amounts.required_amount(2004, RATES, other) == Decimal("1010.00")
    later = law().override({"energy_receipts.growth_from": 2005})
    assert amounts.missing_rates(2004, {}, later) == ()
    assert amounts.missing_rates(2005, {}, later) == (2005,)
    assert amounts.required_amount(2004, {}, later) == amounts.fixed_amount(2004, later)
    assert amounts.fixed_amount(2005, later) is None


def test_a_judgment_says_what_was_given_and_by_how_much_it_is_short_under_another_law() -> None:
    other = law().override({"energy_receipts.fixed_amount": Decimal(1000)})
    given = Decimal("1009.99")
    assert amounts.judge(2004, given, RATES, other) == amounts.Judgment(
        Decimal("1010.00"), given, Decimal("0.01"), ()
    )
    assert amounts.judge(2006, given, RATES, other) == amounts.Judgment(None, given, None, (2006,))
    later = law().override({"energy_receipts.growth_from": 2007})
    assert amounts.judge(2006, given, {}, later).missing == ()


def test_years_whose_rate_is_missing_are_named_one_after_the_other_with_the_clause() -> None:
    with pytest.raises(Refusal) as no:
        amounts.required_amount(2007, RATES)
    assert str(no.value).startswith("the index rate is not on record for SFY2006, SFY2007")
    assert "52:27D-439 e." in str(no.value)
    said = str(amounts.judge(2007, Decimal(1), RATES))
    assert "SFY2006, SFY2007" in said


def test_a_promulgated_percent_is_shown_as_it_was_promulgated() -> None:
    grown = amounts.grow(Decimal(100), Decimal("1.25"), promulgated=True, sfy=2026)
    assert (grown.rate, grown.amount) == (Decimal("1.25"), Decimal("101.25"))
    third = amounts.grow(Decimal(100), Fraction(1, 3), promulgated=True, sfy=2026)
    assert (third.rate, third.amount) == (Decimal("0.33"), Decimal("100.33"))


def test_another_ceiling_reaches_what_is_left_what_is_over_and_the_refusal() -> None:
    half = law().override({expenses.CAPS[Category.ADMINISTRATION]: 50})
    full = use(Category.ADMINISTRATION, "0.01", "500.00")
    assert expenses.room(full, ON, half) == Decimal("0.00")
    assert expenses.over(use(Category.ADMINISTRATION, already="500.02"), ON, half) == Decimal(
        "0.02"
    )
    expenses.check(use(Category.ADMINISTRATION, "0.01", "499.99"), ON, half)
    with pytest.raises(Refusal) as no:
        expenses.check(full, ON, half)
    assert str(no.value).startswith(
        "Exampleton, SFY2026: cannot expend 0.01 for administration; the ceiling is 500.00, 50% of"
        " 1,000.00, and 0.00 is left"
    )
    assert expenses.PURPOSE in str(no.value)


def test_transportation_debt_is_refused_by_its_own_act() -> None:
    debt = use(Category.TRANSPORTATION, "750.01", authority_approved=True)
    never = law().override({expenses.CAPS[Category.TRANSPORTATION]: 0})
    for refused, figures in (
        (debt, law()),
        (use(Category.TRANSPORTATION), law()),
        (use(Category.TRANSPORTATION, authority_approved=True), never),
    ):
        with pytest.raises(Refusal) as no:
            expenses.check(refused, ON, figures)
        assert expenses.TRANSPORTATION_ACT in str(no.value)
    with pytest.raises(Refusal, match="no category of expense") as no:
        expenses.category_named("parks")
    assert expenses.PURPOSE in str(no.value)
