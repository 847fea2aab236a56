"""The only home of a run's receipt: by which law and rules it was computed, from what, to what."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from funds import calculator
from funds.rules import parameters

RULES = Path(parameters.__file__).parent
CALCULATOR = Path(calculator.__file__).parent


@cache
def law_hash() -> str:
    """SHA-256 of the law's files: every dated figure, with its reference and reading."""
    return _hashed(RULES.glob("law/*.yaml"))


@cache
def rules_hash() -> str:
    """SHA-256 of the rules and the calculator as they are written: what the law is computed by."""
    return _hashed([*RULES.glob("*.py"), *CALCULATOR.glob("*.py")])


def _hashed(files: Iterable[Path]) -> str:
    """Hash the files' names and texts, in the order of their names, whatever ends their lines."""
    found = hashlib.sha256()
    for path in sorted(files, key=lambda each: (each.parent.name, each.name)):
        found.update(f"{path.parent.name}/{path.name}\n".encode())
        found.update(path.read_text("utf-8").encode())
    return found.hexdigest()
