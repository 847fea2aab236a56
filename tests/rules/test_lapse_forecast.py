"""What lapses when, by two clocks, and what would save it: pure, to the cent, on both sides."""

from datetime import date, timedelta
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from funds.rules.lapse_forecast import Lapse, Remedy, Unused, by_day, forecast, last_usable_on
from funds.rules.parameters import law

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


def test_each_remedy_is_said_word_for_word_with_its_days() -> None:
    free, bound = money("10", 2025, name="credit"), money("4", 2026, 2026, name="E-2")
    first, second = forecast([bound, free], ON, ready=Decimal(3), waiting=Decimal(2))
    bind_by, spend_by, anew = END, date(2029, 6, 30), date(2030, 6, 30)
    assert first == Lapse(
        free, bind_by, "52:27H-88 h.",
        (
            Remedy("Encumber it for a project that is approved", Decimal(3), bind_by, anew),
            Remedy(
                "Have the Authority determine the project that waits, and encumber it",
                Decimal(2), bind_by, anew,
            ),
            Remedy(
                "Propose a project for it, and encumber it once it is approved",
                Decimal(5), bind_by, anew,
            ),
        ),
    )  # fmt: skip
    assert second == Lapse(
        bound, spend_by, "52:27H-88 i.",
        (
            Remedy("Spend it: a service by that day", Decimal(4), spend_by),
            Remedy("Release it and encumber it anew", Decimal(4), date(2028, 6, 30), anew),
        ),
    )  # fmt: skip


def test_what_is_equal_in_days_goes_by_vintage_and_then_by_name() -> None:
    given = [money("1", 2026, 2026, name="b"), money("1", 2026, 2026, name="a"),
             money("1", 2025, 2026, name="z")]  # fmt: skip
    assert [each.of.name for each in forecast(given, ON)] == ["z", "a", "b"]


def test_under_another_law_days_and_order_follow_its_years() -> None:
    longer = law().override({
        "zone_assistance.unencumbered_years": 5, "zone_assistance.encumbered_years": 1,
    })  # fmt: skip
    free, bound = money("10", 2025), money("4", 2026, 2027)
    assert (last_usable_on(free, longer), last_usable_on(bound, longer)) == (
        date(2030, 6, 30), date(2028, 6, 30),
    )  # fmt: skip
    first, second = forecast([free, bound], ON, Decimal(1), Decimal(1), longer)
    assert (first.of, second.of) == (bound, free)
    assert [(r.by, r.until) for r in first.remedies] == [(date(2028, 6, 30), None)]
    assert {(r.by, r.until) for r in second.remedies} == {(date(2030, 6, 30), date(2028, 6, 30))}
    (early,) = forecast([money("4", 2022, 2026)], ON, figures=longer)
    assert [r.until for r in early.remedies] == [None, date(2028, 6, 30)]


def test_projects_that_wait_are_counted_on_once() -> None:
    given = [money("3", 2025), money("3", 2026)]
    first, second = forecast(given, ON, ready=Decimal(1), waiting=Decimal(4))
    assert [r.amount for r in first.remedies] == [1, 2, 0]
    assert [r.amount for r in second.remedies] == [0, 2, 1]


def test_the_sums_of_a_day_hold_the_free_and_the_bound_apart() -> None:
    given = [money("3", 2025), money("2", 2025, 2024), money("7", 2025), money("1", 2026, 2024)]
    assert by_day(forecast(given, ON)) == {END: (Decimal(10), Decimal(3))}
    later = by_day(forecast([money("1", 2026), money("2", 2025)], ON))
    assert list(later) == [END, date(2028, 6, 30)]


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
