"""The only list of hostile files: each is refused in words, quickly, in little memory, at home."""

import io
import stat
import zipfile
import zlib

from municipalities.proofs.small_files import SHEET, TYPES, packed, pdf, with_parts, workbook

SECRET_PARCEL = "0101" + " " * 328 + "123456789" + " " * 359 + "\r\n"
BOMB = "<a>" + "0" * 30_000_000 + "</a>"
ENTITY = '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'
LAUGHS = (
    '<!DOCTYPE l [<!ENTITY a "ha">'
    + "".join(
        f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    + "]><l>&i;</l>"
)
XXE = '<!DOCTYPE a [<!ENTITY x SYSTEM "{}">]><a>&x;</a>'
OUT = "<Relationships><Relationship Id='a' TargetMode='External' Target='{}'/></Relationships>"


def encrypted() -> bytes:
    """A workbook whose first part says that it is encrypted."""
    content = bytearray(workbook())
    content[6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    return bytes(content)


def objects(text: bytes) -> bytes:
    """A PDF that hides objects in a packed stream."""
    packed_text = zlib.compress(text)
    return pdf(
        b"1 0 obj <</Type /ObjStm /Filter /FlateDecode>> stream\n" + packed_text + b"\nendstream"
    )


def formula(words: str) -> bytes:
    """A workbook with a formula."""
    return with_parts({"xl/worksheets/sheet1.xml": f"<worksheet><c><f>{words}</f></c></worksheet>"})


_PLAIN: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "empty"),
    "blank": (b" \r\n", "empty"),
    "too large": (b"a,b\n" * 3_000_000, "at most 10 MB"),
    "a program": (b"MZ\x90\x00" + bytes(200), "neither|no text"),
    "an ELF program": (b"\x7fELF\x02\x01\x01" + bytes(64), "no text"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(64), "neither"),
    "a JPEG": (b"\xff\xd8\xff\xe0" + bytes(64), "neither"),
    "old Excel": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512), "old format"),
    "UTF-16 without its mark": ("a,b\n1,2".encode("utf-16-le"), "no text"),
    "a page": (b"<html><script>alert(1)</script>,</html>", "a page"),
    "a drawing": (b"<svg onload='alert(1)'>,</svg>", "a page"),
    "rich text": (b"{\\rtf1 a,b}", "a page"),
    "a shell script": (b"#!/bin/sh\nrm -rf ~,x", "a page"),
    "JSON": (b'{"a": 1, "b": 2}', "a page"),
    "a letter": (b"Dear sir\nplease pay", "fewer than two columns"),
    "a NUL in a table": (b"a,b\n1,\x002\n", "no text"),
    "an escape in a table": (b"a,b\n1,\x1b[31m\n", "no text"),
    "an open quotation": (b'a,"b\n1,2', "not a comma-separated table"),
    "a gzip": (b"\x1f\x8b\x08\x00" + bytes(30), "neither"),
    "a 7z": (b"7z\xbc\xaf\x27\x1c" + bytes(30), "neither"),
    "a plain zip": (packed({"a.txt": "hello"}), "fewer than two columns"),
    "a Word document": (
        packed({"[Content_Types].xml": "<Types/>", "word/document.xml": "<a/>"}),
        "not a plain workbook",
    ),
    "half a workbook": (workbook()[:200], "damaged"),
    "a zip of nothing": (b"PK\x03\x04", "damaged"),
    "a wrong checksum": (
        workbook().replace(b"PK\x03\x04", b"PK\x03\x05", 1),
        "neither|damaged|no text",
    ),
    "encrypted": (encrypted(), "encrypted"),
    "a bomb": (with_parts({"xl/a.xml": BOMB}), "hundred times"),
    "too many parts": (packed({f"x{n}": "" for n in range(2001)}), "at most 2,000"),
    "billion laughs": (with_parts({"xl/styles.xml": LAUGHS}), "declares entities"),
    "an entity": (with_parts({"xl/sharedStrings.xml": ENTITY}), "declares entities"),
    "a document type": (with_parts({"xl/a.xml": "<!DOCTYPE a><a/>"}), "declares entities"),
    "entities in relations": (with_parts({"xl/_rels/workbook.xml.rels": ENTITY}), "declares"),
    "not well-formed": (with_parts({"xl/a.xml": "<a><b></a>"}), "not well-formed"),
    "deep nesting": (with_parts({"xl/a.xml": "<a>" * 5000 + "</a>" * 5000}), "nested deeper"),
    "macros": (with_parts({"xl/vbaProject.bin": b"x"}), "macros"),
    "macros, spelled otherwise": (with_parts({"xl/VBAPROJECT.BIN": b"x"}), "macros"),
    "a macro sheet": (with_parts({"xl/macrosheets/sheet1.xml": SHEET}), "macros"),
    "a macro type": (
        packed(
            {
                "[Content_Types].xml": TYPES.replace("spreadsheetml.sheet", "sheet.macroEnabled"),
                "xl/workbook.xml": "<a/>",
            }
        ),
        "not a plain workbook",
    ),
    "a control": (with_parts({"xl/activeX/activeX1.xml": "<a/>"}), "controls"),
    "an embedded file": (with_parts({"xl/embeddings/oleObject1.bin": b"x"}), "embedded"),
    "a link to another file": (with_parts({"xl/externalLinks/externalLink1.xml": "<a/>"}), "links"),
    "a data connection": (with_parts({"xl/connections.xml": "<a/>"}), "data connections"),
    "a query": (with_parts({"xl/queryTables/queryTable1.xml": "<a/>"}), "data connections"),
    "a changed menu": (with_parts({"customUI/customUI.xml": "<a/>"}), "changed menus"),
    "an add-in": (with_parts({"xl/webextensions/webextension1.xml": "<a/>"}), "add-ins"),
    "DDE": (formula("cmd|'/c calc'!A0"), "calls another program"),
    "a live feed": (formula('RTD("x",,"y")'), "calls another program"),
    "a registered call": (formula('REGISTER.ID("a","b")'), "calls another program"),
    "a path upwards": (with_parts({"xl/../../evil.xml": "<a/>"}), "impossible name"),
    "an absolute path": (with_parts({"/etc/passwd": "x"}), "impossible name"),
    "a backslash": (with_parts({"xl\\evil\\..\\a": "x"}), "impossible name"),
    "a workbook in a workbook": (with_parts({"xl/media/image1.png": workbook()}), "another file"),
    "a program in a workbook": (
        with_parts({"xl/media/image1.png": b"MZ" + bytes(9)}),
        "another file",
    ),
    "two parts of one name": (with_parts({"xl/Workbook.xml": "<a/>"}), "two parts"),
    "half a PDF": (b"%PDF-1.7\n1 0 obj", "not whole"),
    "a PDF with a program": (
        pdf(b"<</OpenAction <</S /JavaScript /JS (app.alert(1))>>>>"),
        "a program",
    ),
    "a program spelled otherwise": (pdf(b"<</S /J#61vaScript>>"), "a program"),
    "a program packed away": (objects(b"<</S /JavaScript>>"), "a program"),
    "a command": (pdf(b"<</S /Launch /F (cmd.exe)>>"), "a command"),
    "a file in a PDF": (pdf(b"<</Type /EmbeddedFile>>"), "embedded file"),
    "a form that runs": (pdf(b"<</XFA 3 0 R>>"), "form that runs"),
    "a form that sends": (pdf(b"<</S /SubmitForm>>"), "form that sends"),
    "an encrypted PDF": (pdf(b"<</Encrypt 9 0 R>>"), "encrypted"),
    "a PDF bomb": (objects(b"\0" * 20_000_000), "larger than what is read"),
    "a PDF and a zip": (pdf() + packed({"a": "b"}) + b"%%EOF", "something else"),
    "a PDF and a page": (pdf(b"<script>1</script>"), "something else"),
    "a damaged packed stream": (
        pdf(b"<</Type /ObjStm>> stream\nnonsense\nendstream"),
        "cannot be read",
    ),
}


