"""The only home of reading a report of vacant land: a parcel a row, whole, once. 54:1-85 c."""

from municipalities.letters.words import on_paper
from municipalities.reading import dated, values
from municipalities.reading.cells import Cell, Reading, quoted
from municipalities.reading.header import Table
from municipalities.reading.layouts import Column, Layout
from municipalities.reading.municipal import refuse_another_period
from municipalities.reading.places import Register
from municipalities.reading.rows import Row, RowReader
from municipalities.reading.values import Asked, How, Unread

KEY = "vacant-land"
MONEY = How(dash_is_zero=True)
CAUSES = {
    "appeal": "appeal", "successful appeal": "appeal", "judgment": "appeal",
    "revaluation": "revaluation", "reassessment": "reassessment",
    "": "", "none": "", "no": "", "-": "", "–": "", "—": "",
}  # fmt: skip
LENGTHS = {"block": 9, "lot": 9, "qualifier": 11, "evidence": 200, "attribution": 300}
YES, NO = {"yes", "y", "true", "x", "1"}, {"no", "n", "false", "0", "-", "–", "—"}


def cause(cell: Cell, how: How, asked: Asked) -> str:
    """Read how a value came to change: one of the three causes, or none."""
    text = values.words(cell, how, asked)
    found = CAUSES.get(str(text).lower())
    if found is None:
        raise Unread("Appeal, revaluation or reassessment is needed, or nothing.")
    return found


def flag(cell: Cell, how: How, asked: Asked) -> str:
    """Read yes or no."""
    text = cell.text.strip().lower()
    if text in YES:
        return "yes"
    if text in NO:
        return "no"
    raise Unread("Yes or no is needed.")


def number(cell: Cell, how: How, asked: Asked) -> str:
    """Read a block, lot or qualifier; as a number it may have lost a zero at its end."""
    text = str(values.words(cell, how, asked))
    if cell.number is not None and cell.number != int(cell.number):
        asked.words.append(f"{quoted(text)} is a number here: was it {quoted(text + '0')}?")
    return text


def _text(*heads: str, needed: bool = False, reads: values.Reader = values.words) -> Column:
    return Column(heads, "note", reads, needed=needed, blank="missing" if needed else "absent")


BLOCK = _text("Block", needed=True, reads=number)
LOT = _text("Lot", needed=True, reads=number)
QUALIFIER = _text("Qualifier", "Qual", "Qualification code", reads=number)
BASE = Column(
    ("Assessed in the base year", "Base year assessed value", "2003 assessed value"),
    "figure", values.money, "base_assessed", how=MONEY,
)  # fmt: skip
CURRENT = Column(
    ("Assessed now", "Current assessed value", "Current year assessed value"),
    "figure", values.money, "current_assessed", how=MONEY,
)  # fmt: skip
CAUSE = _text("How it changed", "Cause", reads=cause)
EVIDENCE = _text("Evidence", "Judgment or approval")
DUE = _text("Due to the Highlands Act", "Attributed", reads=flag)
WHY = _text("Why", "Attribution")
DATED = Column(
    ("Judged or approved on", "Date of judgment"), "dated", values.day, needed=False, blank="absent"
)
VACANT = _text("Still vacant", "Vacant", reads=flag)
NAMED = {
    "block": BLOCK, "lot": LOT, "qualifier": QUALIFIER, "base_assessed": BASE,
    "current_assessed": CURRENT, "cause": CAUSE, "evidence": EVIDENCE, "due_to_the_act": DUE,
    "attribution": WHY, "vacant": VACANT,
}  # fmt: skip
CODE = Column(("Municode", "Municipal code"), "note", values.code, needed=False, blank="absent")
LAYOUT = Layout(
    KEY, "Report of vacant land", "Assessor", "N.J.S.A. 54:1-85 c.",
    "A parcel a row: its value in the base year and now, and how it came to change.",
    (CODE, *NAMED.values(), DATED), whose="none",
)  # fmt: skip


def read(table: Table, period: str, places: Register, reading: Reading) -> None:
    """Read every parcel into the listing; what is wrong is noted with its cell."""
    reader = RowReader(table, LAYOUT, places, reading.findings)
    refuse_another_period(reader, period)
    seen: dict[tuple[str, ...], int] = {}
    for row in reader.rows():
        if _is_total(row):
            continue
        _check_code(reader, row, places)
        said = {
            name: str(value)
            for name, column in NAMED.items()
            if column.head in row.at and (value := reader.read(row, column)) is not None
        }
        _add_days(reader, row, period, said)
        _note_twice(reader, row, said, seen)
        _note_lacking(reader, row, said)
        reading.listing.append(said)
    many = len(reading.listing)
    words = "1 parcel" if many == 1 else f"{many:,} parcels"
    reading.said.append(f"{words} on “{table.sheet.name}”")


def _is_total(row: Row) -> bool:
    """Leave out a row that sums the others."""
    first = row.cells.get(BLOCK.head)
    return first is not None and first.text.strip().lower().startswith(("total", "sum"))


def _check_code(reader: RowReader, row: Row, places: Register) -> None:
    """Refuse a row of another municipality, where the file names one."""
    code = reader.read(row, CODE) if CODE.head in row.at else None
    if code is not None and code not in places.by_code:
        own = ", ".join(places.by_code)
        reader.must(row.cell(CODE.head), quoted(str(code)), f"The report is that of {own}.")


def _add_days(reader: RowReader, row: Row, period: str, said: dict[str, str]) -> None:
    """Keep a judgment's day with the judgment; only changes of the current tax year count."""
    for day in dated.read(reader, row, period):
        if said.get("evidence"):
            said["evidence"] += f", {on_paper(day)}"


def _note_twice(
    reader: RowReader, row: Row, said: dict[str, str], seen: dict[tuple[str, ...], int]
) -> None:
    key = tuple(said.get(name, "") for name in ("block", "lot", "qualifier"))
    if all(key[:2]) and key in seen:
        found = f"block {key[0]}, lot {key[1]} again, as in row {seen[key]}"
        reader.must(f"row {row.number}", found, "A parcel stands once.")
    seen.setdefault(key, row.number)


def _note_lacking(reader: RowReader, row: Row, said: dict[str, str]) -> None:
    """Refuse words that are too long, and a change without what it rests on."""
    for name, most in LENGTHS.items():
        if len(said.get(name, "")) > most:
            found = f"{len(said[name])} characters"
            reader.must(row.cell(NAMED[name].head), found, f"At most {most} are kept.")
    due = said.get("due_to_the_act") == "yes"
    if said.get("cause") and not said.get("evidence"):
        _must_have(reader, row, EVIDENCE, "The judgment or approval behind the change is needed.")
    told = "cause" in said or CAUSE.head not in row.cells  # else its cell is at fault already
    if due and told and not said.get("cause"):
        _must_have(reader, row, CAUSE, "A change due to the act needs how it came about.")
    if due and not said.get("attribution"):
        _must_have(reader, row, WHY, "Why the change is due to the act is needed.")


def _must_have(reader: RowReader, row: Row, column: Column, needed: str) -> None:
    where = row.cell(column.head) if column.head in row.at else f"row {row.number}"
    reader.must(where, "nothing", needed)
