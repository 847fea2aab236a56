"""The frame of measured proofs: goes on where it was cut off, keeps results, misses out loud."""

import json
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from payments import proofs, proving
from payments.proving import Outcome, Part, Proof


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving, "KEPT", tmp_path / "measured.json")
    monkeypatch.setattr(proving, "CUT_OFF", tmp_path / "prove")


def proof_of(run: "proving.Callable[[int, int], Outcome]") -> Proof:
    part = Part("cases", 10, 100, 4, run, "{wrong} wrong in {tried}", in_database=False)
    return Proof("example", "0 wrong", (part,))


def test_a_proof_runs_in_blocks_each_with_a_seed_of_its_own() -> None:
    seen: list[tuple[int, int]] = []

    def run(count: int, seed: int) -> Outcome:
        seen.append((count, seed))
        return Outcome(count)

    found = proving.prove(proof_of(run), full=False, seed=7, say=str)
    assert seen == [(4, 7), (4, 8), (2, 9)]
    assert str(found) == "example: 0 wrong in 10 (goal 0 wrong): ok"


def test_a_proof_that_was_cut_off_goes_on_behind_its_last_block() -> None:
    done: list[int] = []

    def run(count: int, seed: int) -> Outcome:
        if len(done) == 2:
            done.append(0)
            raise KeyboardInterrupt
        done.append(seed)
        return Outcome(count)

    with pytest.raises(KeyboardInterrupt):
        proving.prove(proof_of(run), full=False, seed=1, say=str)
    said: list[str] = []
    found = proving.prove(proof_of(run), full=False, seed=1, say=said.append)
    assert said[0] == "example, cases: goes on behind 8"
    assert done == [1, 2, 0, 3]
    assert found.outcomes["cases"].tried == 10


def test_a_fault_is_a_miss_and_is_shown() -> None:
    found = proving.prove(
        proof_of(lambda count, seed: Outcome(count, [f"seed {seed}"])), full=False, seed=1, say=str
    )
    assert str(found).endswith("3 wrong in 10 (goal 0 wrong): MISS")
    assert found.outcomes["cases"].faults == ["seed 1", "seed 2", "seed 3"]


def test_nothing_tried_is_a_miss() -> None:
    found = proving.prove(proof_of(lambda count, seed: Outcome(0)), full=False, seed=1, say=str)
    assert not found.holds


@pytest.mark.django_db
def test_a_result_is_kept_with_its_day_the_newest_first() -> None:
    found = proving.prove(proof_of(lambda n, seed: Outcome(n)), full=False, seed=1, say=str)
    days = ["2026-11-29", "2026-11-30", "2026-11-30"]
    for day in days:
        proving.keep(found, full=False, seed=1, on=proving.date.fromisoformat(day), seconds=1)
    kept = json.loads(proving.KEPT.read_text(encoding="utf-8"))["example"]
    assert [each["on"] for each in kept] == ["2026-11-30", "2026-11-29"]
    assert kept[0]["figure"] == "0 wrong in 10"


@pytest.mark.parametrize(
    ("name", "part", "count"),
    [
        ("ledger", "operations", 400),
        ("ledger", "attacks", 1),
        ("allocation", "cases", 200),
        ("caps", "rounds", 1),
        ("dollar", "rounds", 1),
    ],
)
def test_a_small_part_of_each_proof_holds(
    name: str, part: str, count: int, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> None:
    (of,) = (each for each in proofs.PROOFS[name].parts if each.name == part)
    with django_db_blocker.unblock():
        outcome = proving._run_block(of, count, seed=3)
    assert outcome.faults == []
    assert outcome.tried >= count


def test_more_than_a_hundred_attacks_are_tried_and_no_two_alike() -> None:
    assert len(proofs.ATTACKS) >= 100
    assert len(set(proofs.ATTACKS)) == len(proofs.ATTACKS)
