"""The only home of the proof that tests bite: what a clause rests on is switched off in turn."""

import os
import subprocess
import sys
from random import Random

from django.conf import settings

from funds import law_coverage
from payments.proving import Outcome

FAILED = 1  # what pytest ends with when a test failed
LONGEST = 120  # seconds; tests that do not end without a rule have missed it


def run(count: int, seed: int) -> Outcome:
    """Switch so many rules and acts off, each alone; a clause whose tests still pass is a fault."""
    pairs = [(key, path) for key, each in law_coverage.covered().items() for path in each.done_by]
    chosen = pairs if count >= len(pairs) else Random(seed).sample(pairs, count)  # noqa: S311
    outcome = Outcome()
    for key, path in chosen:
        ended = _tests_without(path, law_coverage.covered()[key].tests)
        fault = [] if ended == FAILED else [f"{key}: without {path} its tests end with {ended}"]
        outcome.add(Outcome(1, fault))
    return outcome


def _tests_without(path: str, tests: tuple[str, ...]) -> int:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--reuse-db", "--reruns", "0"]
    try:
        done = subprocess.run(
            [*command, "-p", "tests.switched_off", "-m", "not browser", *tests],
            cwd=settings.BASE_DIR,
            env=os.environ | {"SWITCHED_OFF": path},
            capture_output=True,
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired:
        return FAILED
    return done.returncode
