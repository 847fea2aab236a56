"""The only home of turning a file's bytes into text: which encoding, and what can't be read."""

import re

from municipalities.reading.cells import WHOLE, Finding, Findings

MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig", "UTF-8"),
    (b"\xff\xfe", "utf-16", "UTF-16"),
    (b"\xfe\xff", "utf-16", "UTF-16"),
)
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
ENDED = re.compile(r"\x1a[\x1a\r\n]*")  # as old systems end a text
SAVE_ANEW = "Save it as CSV UTF-8, or send the workbook."
MOST = 20


class Unreadable(Exception):
    """That a file as a whole can't be read; `finding` says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding))
        self.finding = finding


def decode(content: bytes, sheet: str, findings: Findings) -> tuple[str, str]:
    """Return the text and the name of its encoding. Raises Unreadable, which names the line.

    Windows-1252 is taken where nothing in the file is UTF-8, and shown for confirmation.
    """
    for mark, encoding, name in MARKS:
        if content.startswith(mark):
            return _strictly(content, encoding, sheet), name
    try:
        return content.decode("utf-8"), "UTF-8"
    except UnicodeDecodeError as error:
        if _has_utf8(content):
            raise Unreadable(_byte(content, error, sheet)) from error
    text = _strictly(content, "cp1252", sheet)
    findings.check.extend(_shown(text, sheet))
    return text, "Windows-1252"


def _strictly(content: bytes, encoding: str, sheet: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise Unreadable(_byte(content, error, sheet)) from error


def _has_utf8(content: bytes) -> bool:
    """Whether letters beyond ASCII stand there in UTF-8: then a stray byte is damage."""
    kept = content.decode("utf-8", "surrogateescape")
    return any(ord(mark) > 127 and not 0xDC80 <= ord(mark) <= 0xDCFF for mark in kept)


def _byte(content: bytes, error: UnicodeDecodeError, sheet: str) -> Finding:
    line = content[: error.start].count(b"\n") + 1
    found = f"a byte that is no text, 0x{content[error.start]:02X}"
    return Finding(sheet, f"line {line}", found, f"Text is needed. {SAVE_ANEW}")


def _shown(text: str, sheet: str) -> list[Finding]:
    """Show the lines whose letters depend on the encoding, the first few of them."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.isascii():
            found.append(
                Finding(
                    sheet,
                    f"line {number}",
                    f"“{line.strip()[:60]}”",
                    "The file was read as Windows-1252: look whether the letters are right.",
                )
            )
        if len(found) == MOST:
            break
    return found


def refuse_control_marks(text: str, sheet: str) -> None:
    """Raise Unreadable for a mark that no text has."""
    found = CONTROL.search(text)
    if found and not ENDED.fullmatch(text, found.start()):
        line = text[: found.start()].count("\n") + 1
        what = f"the mark U+{ord(found[0]):04X}, which no text has"
        raise Unreadable(Finding(sheet, f"line {line}", what, f"Text is needed. {SAVE_ANEW}"))


def whole(sheet: str, found: str, needed: str, clause: str = "") -> Unreadable:
    """Make the refusal of a file as a whole."""
    return Unreadable(Finding(sheet, WHOLE, found, needed, clause))
