"""The only home of asking the virus scanner, over its socket; it fails closed.

`CLAMD` names the scanner, a socket's path or host:port. Configured and silent, nothing is taken;
not configured, uploads are taken only where `UNSCANNED_UPLOADS` says so.
"""

import socket
import struct

from django.conf import settings

from municipalities.documents import limits
from municipalities.refusal import Refusal

SECONDS = 20
NOT_SCANNED = "no scanner"
BUSY = "The virus scanner does not answer, so the file was not taken. Send it again in a while."


class Infected(Refusal):
    """That the scanner knows the file."""

    def __init__(self, virus: str) -> None:
        super().__init__(f"The virus scanner found {virus} in the file. It was not taken.")
        self.virus = virus


def state() -> str:
    """Say in a sentence whether uploads are scanned, for the page of who looks after it."""
    if settings.CLAMD:
        return f"Uploads are scanned by {version()}."
    if settings.UNSCANNED_UPLOADS:
        return "No virus scanner is configured; uploads are taken unscanned, as a setting allows."
    return "No virus scanner is configured, so no upload is taken."


def version() -> str:
    """Return what the scanner calls itself, or that it does not answer."""
    try:
        with _connected() as link:
            link.sendall(b"zVERSION\0")
            return _answer(link)[:80]
    except OSError:
        return f"{settings.CLAMD}, which does not answer (no upload is taken)"


def scan(content: bytes) -> str:
    """Return what scanned the file and found nothing. Raises Infected; Refusal when it can't."""
    if not settings.CLAMD:
        if settings.UNSCANNED_UPLOADS:
            return NOT_SCANNED
        raise Refusal("No virus scanner is configured, so no file is taken.")
    try:
        answer = _ask(content)
    except OSError as error:
        raise Refusal(BUSY) from error
    verdict = answer.removeprefix("stream: ")
    if verdict.endswith(" FOUND"):
        raise Infected(verdict.removesuffix(" FOUND"))
    if verdict != "OK":
        raise Refusal(BUSY)
    return version()


def _ask(content: bytes) -> str:
    with _connected() as link:
        link.sendall(b"zINSTREAM\0")
        for start in range(0, len(content), limits.MEGABYTE):
            chunk = content[start : start + limits.MEGABYTE]
            link.sendall(struct.pack("!L", len(chunk)) + chunk)
        link.sendall(struct.pack("!L", 0))
        return _answer(link)


def _connected() -> socket.socket:
    host, _, port = settings.CLAMD.rpartition(":")
    if host and port.isdigit():
        return socket.create_connection((host, int(port)), timeout=SECONDS)
    link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    link.settimeout(SECONDS)
    try:
        link.connect(settings.CLAMD)
    except OSError:
        link.close()
        raise
    return link


def _answer(link: socket.socket) -> str:
    found = b""
    while not found.endswith(b"\0") and len(found) < 4096:
        part = link.recv(4096)
        if not part:
            break
        found += part
    return found.rstrip(b"\0").decode("utf-8", "replace")
