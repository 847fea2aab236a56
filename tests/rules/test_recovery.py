"""How a debt of a finding is expected to be met: in order, to the cent, never below zero."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from funds.rules.recovery import YEARS, Source, plan

cents = st.decimals(min_value=0, max_value=10**7, places=2)


def test_what_is_there_goes_first_then_each_year_s_credit_until_nothing_is_owed() -> None:
    there = [Source("SFY2026 credit", Decimal(40)), Source("Vouchers", Decimal("10.50"))]
    steps = plan(Decimal(200), there, 2026, Decimal(90))
    assert [(s.source.label, s.taken, s.left) for s in steps] == [
        ("SFY2026 credit", Decimal(40), Decimal(160)),
        ("Vouchers", Decimal("10.50"), Decimal("149.50")),
        ("SFY2027 credit", Decimal(90), Decimal("59.50")),
        ("SFY2028 credit", Decimal("59.50"), Decimal(0)),
    ]
    assert [s.source.expected for s in steps] == [False, False, True, True]


def test_nothing_owed_is_no_plan_and_no_credit_leaves_the_rest_owed() -> None:
    assert plan(Decimal(0), [Source("x", Decimal(5))], 2026, Decimal(1)) == []
    assert plan(Decimal(9), [Source("x", Decimal(5))], 2026, Decimal(0))[-1].left == 4
    assert len(plan(Decimal(100), [], 2026, Decimal(1))) == YEARS


@given(owed=cents, there=st.lists(cents, max_size=4), yearly=cents)
def test_a_plan_takes_what_is_owed_and_no_cent_more(
    owed: Decimal, there: list[Decimal], yearly: Decimal
) -> None:
    steps = plan(owed, [Source(str(n), a) for n, a in enumerate(there)], 2026, yearly)
    taken = sum((step.taken for step in steps), Decimal(0))
    assert all(Decimal(0) < step.taken <= step.source.amount for step in steps)
    assert taken == min(owed, sum(there, Decimal(0)) + YEARS * yearly)
    assert not steps or steps[-1].left == owed - taken >= 0
