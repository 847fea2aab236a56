"""The only home of what a file is by its content, whatever it is called, and what is not taken."""

import csv
import io
import re
import zlib

from municipalities.documents import limits, workbook
from municipalities.models import Document
from municipalities.refusal import Refusal

Kind = Document.Kind
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
NOT_TEXT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")


def kind_of(content: bytes) -> Kind:
    """Say what the file is and refuse what is not one of three kinds, or is more than that."""
    if len(content) > limits.LARGEST:
        raise Refusal(f"The file has {len(content):,} bytes; at most 10 MB are taken.")
    if not content.strip():
        raise Refusal("The file is empty.")
    if content.startswith(b"PK\x03\x04"):
        workbook.check(content)
        return Kind.XLSX
    if content.startswith(b"%PDF-"):
        _check_pdf(content)
        return Kind.PDF
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        raise Refusal(f"The file is encrypted or of an old format (.xls, .doc): {TAKEN}.")
    _check_csv(content)
    return Kind.CSV


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
    for packed in OBJECTS.findall(content):
        unpacking = zlib.decompressobj()
        try:
            found.append(unpacking.decompress(packed, left))
        except zlib.error as error:
            raise Refusal("The PDF cannot be read: print it to a plain PDF.") from error
        left -= len(found[-1])
        if unpacking.unconsumed_tail or left <= 0 or len(found[-1]) > limits.RATIO * len(packed):
            raise Refusal("Unpacked, the PDF is larger than what is read.")
    return found


def _plain(name: bytes) -> bytes:
    """Spell a PDF's name without its hexadecimal escapes: /J#53 is /JS."""
    return HEX.sub(lambda code: bytes([int(code[1], 16)]), name)


def _check_csv(content: bytes) -> None:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refusal(f"The file is neither a workbook, a PDF nor UTF-8 text: {TAKEN}.") from error
    if NOT_TEXT.search(text):
        raise Refusal(f"The file holds what no text has: {TAKEN}.")
    if re.match(r"\s*(<|\{\\rtf|#!|\{)", text):
        raise Refusal(f"The file is a page, a program or a letter, not a table: {TAKEN}.")
    try:
        header = next(csv.reader(io.StringIO(text), strict=True))
    except (csv.Error, StopIteration) as error:
        raise Refusal("The file is not a table: its first line is not comma-separated.") from error
    if len(header) < 2:
        raise Refusal("The file is not a table: its first line names fewer than two columns.")
