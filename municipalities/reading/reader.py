"""The only home of reading a file of a layout: its kind, its table, its figures, its findings."""

from collections.abc import Iterable

from municipalities.documents import packed
from municipalities.reading import header, modiv, municipal, parcels, series, tables, text
from municipalities.reading.cells import Finding, Reading, Sheet
from municipalities.reading.formats import AGREES
from municipalities.reading.layouts import Layout
from municipalities.reading.places import Register
from municipalities.reading.text import Unreadable

CSV_SHEET = "CSV"
MOST_FINDINGS = 1_000  # that are kept of a list; all are counted


def read(content: bytes, kind: str, layout: Layout, period: str, places: Register) -> Reading:
    """Read a file ("xlsx", "csv", "txt") whole: figures only when nothing must be mended."""
    reading = Reading()
    try:
        _read(content, kind, layout, period, places, reading)
    except Unreadable as whole:
        reading.findings.must.append(whole.finding)
    says = reading.listing if layout.key == parcels.KEY else any(reading.figures.values())
    if not reading.findings.must and not says:
        found = Finding("File", "the whole file", "no figure", "A row with a figure is needed.")
        reading.findings.must.append(found)
    if reading.findings.must:
        reading.figures, reading.listing = {}, []
    _count(reading)
    return reading


def _read(
    content: bytes, kind: str, layout: Layout, period: str, places: Register, reading: Reading
) -> None:
    if kind not in layout.files:
        needed = f"{layout.title} is sent as {' or '.join(layout.files)}."
        raise text.whole("File", f"a file of the kind {kind}", needed, layout.cite)
    if kind in ("txt", "zip"):
        whole = packed.text_of(content) if kind == "zip" else content
        written, _ = text.decode(whole, modiv.SHEET, reading.findings)
        modiv.read(written, layout, period, places, reading)
        return
    table = header.find(list(_sheets(content, kind, layout, reading)), layout, reading.findings)
    if layout.key == parcels.KEY:
        parcels.read(table, period, places, reading)
    elif layout.many:
        series.read(table, layout, period, reading)
    else:
        municipal.read(table, layout, period, places, reading, AGREES.get(layout.key))


def _sheets(content: bytes, kind: str, layout: Layout, reading: Reading) -> Iterable[Sheet]:
    if kind == "xlsx":
        from municipalities.reading import workbook

        return workbook.sheets(content)
    written, encoding = text.decode(content, CSV_SHEET, reading.findings)
    text.refuse_control_marks(written, CSV_SHEET)
    reading.said.append(f"Read as {encoding}")
    return [tables.sheet(written, CSV_SHEET, layout.heads())]


def _count(reading: Reading) -> None:
    """Keep the first thousand of each list, and say how many there are."""
    for name in ("must", "check"):
        found = getattr(reading.findings, name)
        if len(found) > MOST_FINDINGS:
            reading.said.append(f"The first {MOST_FINDINGS:,} of {len(found):,} are listed")
            del found[MOST_FINDINGS:]
