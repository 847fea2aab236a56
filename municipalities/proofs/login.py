"""The proof of signing in: every known way around it, tried and refused."""

from django.db import transaction

from municipalities.proofs import again, counting, factors, passwords, scene, sessions, terms
from municipalities.proofs.scene import CASES

__all__ = ["CASES", "again", "counting", "factors", "passwords", "run", "sessions", "terms"]


def run() -> list[str]:
    """Try every case and return the sentences of those that were not refused."""
    with scene.as_deployed():
        return [sentence for sentence in CASES if not try_one(sentence)]


def try_one(sentence: str) -> bool:
    """Try a case and undo it; say whether what it tried was refused."""
    with transaction.atomic():
        refused = CASES[sentence](scene.Scene())
        transaction.set_rollback(True)
    return refused
