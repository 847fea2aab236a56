"""The proof of intake: mutated files through door, worker and page, none of them our fault.

Each file, one of the intake's or a report of vacant land, is sent by its form, read by the worker's
unit and looked at on its page. No answer is an error of the server, none takes ten seconds, every
refusal says sheet, cell and reason, and what is read is what the file holds, to the last digit.
"""

import html
import re
import tempfile
import time
from datetime import date
from decimal import Decimal
from random import Random
from typing import Any

from django.test import override_settings

from funds import work
from funds.proofs.senders import Came, Senders, came
from municipalities.proofs.mutations import mutate
from municipalities.proofs.tables_made import Made, made
from municipalities.reading import confined

SECONDS, KILOBYTES = 10, 512 * 1024
TWICE = ("sent on", "is on its way")  # the very same file may come twice
ERROR = re.compile(r'class="[^"]*error[^"]*"')


def run(files: int, seed: int) -> tuple[int, list[str]]:
    """Send so many files; return how many were sent, and what is wrong."""
    senders = Senders()
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as folder, confined.one_for_many() as process:
        with override_settings(DOCUMENTS=folder, CLAMD="", UNSCANNED_UPLOADS=True):
            for number in range(files):
                why = _case(senders, Random(f"{seed}/{number}"))  # noqa: S311 - it must repeat
                faults += [f"seed {seed}, file {number}: {why}"] if why else []
        if process.largest > KILOBYTES:
            faults.append(f"seed {seed}: a reader took {process.largest:,} KB")
    return files, faults


def _case(senders: Senders, rng: Random) -> str:
    """Send one file; return what is wrong with what came of it, or nothing."""
    file = made(rng)
    what = mutate(file, rng)
    begun = time.monotonic()
    why = _sent(senders, file)
    took = time.monotonic() - begun
    if took > SECONDS:
        why = f"{took:.1f} s; {why}"
    return f"{what}: {why}" if why else ""


def _sent(senders: Senders, file: Made) -> str:
    answer = senders.send(file)
    if answer.status_code >= 500:
        return f"the door answers {answer.status_code}"
    if answer.status_code != 302:
        return _at_the_door(file, answer)
    work.run_due(on=date.max)
    found = came(file)
    page = senders.of(file).get(found.page)
    if page.status_code != 200:
        return f"the page answers {page.status_code}"
    return _outcome(file, found)


def _at_the_door(file: Made, answer: Any) -> str:
    """A file that is turned away must be damaged, and be told why."""
    text = html.unescape(answer.content.decode())
    if not ERROR.search(text):
        return "the door says no reason"
    if file.damage or any(each in text for each in TWICE):
        return ""
    said = re.search(r'class="[^"]*error[^"]*"[^>]*>(.*?)</', text, re.DOTALL)
    return f"the door turns a whole file away: {said[1].strip()[:200] if said else ''}"


def _outcome(file: Made, found: Came) -> str:
    """Return what is wrong with a reading."""
    if not found.outcome:
        return "it was not read"
    if found.must:
        return _refused(file, found)
    if file.damage:
        return ""
    if not file.is_right:
        return "a wrong file was read"
    return "" if _same(file, found) else "the figures are not those of the file"


def _refused(file: Made, found: Came) -> str:
    bare = [f for f in found.must if not (f["sheet"] and f["cell"] and f["found"] and f["needed"])]
    if bare:
        return f"a refusal without sheet, cell or reason: {bare[0]}"
    if found.figures:
        return "a refused file has figures"
    if file.is_right and not file.damage:
        return f"a right file was refused: {found.must[0]}"
    return ""


def _same(file: Made, found: Came) -> bool:
    """Whether every figure is the file's own."""
    read = {
        name: {code: Decimal(value) for code, value in values.items()}
        for name, values in found.figures.items()
    }
    held = {
        name: {code: Decimal(value) for code, value in values.items()}
        for name, values in file.figures.items()
    }
    return read == held
