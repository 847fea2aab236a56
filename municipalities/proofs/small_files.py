"""The only home of the small files that proofs and tests send: harmless, and their parts."""

import io
import zipfile

CSV = b"municode,value\r\n9901,1250.00\r\n"
SHEET = "<worksheet xmlns='m'><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>"
MAIN = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
TYPES = f"<Types><Override PartName='/xl/workbook.xml' ContentType='{MAIN}'/></Types>"


def packed(parts: dict[str, str | bytes]) -> bytes:
    """A zip of these parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def workbook(**parts: str | bytes) -> bytes:
    """A small workbook."""
    plain: dict[str, str | bytes] = {
        "[Content_Types].xml": TYPES,
        "xl/workbook.xml": "<workbook/>",
        "xl/worksheets/sheet1.xml": SHEET,
    }
    return packed(plain | parts)


def with_parts(parts: dict[str, str | bytes]) -> bytes:
    """A small workbook with these parts added or replaced."""
    return workbook(**parts)


def pdf(objects: bytes = b"1 0 obj <</Type /Catalog>> endobj\n") -> bytes:
    """The bytes of a very small PDF."""
    return b"%PDF-1.7\n" + objects + b"trailer <</Root 1 0 R>>\n%%EOF\n"
