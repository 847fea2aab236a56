"""What lapses when, by two clocks, and what would save it: pure, to the cent, on both sides."""

from datetime import date, timedelta
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from funds.rules.lapse_forecast import Unused, by_day, forecast, last_usable_on

ON = date(2026, 11, 30)
END = date(2027, 6, 30)


def money(amount: str, vintage: int, encumbered_in: int | None = None, **more: object) -> Unused:
    return Unused(Decimal(amount), vintage, encumbered_in, **more)  # type: ignore[arg-type]


def test_a_credit_lapses_two_years_after_its_year_and_an_encumbrance_three() -> None:
    assert last_usable_on(money("1", 2025)) == date(2027, 6, 30)
    assert last_usable_on(money("1", 2025, 2025)) == date(2028, 6, 30)
    free, bound = forecast([money("1", 2025, 2025), money("1", 2025)], ON)
    assert (free.cite, bound.cite) == ("52:27H-88 h.", "52:27H-88 i.")
    assert (free.days(END), free.days(END + timedelta(days=1))) == (0, -1)


def test_a_credit_is_saved_by_projects_in_the_order_it_lapses() -> None:
    years = [money("100", 2026), money("100", 2025)]
    first, second = forecast(years, ON, ready=Decimal(130), waiting=Decimal(40))
    assert (first.of.vintage, [r.amount for r in first.remedies]) == (2025, [100, 0, 0])
    assert (second.of.vintage, [r.amount for r in second.remedies]) == (2026, [30, 40, 30])
    assert {r.by for r in first.remedies} == {END}
    assert {r.until for r in first.remedies} == {date(2030, 6, 30)}  # encumbered in SFY2027


def test_an_encumbrance_is_saved_by_spending_and_while_its_vintage_lasts_encumbered_anew() -> None:
    (in_time,) = forecast([money("50", 2025, 2025, name="E-1")], END)
    assert [(r.by, r.until) for r in in_time.remedies] == [
        (date(2028, 6, 30), None),
        (END, date(2030, 6, 30)),  # the vintage of SFY2025 is released by June 30, 2027
    ]
    (late,) = forecast([money("50", 2025, 2025, name="E-1")], END + timedelta(days=1))
    assert [r.by for r in late.remedies] == [date(2028, 6, 30)]


def test_an_encumbrance_of_this_year_gains_nothing_by_being_encumbered_anew() -> None:
    (found,) = forecast([money("50", 2026, 2027)], ON)
    assert len(found.remedies) == 1


def test_what_is_past_its_last_day_has_no_remedy() -> None:
    (free,) = forecast([money("5", 2024)], date(2026, 7, 1), ready=Decimal(5))
    assert free.remedies == ()
    (free,) = forecast([money("5", 2024)], date(2026, 6, 30), ready=Decimal(5))
    assert free.remedies[0].amount == 5


def test_what_is_in_a_trust_is_spent_out_of_it_or_given_back() -> None:
    (found,) = forecast([money("5", 2026, 2026, in_trust=True)], ON)
    assert found.remedies[0].words.startswith("Spend it out of the trust")
    assert found.remedies[1].words.startswith("Give it back, release it")


cents = st.decimals(min_value=0, max_value=10**8, places=2)
rows = st.lists(
    st.builds(
        Unused, cents, st.integers(2022, 2027), st.none() | st.integers(2022, 2027), st.booleans()
    ),
    max_size=12,
)


@given(unused=rows, ready=cents, waiting=cents)
def test_a_forecast_holds_all_of_the_money_and_saves_no_cent_twice(
    unused: list[Unused], ready: Decimal, waiting: Decimal
) -> None:
    found = forecast(unused, ON, ready, waiting)
    assert sum(x.of.amount for x in found) == sum(x.amount for x in unused)
    assert sum(sum(both) for both in by_day(found).values()) == sum(x.amount for x in unused)
    free = [x for x in found if x.of.encumbered_in is None and x.remedies]
    assert all(sum(r.amount for r in x.remedies) == x.of.amount for x in free)
    assert sum(x.remedies[0].amount for x in free) <= ready
    assert sum(x.remedies[1].amount for x in free) <= waiting
    assert [x.last_on for x in found] == sorted(x.last_on for x in found)
