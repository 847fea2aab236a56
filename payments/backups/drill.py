"""The only home of the restore drill: a State backed up, its server lost, a copy looked through.

It asks of the copy what a restored system is known to lack: rows, rules, rights, files, sequences,
the local time, and that it sends nothing that the first one sent.
"""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import override_settings

from municipalities import offices, standstills
from municipalities.documents import store
from municipalities.models import Notice, User
from municipalities.tasks import deliver_notices
from payments import grow, scratch
from payments.backups import restoring, taking
from payments.clockwork import servers
from payments.grow import seats
from payments.invariants import identities
from payments.models import Installment
from payments.proving import Outcome
from payments.tasks import release_due_installments

ON = date(2026, 11, 30)
AT = datetime(2026, 11, 30, 12, tzinfo=UTC)
MINUTES = 30  # within which a copy of two million entries stands
ELSEWHERE = ("system", "admin", "county-board")  # work at no home, in the admin site, of a county
ENTERED = [title for title in settings.ROLES if title not in ELSEWHERE]


def run(full: int, _seed: int) -> Outcome:
    """Grow a State (a small one, or one of two million entries), lose it, restore it and look."""
    return drilled(grow.FULL if full > 1 else grow.TEN)


def drilled(size: grow.Size | None) -> Outcome:
    """Back a State of a size up, or one without money, restore it elsewhere, and look."""
    with tempfile.TemporaryDirectory() as kept:
        folder = Path(kept)
        with override_settings(DOCUMENTS=folder / "store"), scratch.database(reference=True):
            if size is not None:
                grow.grow(size, on=ON, say=str)
            _file()
            taking.take(folder / "backup", at=AT)
        restored = override_settings(DOCUMENTS=folder / "restored")
        with restored, servers.own("postgres") as server, at(server.address):
            return _restored(folder / "backup")


def _file() -> None:
    """Keep a file, so that the store of the copy is looked at too."""
    made = store.made("letter.pdf", b"%PDF-1.7\n% kept for the drill\n")
    store.keep(made, store.Whose(), by=seats.state("treasury-analyst"))


@contextmanager
def at(address: str) -> Iterator[None]:
    """Use the database of an address, of whatever version, in the block."""
    kept = dict(connection.settings_dict)
    asked = urlsplit(address)
    host, _, port = asked.netloc.rpartition("@")[2].partition(":")
    named = {"USER": asked.username, "PASSWORD": asked.password, "HOST": host}
    _use(
        {name: unquote(word or "") for name, word in named.items()}
        | {"PORT": port, "NAME": asked.path.lstrip("/")}
    )
    try:
        yield
    finally:
        _use(kept)


def _use(database: dict[str, Any]) -> None:
    connection.close()
    connection.settings_dict.update(database)


def _restored(backup: Path) -> Outcome:
    began = time.monotonic()
    faults = restoring.restore(backup, on=ON)
    took = time.monotonic() - began
    if took > MINUTES * 60:
        faults.append(f"restored in {took / 60:.0f} minutes, not in {MINUTES}")
    looks = [_identities(), _time(), _quiet(), *(_entered(title) for title in ENTERED)]
    faults += [fault for fault in looks if fault]
    return Outcome(len(looks) + 1, faults, len(faults), round(took * 1000))


def _identities() -> str:
    broken = [line for holds, line in (each.line() for each in identities()) if not holds]
    return "; ".join(broken)


def _time() -> str:
    """Whether the copy's server and program know when New York's clocks are put back."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT to_char('2026-11-01 06:00+00'::timestamptz AT TIME ZONE 'America/New_York',"
            " 'HH24:MI')"
        )
        (server,) = cursor.fetchone()
    ours = f"{datetime(2026, 11, 1, 6, tzinfo=UTC).astimezone(restoring.NEW_YORK):%H:%M}"
    return "" if server == ours == "01:00" else f"the clock shows {server} and {ours}, not 01:00"


def _quiet() -> str:
    """Whether the copy stands still: due installments and waiting notices stay where they are."""
    by = seats.state("treasury-analyst")
    Notice.objects.create(
        kind="drill", key="drill", office=by.office, person=by.person, sender=by,
        address="drill@example.test", subject="Never sent", text="Never sent.",
    )  # fmt: skip
    before = _moved()
    release_due_installments()
    deliver_notices()
    if standstills.standing() is None:
        return "the copy does not stand still"
    return "" if _moved() == before else "the copy released or sent something"


def _moved() -> tuple[int, int]:
    waiting = Notice.objects.filter(state=Notice.State.WAITING).count()
    return waiting, Installment.objects.filter(posting=None).count()


def _entered(title: str) -> str:
    """Whether an office of the title gets its home page from the copy."""
    town = None if "read-all" in settings.ROLES[title] else seats.ALWAYS
    by = offices.seat(title, f"Drill {title}", f"Drill {title}", from_on=ON, municipality=town)
    user, _ = User.objects.get_or_create(username=f"drill-{title}", person=by.person)
    client = Client(raise_request_exception=False, headers={"host": "localhost"})
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[-1])
    with override_settings(SECOND_FACTOR_EXCEPT="everybody"):
        status = client.get("/").status_code
    return "" if status == 200 else f"{title} is answered {status} at home"
