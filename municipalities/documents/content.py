"""The only home of what a file is by its content, whatever it is called, and what is not taken."""

import csv
import io
import re
import zlib
from itertools import islice

from municipalities.documents import limits, packed, workbook
from municipalities.reading import modiv, tables, text
from municipalities.reading.cells import Findings
from municipalities.refusal import Refusal

XLSX, CSV, PDF, TXT, ZIP = "xlsx", "csv", "pdf", "txt", "zip"
TAKEN = "send .xlsx, .csv or .pdf"

# What a PDF to be read and kept does not need.
ACTIVE = {
    b"JavaScript": "a program",
    b"JS": "a program",
    b"Launch": "a command",
    b"EmbeddedFile": "an embedded file",
    b"EmbeddedFiles": "an embedded file",
    b"RichMedia": "a film",
    b"XFA": "a form that runs",
    b"SubmitForm": "a form that sends",
    b"ImportData": "a form that fetches",
    b"GoToR": "a link to another file",
    b"GoToE": "a link to another file",
}
NAME = re.compile(rb"/([A-Za-z][A-Za-z0-9#]*)")
HEX = re.compile(rb"#([0-9A-Fa-f]{2})")
OBJECTS = re.compile(rb"/ObjStm\b.{0,400}?stream\r?\n(.*?)endstream", re.DOTALL)
BODY = re.compile(rb"stream\r?\n.*?endstream", re.DOTALL)  # pressed bytes, where any name may occur


def kind_of(content: bytes) -> str:
    """Say what the file is and refuse what is none of five kinds, or is more than that.

    To be asked through `reading.confined`, in a process with limits.
    """
    limits.refuse_too_large(len(content))
    if not content.strip():
        raise Refusal("The file is empty.")
    if content.startswith(b"PK\x03\x04"):
        return _kind_of_packed(content)
    if content.startswith(b"%PDF-"):
        _check_pdf(content)
        return PDF
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        raise Refusal(f"The file is encrypted or of an old format (.xls, .doc): {TAKEN}.")
    return _kind_of_text(content)


def _kind_of_packed(content: bytes) -> str:
    """Say whether a packed file is a workbook or a packed extract of parcels."""
    if not packed.is_one_text(content):
        workbook.check(content)
        return XLSX
    if _kind_of_text(packed.text_of(content)) != TXT:
        raise Refusal("The packed file is no extract of parcels: send a table as it is.")
    return ZIP


def _check_pdf(content: bytes) -> None:
    if b"%%EOF" not in content[-2048:]:
        raise Refusal("The PDF is not whole: its end is missing.")
    if b"PK\x05\x06" in content[-70_000:] or b"<script" in content[:1024].lower():
        raise Refusal("The file is a PDF and something else at once.")
    texts = [BODY.sub(b"", content), *_packed_objects(content)]
    names = {_plain(name) for text in texts for name in NAME.findall(text)}
    if b"Encrypt" in names:
        raise Refusal("The PDF is encrypted: send it without a password.")
    for name, what in ACTIVE.items():
        if name in names:
            raise Refusal(f"The PDF holds {what} (/{name.decode()}): print it to a plain PDF.")


def _packed_objects(content: bytes) -> list[bytes]:
    """Unpack the streams that hold objects, within the limits; names hide there."""
    found, left = [], limits.UNPACKED
    for stream in OBJECTS.findall(content):
        unpacking = zlib.decompressobj()
        try:
            found.append(unpacking.decompress(stream, left))
        except zlib.error as error:
            raise Refusal("The PDF cannot be read: print it to a plain PDF.") from error
        left -= len(found[-1])
        if unpacking.unconsumed_tail or left <= 0 or len(found[-1]) > limits.RATIO * len(stream):
            raise Refusal("Unpacked, the PDF is larger than what is read.")
    return found


def _plain(name: bytes) -> bytes:
    """Spell a PDF's name without its hexadecimal escapes: /J#53 is /JS."""
    return HEX.sub(lambda code: bytes([int(code[1], 16)]), name)


def _kind_of_text(content: bytes) -> str:
    """Say whether a text is a table or an extract of parcels; refuse anything else."""
    try:
        written, _ = text.decode(content, "The text", Findings())
        text.refuse_control_marks(written, "The text")
    except text.Unreadable as no:
        raise Refusal(f"The file is neither a workbook, a PDF nor text: {no} {TAKEN}.") from no
    if modiv.is_extract(written):
        if modiv.holds_secrets(written):
            raise Refusal(modiv.WITHHELD)
        return TXT
    if re.match(r"\s*(<|\{\\rtf|#!|\{)", written):
        raise Refusal(f"The file is a page, a program or a letter, not a table: {TAKEN}.")
    _check_table(written)
    return CSV


def _check_table(written: str) -> None:
    """Refuse a text in whose first lines no separator parts two cells."""
    widest = 0
    for separator in tables.SEPARATORS:
        lines = io.StringIO(written, newline="")
        reader = csv.reader(lines, delimiter=separator, strict=separator == ",")
        try:
            widest = max(widest, *(len(each) for each in islice(reader, tables.FIRST)), 0)
        except csv.Error as error:
            if separator == ",":
                raise Refusal(f"The file is not a comma-separated table: {error}.") from error
    if widest < 2:
        raise Refusal("The file is not a table: its first lines name fewer than two columns.")
