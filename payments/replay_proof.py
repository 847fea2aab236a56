"""The only home of the proof of replay: the demonstration's runs, computed again elsewhere."""

import os
import subprocess
import sys
from datetime import date
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.test.utils import override_settings

from funds import replays, work
from payments import scratch
from payments.demo import telling
from payments.proving import Outcome

ON, ALL = date(2026, 11, 30), 564
# What may differ between two machines: language, zone of time, order of whatever is hashed.
ELSEWHERE = (
    {"LC_ALL": "C", "TZ": "Asia/Tokyo", "PYTHONHASHSEED": "1"},
    {"LC_ALL": "C.UTF-8", "TZ": "America/New_York", "PYTHONHASHSEED": "2"},
    {"LC_ALL": "tr_TR.UTF-8", "TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "3"},
)


def run(towns: int, seed: int) -> Outcome:
    """Tell the demonstration of so many municipalities and replay each certified run in turn.

    Every process gets the rows in an order of its own. Tried is each run in each process.
    """
    with (
        TemporaryDirectory() as folder,
        override_settings(DEMONSTRATION=True, DOCUMENTS=folder, CLAMD="", UNSCANNED_UPLOADS=True),
        scratch.database(reference=True) as name,
    ):
        telling.offer(on=ON, towns=towns if towns < ALL else 0)
        while telling.untold() and work.run_due(on=ON):
            pass
        return elsewhere(name, seed)


def elsewhere(database: str, seed: int) -> Outcome:
    """Replay a database's certified runs in each of the other places."""
    outcome, many = Outcome(), replays.certified().count()
    for number, place in enumerate(ELSEWHERE):
        outcome.add(_replayed(database, place, seed + number, many))
    return outcome


def _replayed(database: str, place: dict[str, str], seed: int, many: int) -> Outcome:
    """Replay all in another process; a line that does not say identical is a fault."""
    parts = urlsplit(os.environ["DATABASE_URL"])
    path = f"{parts.path.rpartition('/')[0]}/{database}"
    address = urlunsplit(parts._replace(path=path))
    done = subprocess.run(
        [sys.executable, "manage.py", "replay", "--shuffled", str(seed)],
        cwd=settings.BASE_DIR,
        env=os.environ | place | {"DATABASE_URL": address},
        capture_output=True,
        text=True,
    )
    lines = [each for each in done.stdout.splitlines() if " run " in each]
    faults = [each for each in lines if ": identical, " not in each]
    if len(lines) != many or (done.returncode and not faults):
        faults.append(f"{len(lines)} of {many} replayed: {done.stderr[-200:]}")
    return Outcome(len(lines), faults)
