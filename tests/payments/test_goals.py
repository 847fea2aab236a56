"""Each goal has a line with its figure; what is missed is said with what was tried."""

import json
from pathlib import Path
from typing import Any

import pytest

from payments import goals
from payments.proofs import PROOFS

ROOT = Path(__file__).resolve().parents[2]


def test_there_is_a_line_for_each_of_the_31_goals_in_order() -> None:
    assert [goal.code for goal in goals.GOALS] == [f"G{number}" for number in range(1, 32)]
    assert all(goal.proofs or goal.tests or goal.missed for goal in goals.GOALS)


def test_what_proves_a_goal_is_there() -> None:
    named = {name for goal in goals.GOALS for name in goal.proofs}
    assert named - set(PROOFS) == set()
    assert [test for goal in goals.GOALS for test in goal.tests if not (ROOT / test).exists()] == []


def test_a_proof_that_missed_or_was_never_run_is_a_miss_and_a_full_figure_goes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "measured.json"
    monkeypatch.setattr(goals, "KEPT", kept)
    quick = {"size": "quick", "on": "2026-12-02", "figure": "0 off in 10", "holds": True}
    full = {"size": "full", "on": "2026-12-01", "figure": "1 off in 99", "holds": False}
    assert _verdict("G2") == (goals.MISS, ())
    kept.write_text(json.dumps({"allocation": [quick]}))
    assert _verdict("G2") == (goals.OK, ("0 off in 10 (quick, 2026-12-02)",))
    kept.write_text(json.dumps({"allocation": [quick, full]}))
    assert _verdict("G2") == (goals.MISS, ("1 off in 99 (full, 2026-12-01)",))
    assert "- **G2**, 100,000 random allocations, 0 cents off" in goals.page()


def _verdict(code: str) -> Any:
    found = next(each for each in goals.standings() if each.goal.code == code)
    return found.verdict, found.figures
