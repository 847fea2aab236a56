"""What a year end does with each kind of balance, word for word: where to, until when, who, why."""

from datetime import date
from decimal import Decimal

import pytest

from funds.refusal import Refusal
from funds.rules.carry_forward import (
    CLAUSES,
    OWNERS,
    Balance,
    Disposition,
    Outcome,
    dispose,
    last_usable_on,
    rehearse,
)
from funds.rules.parameters import law

ZONE, RECEIPTS = "zone-assistance", "energy-receipts"
JUNE_2026, JUNE_2027 = date(2026, 6, 30), date(2027, 6, 30)
H, I = "52:27H-88 h.", "52:27H-88 i."  # noqa: E741 - the clauses' own letters


def balance(kind: str, vintage: int, encumbered_in: int | None = None, **more: object) -> Balance:
    return Balance(ZONE, kind, "Exampleton", vintage, Decimal("10.01"), encumbered_in, **more)  # type: ignore[arg-type]


def test_unencumbered_money_of_sfy2024_is_carried_through_june_2026_and_lapses_then() -> None:
    held = balance("ZONE", 2024, hold="appeal of SFY2024")
    assert last_usable_on(held) == JUNE_2026
    assert dispose(held, 2025) == Disposition(
        held, Outcome.CARRIED, 2026, JUNE_2026, "Exampleton", H, "held: appeal of SFY2024"
    )
    assert dispose(held, 2026) == Disposition(
        held, Outcome.LAPSED, None, JUNE_2026, "UEZ Authority", H, "held: appeal of SFY2024"
    )
    assert dispose(balance("ZONE", 2024), 2025).note == ""


@pytest.mark.parametrize("kind", ["ENCUMBERED", "TRUST"])
def test_what_is_encumbered_in_sfy2024_is_usable_through_june_2027_whatever_its_vintage(
    kind: str,
) -> None:
    bound = balance(kind, 2022, 2024)
    assert last_usable_on(bound) == JUNE_2027
    assert dispose(bound, 2026) == Disposition(
        bound, Outcome.CARRIED, 2027, JUNE_2027, "Exampleton", I
    )
    assert dispose(bound, 2027) == Disposition(
        bound, Outcome.LAPSED, None, JUNE_2027, "UEZ Authority", I
    )
    with pytest.raises(Refusal, match=r"Exampleton: the SFY of the encumbrance .*52:27H-88 i\."):
        dispose(balance(kind, 2022), 2024)


def test_a_commitment_spares_nothing_under_the_reading_that_is_taken() -> None:
    assert dispose(balance("ENCUMBERED", 2022, 2024, committed=True), 2027).outcome == "lapsed"


@pytest.mark.parametrize(
    ("fund", "kind"), [(fund, kind) for fund, kinds in CLAUSES.items() for kind in kinds]
)
def test_any_other_kind_stays_with_its_owner_and_clause(fund: str, kind: str) -> None:
    section = {ZONE: "52:27H-88", RECEIPTS: "52:27D-439", "highlands": "54:1-85"}[fund]
    held = Balance(fund, kind, "Exampleton", 2026, Decimal(1), hold="a question")
    assert last_usable_on(held) is None
    assert dispose(held, 2026) == Disposition(
        held, Outcome.STAYS, 2027, None, OWNERS[kind], f"{section} {CLAUSES[fund][kind]}",
        "held: a question",
    )  # fmt: skip


def test_a_kind_that_the_fund_does_not_have_and_a_balance_of_nothing_are_refused() -> None:
    with pytest.raises(Refusal, match=r"^energy-receipts has no balances of the kind ZONE$"):
        dispose(Balance(RECEIPTS, "ZONE", "Exampleton", 2026, Decimal(1)), 2026)
    with pytest.raises(Refusal, match=r"^elsewhere has no balances of the kind POOL$"):
        dispose(Balance("elsewhere", "POOL", "Exampleton", 2026, Decimal(1)), 2026)
    nothing = Balance(ZONE, "ZONE", "Exampleton", 2026, Decimal("0.00"))
    with pytest.raises(Refusal, match=r"^Exampleton: a balance of nothing has no disposition$"):
        dispose(nothing, 2026)
    assert rehearse([nothing], 2026) == []


def test_a_rehearsal_has_one_disposition_for_each_balance() -> None:
    held = [balance("ZONE", 2024), balance("ENCUMBERED", 2024, 2025)]
    assert [each.balance for each in rehearse(held, 2026)] == held


def test_under_another_law_each_clock_runs_by_its_own_years() -> None:
    longer = law().override({
        "zone_assistance.unencumbered_years": 4,
        "zone_assistance.encumbered_years": 6,
        "zone_assistance.committed_at_the_end": "survives",
    })  # fmt: skip
    free, bound = balance("ZONE", 2024), balance("ENCUMBERED", 2022, 2024, committed=True, hold="x")
    assert last_usable_on(free, longer) == date(2028, 6, 30)
    assert last_usable_on(bound, longer) == date(2030, 6, 30)
    assert dispose(free, 2027, longer).outcome == Outcome.CARRIED
    assert dispose(bound, 2030, longer) == Disposition(
        bound, Outcome.STAYS, 2031, date(2030, 6, 30), "Exampleton", I,
        "otherwise committed; held: x",
    )  # fmt: skip
    plain = balance("ENCUMBERED", 2022, 2024)
    assert [dispose(each, 2030, longer).outcome for each in (plain, balance("ZONE", 2024))] == [
        Outcome.LAPSED, Outcome.LAPSED,
    ]  # fmt: skip
    assert [each.outcome for each in rehearse([free, bound], 2028, longer)] == ["lapsed", "carried"]
