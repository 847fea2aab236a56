"""The only home of taking a file in, keeping it, and reading it back unchanged."""

import hashlib
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import InterfaceError, OperationalError

from municipalities.documents import limits, scanning
from municipalities.models import Document, Officer, Quarantine
from municipalities.reading import confined
from municipalities.refusal import Refusal

_unsettled: ContextVar[list[Path] | None] = ContextVar("files of an act that may be refused")


@dataclass(frozen=True)
class Checked:
    """A file that was found harmless and is not kept yet."""

    filename: str
    content: bytes
    kind: Document.Kind
    sha256: str
    scanned_by: str


@dataclass(frozen=True)
class Whose:
    """Whose file it is; nobody's is the State's."""

    municipality: str | None = None
    zone: str | None = None
    county: str | None = None


def check(filename: str, content: bytes, *, by: Officer) -> Checked:
    """Find out what a file is and whether it is harmless.

    Raises Refusal, and leaves a row that says so; of the file itself nothing is kept.
    """
    digest = hashlib.sha256(content).hexdigest()
    try:
        limits.refuse_too_large(len(content))
        kind = Document.Kind(confined.kind_of(content))
        scanned_by = scanning.scan(content)
    except Refusal as no:
        Quarantine.objects.create(
            filename=limits.plain_name(filename, "refused"),
            size=len(content),
            sha256=digest,
            reason=str(no)[:300],
            virus=getattr(no, "virus", "")[:120],
            sent_by=by,
        )
        raise
    name = limits.plain_name(filename, kind.value)
    return Checked(name, content, kind, digest, scanned_by)


def made(filename: str, content: bytes) -> Checked:
    """Return a PDF that the product itself made as a file to keep."""
    digest = hashlib.sha256(content).hexdigest()
    name = limits.plain_name(filename, Document.Kind.PDF.value)
    return Checked(name, content, Document.Kind.PDF, digest, "made here")


def keep(file: Checked, whose: Whose, *, by: Officer) -> Document:
    """Keep a checked file under a random name, with its row; to be called within the act."""
    place = secrets.token_hex(20)
    path = _path(place)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    unsettled = _unsettled.get(None)
    if unsettled is not None:
        unsettled.append(path)
    _write(path, file.content)
    return Document.objects.create(
        filename=file.filename,
        kind=file.kind,
        size=len(file.content),
        sha256=file.sha256,
        place=place,
        scanned_by=file.scanned_by,
        stored_by=by,
        municipality_id=whose.municipality,
        zone_id=whose.zone,
        county_id=whose.county,
    )


def read(document: Document) -> bytes:
    """Return the file's bytes. Raises Refusal when it is gone or not what was stored."""
    try:
        content = _path(document.place).read_bytes()
    except FileNotFoundError as error:
        raise Refusal(f"{document.filename} is missing from the store.") from error
    if hashlib.sha256(content).hexdigest() != document.sha256:
        raise Refusal(f"{document.filename} is not what was stored: its SHA-256 differs.")
    return content


@contextmanager
def gone_when_refused() -> Iterator[None]:
    """Remove what the block kept when it raises: its rows are rolled back, so its files go too.

    When the database is gone nobody knows: a commit may have lost its answer alone. Then the files
    stay, and what no row names is swept up later.
    """
    files: list[Path] = []
    token = _unsettled.set(files)
    try:
        yield
    except (OperationalError, InterfaceError):
        raise
    except BaseException:
        for path in files:
            path.unlink(missing_ok=True)
        raise
    finally:
        _unsettled.reset(token)


def sweep(*, older_than: float) -> list[str]:
    """Remove files that no row names, written before the moment; return their names.

    A process that died between file and commit leaves one behind.
    """
    folder = Path(settings.DOCUMENTS)
    old = {each.name: each for each in folder.glob("*/*") if each.stat().st_mtime < older_than}
    named = set(Document.objects.filter(place__in=old).values_list("place", flat=True))
    lost = sorted(set(old) - named)
    for name in lost:
        old[name].unlink(missing_ok=True)
    return lost


def _path(place: str) -> Path:
    return Path(settings.DOCUMENTS) / place[:2] / place


def _write(path: Path, content: bytes) -> None:
    """Write a file that only its owner may read, whole before its row is."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    with os.fdopen(os.open(path, flags, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
