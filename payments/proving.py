"""The only frame of measured proofs: seeded, in blocks that a later start goes on from, recorded.

A proof is blocks of work; each says how much it did and what was wrong. What a cut-off run had
done is kept under var/prove, what a whole run came to is kept with its day in docs/measured.json.
"""

import json
import logging
import platform
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from payments import scratch

KEPT = Path(settings.BASE_DIR) / "docs" / "measured.json"
CUT_OFF = Path(settings.VAR_DIR) / "prove"
SHOWN = 20  # faults that are written down; all are counted


@dataclass
class Outcome:
    """How much was tried, what of it was wrong, and how long 95 of 100 waited at most, in ms."""

    tried: int = 0
    faults: list[str] = field(default_factory=list)
    count: int = 0
    p95: int = 0

    def add(self, other: "Outcome") -> None:
        """Add what another block came to."""
        self.tried += other.tried
        self.count += other.count or len(other.faults)
        self.faults = [*self.faults, *other.faults][:SHOWN]
        self.p95 = max(self.p95, other.p95)


@dataclass(frozen=True)
class Part:
    """A kind of trial: how many, in which blocks, and what runs (how many, seed) of them."""

    name: str
    quick: int
    full: int
    block: int
    run: Callable[[int, int], Outcome]
    says: str
    in_database: bool = True


@dataclass(frozen=True)
class Proof:
    """A named proof with its goal in words; it holds when nothing of any part is wrong."""

    name: str
    goal: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Proven:
    """What a proof came to."""

    proof: Proof
    outcomes: dict[str, Outcome]

    @property
    def holds(self) -> bool:
        """Whether nothing was wrong, and something was tried in every part."""
        every = self.outcomes.values()
        return all(outcome.tried and not outcome.count for outcome in every)

    @property
    def figure(self) -> str:
        """What was measured, in words."""
        numbers = {name: _numbers(outcome) for name, outcome in self.outcomes.items()}
        return "; ".join(part.says.format(**numbers[part.name]) for part in self.proof.parts)

    def __str__(self) -> str:
        verdict = "ok" if self.holds else "MISS"
        return f"{self.proof.name}: {self.figure} (goal {self.proof.goal}): {verdict}"


def _numbers(outcome: Outcome) -> dict[str, str]:
    right = outcome.tried - outcome.count
    return {
        "tried": f"{outcome.tried:,}",
        "wrong": f"{outcome.count:,}",
        "right": f"{right:,}",
        "p95": f"{outcome.p95:,}",
    }


def prove(proof: Proof, *, full: bool, seed: int, say: Callable[[str], object]) -> Proven:
    """Run a proof from where a start with the same seed was cut off; say how far it is."""
    outcomes = {
        part.name: _run_part(proof, part, full=full, seed=seed, say=say) for part in proof.parts
    }
    for part in proof.parts:
        _cut_off(proof, part, full, seed).unlink(missing_ok=True)
    return Proven(proof, outcomes)


def _cut_off(proof: Proof, part: Part, full: bool, seed: int) -> Path:
    size = "full" if full else "quick"
    return CUT_OFF / f"{proof.name}-{part.name}-{size}-{seed}.json".replace(" ", "-")


def _run_part(
    proof: Proof, part: Part, *, full: bool, seed: int, say: Callable[[str], object]
) -> Outcome:
    path = _cut_off(proof, part, full, seed)
    done, outcome = _read(path)
    if done:
        say(f"{proof.name}, {part.name}: goes on behind {outcome.tried:,}")
    for number, size in _blocks(part.full if full else part.quick, part.block):
        if number < done:
            continue
        outcome.add(_run_block(part, size, seed + number))
        _write(path, number + 1, outcome)
        say(f"{proof.name}, {part.name}: {outcome.tried:,} tried, {outcome.count} wrong")
    return outcome


def _blocks(whole: int, block: int) -> Iterator[tuple[int, int]]:
    for number, begins in enumerate(range(0, whole, block)):
        yield number, min(block, whole - begins)


def _run_block(part: Part, size: int, seed: int) -> Outcome:
    place = scratch.database() if part.in_database else nullcontext()
    logging.disable(logging.WARNING)  # each refusal is logged, and a proof is made of refusals
    try:
        with place:
            return part.run(size, seed)
    finally:
        logging.disable(logging.NOTSET)


def _read(path: Path) -> tuple[int, Outcome]:
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        outcome = Outcome(kept["tried"], kept["faults"], kept["count"], kept.get("p95", 0))
        return kept["done"], outcome
    except (OSError, ValueError, KeyError):
        return 0, Outcome()


def _write(path: Path, done: int, outcome: Outcome) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = {"done": done} | asdict(outcome)
    draft = path.with_suffix(".draft")
    draft.write_text(json.dumps(kept), encoding="utf-8")
    draft.replace(path)


def keep(proven: Proven, *, full: bool, seed: int, on: date, seconds: int) -> None:
    """Keep a result with its day: one a day and size, the newest first."""
    size = "full" if full else "quick"
    faults = [fault for outcome in proven.outcomes.values() for fault in outcome.faults]
    result: dict[str, Any] = {
        "on": on.isoformat(),
        "size": size,
        "seed": seed,
        "figure": proven.figure,
        "goal": proven.proof.goal,
        "holds": proven.holds,
        "seconds": seconds,
        "machine": machine(),
    } | ({"faults": faults} if faults else {})
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    earlier = [
        each
        for each in kept.get(proven.proof.name, [])
        if (each["on"], each["size"]) != (result["on"], size)
    ]
    kept[proven.proof.name] = [result, *earlier]
    text = json.dumps(kept, indent=2, sort_keys=True, ensure_ascii=False)
    KEPT.write_text(text + "\n", encoding="utf-8")


def machine() -> str:
    """Return what is measured on: the interpreter and the database's server."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        server = str(cursor.fetchone()[0]).partition(" ")[0]
    return f"Python {platform.python_version()}, PostgreSQL {server}"
