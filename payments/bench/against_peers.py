"""P3: the same batch by other ledgers, each in an environment of its own, made on demand."""

import json
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from payments import scratch
from payments.bench.measuring import Goal, Measured, ratio, shown

HERE = Path(__file__).parent / "peers"
ENVIRONMENTS = Path(settings.VAR_DIR) / "bench-peers"
HORDAK = ["django-hordak==2.0.0", "django~=5.2", "psycopg2-binary~=2.9"]
BULK, SINGLE = Goal(Decimal(8), at_least=True), Goal(Decimal(50), at_least=True)
OTHERS = Goal(Decimal(200), at_least=True)
# These need more than a Python environment; see docs/bench.md.
ABSENT = {"django-ledger": "no environment", "python-accounting": "needs MySQL's headers"}


def measure(sizes: list[int], ours: dict[int, Decimal]) -> list[Measured]:
    """Compare with our own medians, in milliseconds by size."""
    found = _hordak(sizes)
    if isinstance(found, str):
        rows = [Measured("P3", "hordak / ours", why_not=found)]
    else:
        rows = [
            _row(f"hordak bulk / ours, {size:,}", found[f"bulk {size}"], ours[size], BULK)
            for size in sizes
        ]
        rows.append(_row("hordak transfer_to / ours, 564", found["transfer_to"], ours[564], SINGLE))
    absent = [Measured("P3", f"{name} / ours", goal=OTHERS, why_not=why)
              for name, why in ABSENT.items()]  # fmt: skip
    return [*rows, *absent]


def _row(case: str, peer: Decimal, ours: Decimal, goal: Goal) -> Measured:
    return Measured("P3", case, shown(ours), peer=shown(peer), ratio=ratio(peer, ours), goal=goal)


def _hordak(sizes: list[int]) -> dict[str, Decimal] | str:
    """Return its milliseconds by case, or why it was not run."""
    python = ENVIRONMENTS / "hordak" / "bin" / "python"
    why = _made(python, HORDAK)
    if why:
        return why
    with scratch.bare() as name:
        database = {**_address(), "NAME": name}
        asked = json.dumps({"database": database, "sizes": sizes})
        run = [str(python), str(HERE / "hordak_peer.py"), asked]
        done = subprocess.run(run, capture_output=True, text=True)
    if done.returncode != 0:
        return f"it failed: {(done.stderr.strip().splitlines() or ['silently'])[-1]}"
    seconds: dict[str, Any] = json.loads(done.stdout, parse_float=Decimal)
    return {case: each * 1000 for case, each in seconds.items()}


def _address() -> dict[str, str]:
    of = connection.settings_dict
    return {key: str(of[key]) for key in ("HOST", "PORT", "USER", "PASSWORD")}


def _made(python: Path, packages: list[str]) -> str:
    """Make the environment unless it is there; return why it can't be, or nothing."""
    folder = python.parent.parent
    if (folder / "ready").exists():
        return ""
    steps = [
        [sys.executable, "-m", "venv", "--clear", str(folder)],
        [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages],
    ]
    for step in steps:
        done = subprocess.run(step, capture_output=True, text=True)
        if done.returncode != 0:
            return f"no environment: {(done.stderr.strip().splitlines() or ['silently'])[-1]}"
    (folder / "ready").touch()
    return ""
