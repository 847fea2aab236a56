"""Races for one dollar and to one ceiling; and that a race which goes wrong is found."""

from collections.abc import Callable

import pytest

from funds import ledger, project_budgets
from funds.models import LedgerHead
from payments.races import caps, dollar, seen

Run = Callable[[int, int], tuple[int, list[str], int]]


@pytest.mark.parametrize("run", [caps.run, dollar.run])
def test_a_turn_of_every_race_breaks_nothing(scratch_database: str, run: Run) -> None:
    rounds = len(caps.RACES if run is caps.run else dollar.RACES)
    raced, faults, _ = run(rounds, 11)
    assert (raced, faults) == (rounds, [])


def test_a_ceiling_that_is_not_checked_is_found_passed(
    scratch_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(project_budgets, "refuse_budgets", lambda *_: None)
    _, faults, _ = caps.run(1, 12)
    assert any("cents over its ceiling" in fault for fault in faults)
    assert any("the product sees" in fault for fault in faults)


def test_a_book_that_is_not_held_is_found(
    scratch_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(fund: str) -> LedgerHead:
        return LedgerHead.objects.get(fund_id=fund)

    monkeypatch.setattr(ledger, "hold", look)
    _, faults, _ = caps.run(2, 13)
    assert any("cents over its ceiling" in fault for fault in faults)


def test_what_is_refused_though_it_fits_is_found(
    scratch_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(seen.PERCENT, "public-safety", 26)
    _, faults, _ = caps.run(1, 14)
    assert any("were refused" in fault for fault in faults)