def link() -> bytes:
    """A workbook one of whose parts is a link to a file of the machine."""
    out = io.BytesIO(workbook())
    with zipfile.ZipFile(out, "a") as archive:
        entry = zipfile.ZipInfo("xl/media/a.txt")
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(entry, "/etc/passwd")
    return out.getvalue()


def overlapping() -> bytes:
    """A workbook whose second part is said to stand where the first one does."""
    content = bytearray(workbook())
    first = content.index(b"PK\x01\x02")
    second = content.index(b"PK\x01\x02", first + 4)
    third = content.index(b"PK\x01\x02", second + 4)
    content[third + 20 : third + 24] = (10**6).to_bytes(4, "little")
    return bytes(content)


def leading_out(address: str) -> dict[str, tuple[bytes, str]]:
    """Files that would have their reader ask an address."""
    relations, part = "xl/_rels/a.xml.rels", "xl/workbook.xml"
    return {
        "an outside entity": (with_parts({part: XXE.format(address)}), "declares entities"),
        "an entity of the machine": (
            with_parts({part: XXE.format("file:///etc/passwd")}),
            "declares entities",
        ),
        "a web address": (with_parts({relations: OUT.format(address)}), "leads to"),
        "a share": (with_parts({relations: OUT.format("\\\\host\\share")}), "leads to"),
        "a template from elsewhere": (
            with_parts({"_rels/.rels": OUT.format(f"{address}t")}),
            "leads to",
        ),
        "a call": (formula(f'WEBSERVICE("{address}")'), "calls another program"),
    }


def hostile(address: str = "http://127.0.0.1:9/") -> dict[str, tuple[bytes, str]]:
    """Return every file by its name, with words of its refusal; some lead to the address."""
    more = {
        "a link to a file": (link(), "link to a file"),
        "parts that overlap": (overlapping(), "overlap|damaged"),
        "a workbook and a page": (workbook() + b"<script>1</script>", "behind its end"),
        "a picture and a workbook": (b"GIF89a" + workbook(), "neither"),
        "somebody's number": (SECRET_PARCEL.encode(), "social security numbers"),
    }
    return _PLAIN | leading_out(address) | more
