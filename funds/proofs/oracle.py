"""The only home of a ledger in memory, written another way: what must be posted, what refused."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

Cents = int
Moves = tuple[tuple[str, str, Cents], ...]


@dataclass
class Made:
    """A posting as the oracle remembers it."""

    key: str
    act: str
    moves: Moves
    reverses: str = ""
    reversed_by: str = ""


@dataclass
class Book:
    """One fund's book: balances in cents by account, postings by key, the last sealed year."""

    sealed_through: int
    balances: dict[str, Cents] = field(default_factory=dict)
    made: dict[str, Made] = field(default_factory=dict)

    def post(self, act: str, key: str, moves: Moves, on: date) -> bool:
        """Post if the law of the ledger allows it; say whether the posting stands."""
        if any(cents <= 0 for _, _, cents in moves):
            return False
        done = self.made.get(key)
        if done is not None:
            return (done.act, done.moves) == (act, moves)
        if not moves or self._is_sealed(on) or not self._is_covered(moves):
            return False
        self._write(Made(key, act, moves))
        return True

    def reverse(self, of: str, key: str, on: date) -> bool:
        """Reverse a posting if it was not reversed and is no reversal."""
        undone = self.made[of]
        if undone.reverses or undone.reversed_by not in ("", key):
            return False
        moves = tuple((credit, debit, cents) for debit, credit, cents in reversed(undone.moves))
        act = f"reverse {undone.act}"
        done = self.made.get(key)
        if done is not None:
            return (done.act, done.moves) == (act, moves)
        if self._is_sealed(on) or not self._is_covered(moves):
            return False
        self._write(Made(key, act, moves, reverses=of))
        undone.reversed_by = key
        return True

    def _is_sealed(self, on: date) -> bool:
        year = on.year + 1 if on >= date(on.year, 7, 1) else on.year
        return year <= self.sealed_through

    def _is_covered(self, moves: Moves) -> bool:
        after = self._after(moves)
        return all(a.startswith("SOURCE") or cents >= 0 for a, cents in after.items())

    def _after(self, moves: Sequence[tuple[str, str, Cents]]) -> dict[str, Cents]:
        after: dict[str, Cents] = {}
        for debit, credit, cents in moves:
            after[debit] = after.get(debit, self.balances.get(debit, 0)) - cents
            after[credit] = after.get(credit, self.balances.get(credit, 0)) + cents
        return after

    def _write(self, made: Made) -> None:
        self.balances |= self._after(made.moves)
        self.made[made.key] = made
