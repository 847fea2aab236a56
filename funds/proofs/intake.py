"""The proof of intake: mutated files through door, worker and page, none of them our fault.

Each file is sent by its form, read by the worker's unit and looked at on its page. No answer is an
error of the server, none takes ten seconds, every refusal says sheet, cell and reason, and what is
read is what the file holds, to the last digit.
"""

import html
import re
import tempfile
import time
from datetime import date
from decimal import Decimal
from random import Random
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from django.urls import reverse

from funds import work
from funds.proofs.samples import SINCE
from municipalities import offices
from municipalities.models import County, Intake, Municipality, User
from municipalities.proofs.mutations import mutate
from municipalities.proofs.tables_made import TOWNS, Made, made
from municipalities.reading import confined

SECONDS, KILOBYTES = 10, 512 * 1024
ERROR = re.compile(r'class="[^"]*error[^"]*"')


def run(files: int, seed: int) -> tuple[int, list[str]]:
    """Send so many files; return how many were sent, and what is wrong."""
    client = _client()
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as folder, confined.one_for_many() as process:
        with override_settings(DOCUMENTS=folder, CLAMD="", UNSCANNED_UPLOADS=True):
            for number in range(files):
                why = _case(client, Random(f"{seed}/{number}"))  # noqa: S311 - it must repeat
                faults += [f"seed {seed}, file {number}: {why}"] if why else []
        if process.largest > KILOBYTES:
            faults.append(f"seed {seed}: a reader took {process.largest:,} KB")
    return files, faults


def _client() -> Client:
    """Make a dozen towns and sign an analyst in."""
    County.objects.bulk_create(
        County(code=code, name=f"County {code}") for code in sorted({c[:2] for c in TOWNS})
    )
    Municipality.objects.bulk_create(
        Municipality(code=code, county_id=code[:2], name=name, kind="City", official_name=name)
        for code, name in TOWNS.items()
    )
    by = offices.seat("dca-analyst", "Proof of intake", "Proof of intake", from_on=SINCE)
    user, _ = User.objects.get_or_create(
        username="proof-of-intake", defaults={"person": by.person, "demonstration": True}
    )
    client = Client(raise_request_exception=False, headers={"host": "localhost"})
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[-1])
    return client


def _case(client: Client, rng: Random) -> str:
    """Send one file; return what is wrong with what came of it, or nothing."""
    file = made(rng)
    what = mutate(file, rng)
    begun = time.monotonic()
    why = _sent(client, file)
    took = time.monotonic() - begun
    if took > SECONDS:
        why = f"{took:.1f} s; {why}"
    return f"{what}: {why}" if why else ""


def _sent(client: Client, file: Made) -> str:
    answer = client.post(reverse("intake_send", args=[file.layout]), _form(file))
    if answer.status_code >= 500:
        return f"the door answers {answer.status_code}"
    if answer.status_code != 302:
        return _at_the_door(file, answer)
    work.run_due(on=date.max)
    intake = Intake.objects.latest("pk")
    page = client.get(reverse("intake", args=[intake.pk]))
    if page.status_code != 200:
        return f"the page answers {page.status_code}"
    return _outcome(file, intake)


def _form(file: Made) -> dict[str, Any]:
    return {
        "period": file.period,
        "received_on": date(2026, 1, 2).isoformat(),
        "title": "Mutated",
        "publisher": "Proof",
        "file": SimpleUploadedFile(f"a.{file.kind}", file.content()),
    }


def _at_the_door(file: Made, answer: Any) -> str:
    """A file that is turned away must be damaged, and be told why."""
    text = html.unescape(answer.content.decode())
    if not ERROR.search(text):
        return "the door says no reason"
    if file.damage or "sent on" in text:  # the very same file may come twice
        return ""
    said = re.search(r'class="[^"]*error[^"]*"[^>]*>(.*?)</', text, re.DOTALL)
    return f"the door turns a whole file away: {said[1].strip()[:200] if said else ''}"


def _outcome(file: Made, intake: Intake) -> str:
    """Return what is wrong with a reading."""
    if not intake.outcome:
        return "it was not read"
    if intake.must:
        return _refused(file, intake)
    if file.damage:
        return ""
    if not file.is_right:
        return "a wrong file was read"
    return "" if _same(file, intake) else "the figures are not those of the file"


def _refused(file: Made, intake: Intake) -> str:
    bare = [f for f in intake.must if not (f["sheet"] and f["cell"] and f["found"] and f["needed"])]
    if bare:
        return f"a refusal without sheet, cell or reason: {bare[0]}"
    if intake.figures:
        return "a refused file has figures"
    if file.is_right and not file.damage:
        return f"a right file was refused: {intake.must[0]}"
    return ""


def _same(file: Made, intake: Intake) -> bool:
    """Whether every figure is the file's own."""
    read = {
        name: {code: Decimal(value) for code, value in values.items()}
        for name, values in intake.figures.items()
    }
    held = {
        name: {code: Decimal(value) for code, value in values.items()}
        for name, values in file.figures.items()
    }
    return read == held
