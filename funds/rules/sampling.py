"""The only home of how a review's sample is drawn: by a seed, and again the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def draw(keys: Iterable[int], size: int | None, seed: str) -> list[int]:
    """Return `size` of the keys in ascending order, or all of them when no size is given.

    Each key is ranked by the SHA-256 of "seed/key" and the lowest are taken, so that the order in
    which keys come changes nothing, and a key that is added later never swaps two others.
    """
    ranked = sorted(set(keys), key=lambda key: (rank(key, seed), key))
    return sorted(ranked if size is None else ranked[:size])


def rank(key: int, seed: str) -> str:
    """Return what a key is ranked by, in hexadecimal."""
    return hashlib.sha256(f"{seed}/{key}".encode()).hexdigest()
