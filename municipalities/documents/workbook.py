"""The only home of what makes a workbook harmless: small, plain, alone, and of values.

What is inside a workbook is unpacked within limits and every part read by a parser that refuses
entities; nothing is fetched, calculated or run.
"""

import io
import re
import stat
import zipfile
from xml.sax import SAXException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl

from defusedxml import DefusedXmlException
from defusedxml.sax import parse

from municipalities.documents import limits
from municipalities.refusal import Refusal

MAIN = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
TYPES = "[Content_Types].xml"
# What a workbook of figures does not need, by where its parts stand.
UNWANTED = {
    "vbaproject": "macros",
    "macrosheets/": "macros",
    "dialogsheets/": "macros",
    "activex/": "controls",
    "ctrlprops/": "controls",
    "embeddings/": "embedded files",
    "oleobject": "embedded files",
    "externallinks/": "links to other files",
    "connections.xml": "data connections",
    "querytables/": "data connections",
    "customui/": "changed menus",
    "webextensions/": "add-ins",
    "model/": "a data model",
}
CALLS = re.compile(
    r"\b(WEBSERVICE|RTD|CALL|REGISTER(\.ID)?|EXEC|SQL\.REQUEST)\s*\(|\|\s*'", re.IGNORECASE
)
PLAIN = re.compile(r"[\w \[\]().+-]+(/[\w \[\]().+-]+)*")


def check(content: bytes) -> None:
    """Refuse a workbook that is more than values on sheets."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            check_end(content)
            check_entries(packed.infolist(), len(content))
            _check_type(packed)
            for name in packed.namelist():
                _check_part(packed, name)
    except (zipfile.BadZipFile, RuntimeError, EOFError, OSError, ValueError) as error:
        raise Refusal("The workbook is damaged: save it anew as .xlsx and send that.") from error


def check_end(content: bytes) -> None:
    """Refuse what goes on behind the packed folder's end, or is told about it: a second file."""
    if content[-22:-18] != b"PK\x05\x06":
        raise Refusal("The workbook goes on behind its end: it is something else at once.")


def check_entries(entries: list[zipfile.ZipInfo], packed: int) -> None:
    """Refuse more parts, bytes or names than a packed file may have."""
    if len(entries) > limits.ENTRIES:
        raise Refusal(f"The file has {len(entries):,} parts; at most {limits.ENTRIES:,} fit.")
    unpacked = sum(entry.file_size for entry in entries)
    if sum(entry.compress_size for entry in entries) > packed:
        raise Refusal("The workbook’s parts overlap: save it anew as .xlsx and send that.")
    if unpacked > limits.UNPACKED or unpacked > limits.RATIO * packed:
        raise Refusal(
            f"Unpacked, the file has {unpacked:,} bytes; at most 100 MB, and a hundred times"
            " its packed size, are read."
        )
    names = [entry.filename.casefold() for entry in entries]
    if len(set(names)) != len(names):
        raise Refusal("The workbook has two parts of one name.")
    for entry in entries:
        _check_entry(entry)


def _check_entry(entry: zipfile.ZipInfo) -> None:
    name = entry.filename.rstrip("/")
    if entry.flag_bits & 0x1:
        raise Refusal("The workbook is encrypted: send it without a password.")
    if not PLAIN.fullmatch(name) or ".." in name.split("/"):
        raise Refusal(f"The workbook has a part with an impossible name: {name[:60]!r}.")
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise Refusal(f"The workbook holds a link to a file ({name[:60]}): send values only.")
    for mark, what in UNWANTED.items():
        if mark in name.casefold():
            raise Refusal(f"The workbook holds {what} ({name[:60]}): send values only.")


def _check_type(packed: zipfile.ZipFile) -> None:
    if TYPES not in packed.namelist():
        raise Refusal("The file is a packed folder, not a workbook: send .xlsx, .csv or .pdf.")
    types = packed.read(TYPES).decode("utf-8", "replace")
    if MAIN not in types:
        raise Refusal("The file is not a plain workbook (.xlsx): macros and others are not taken.")


def _check_part(packed: zipfile.ZipFile, name: str) -> None:
    if name.endswith("/"):
        return
    with packed.open(name) as part:
        if name.casefold().endswith((".xml", ".rels", ".vml")):
            _check_xml(part, name)
            return
        start = part.read(8)
        while part.read(limits.MEGABYTE):  # to the end: its checksum is compared
            pass
    if start.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"MZ", b"\x7fELF")):
        raise Refusal(f"The workbook holds another file ({name[:60]}): send values only.")


class _Part(ContentHandler):
    """Looks for what leads out of the workbook, and for formulas that call something."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name, self.depth = name, 0
        self.formula: list[str] | None = None

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802 - sax's name
        self.depth += 1
        if self.depth > limits.DEPTH:
            raise Refusal(f"{self.name} is nested deeper than {limits.DEPTH} elements.")
        if attrs.get("TargetMode", "").casefold() == "external":
            raise Refusal(
                f"The workbook leads to {attrs.get('Target', '')[:80]!r}: take links out."
            )
        if name.rpartition(":")[2] in {"f", "definedName"}:
            self.formula = []

    def characters(self, content: str) -> None:
        if self.formula is not None:
            self.formula.append(content)

    def endElement(self, name: str) -> None:  # noqa: N802 - sax's name
        self.depth -= 1
        if self.formula is None:
            return
        if CALLS.search("".join(self.formula)):
            raise Refusal(f"{self.name} has a formula that calls another program: send values.")
        self.formula = None


def _check_xml(part: object, name: str) -> None:
    try:
        parse(part, _Part(name), forbid_dtd=True)
    except DefusedXmlException as error:
        raise Refusal(f"{name[:60]} declares entities or a document type: not read.") from error
    except SAXException as error:
        raise Refusal(f"{name[:60]} is not well-formed: save the workbook anew.") from error
