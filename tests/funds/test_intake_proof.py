"""The proof of intake finds what it is there to find."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from funds.models import ParcelFile
from funds.proofs import intake
from municipalities.models import Intake, Quarantine
from municipalities.proofs import mutations
from municipalities.proofs.tables_made import MAKERS, made
from municipalities.reading import confined

pytestmark = pytest.mark.django_db


def test_mutated_files_are_read_whole_refused_with_their_cells_or_turned_away() -> None:
    tried, faults = intake.run(60, 7)
    assert (tried, faults) == (60, [])
    outcomes = Counter(Intake.objects.values_list("outcome", flat=True))
    assert set(outcomes) == {"read", "refused"}
    assert min(outcomes.values()) >= 10
    assert Quarantine.objects.exists()
    assert set(ParcelFile.objects.values_list("outcome", flat=True)) == {"read", "refused"}


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"figures": {"parcels 2025": {"0101": "1"}}}, "figures are not those"),
        (
            {"must": [{**dict.fromkeys(("sheet", "cell", "found", "needed", "clause"), "")}]},
            "without sheet",
        ),
    ],
)
def test_a_figure_that_is_off_and_a_bare_refusal_are_faults(
    monkeypatch: pytest.MonkeyPatch, wrong: dict[str, Any], words: str
) -> None:
    read = confined.read
    monkeypatch.setattr(confined, "read", lambda *given: {**read(*given), **wrong})
    _, faults = intake.run(20, 7)
    assert any(words in fault for fault in faults)


def test_a_slow_file_and_a_large_reader_are_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "SECONDS", 0)
    monkeypatch.setattr(intake, "KILOBYTES", 1)
    _, faults = intake.run(2, 7)
    assert len(faults) == 3
    assert "a reader took" in faults[-1]


def test_the_same_seed_makes_the_same_files() -> None:
    def content(seed: int) -> bytes:
        rng = Random(seed)
        file = made(rng)
        mutations.mutate(file, rng)
        return file.content() if file.kind != "xlsx" else repr(file.rows).encode()

    assert [content(seed) for seed in range(20)] == [content(seed) for seed in range(20)]
    assert len({made(Random(seed)).layout for seed in range(60)}) == len(MAKERS)
