"""The only home of the tables that the proof of intake mutates: what they hold, and their files."""

import io
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from random import Random
from typing import Any

from openpyxl import Workbook
from openpyxl.utils.datetime import MAC_EPOCH

from municipalities.reading.modiv import LENGTH

TOWNS = {
    "0101": "Alder", "0102": "Birch City", "0203": "Cedar", "0404": "Dogwood", "0705": "Elm",
    "0906": "Fir", "1007": "Hazel", "1408": "Larch", "1609": "Maple", "1810": "Oak",
    "2011": "Pine", "2112": "Spruce",
}  # fmt: skip
PERIODS = {"receipts-base": "SFY1998", "deflator": "2025"}
YEAR = "2025"
Rows = list[list[Any]]


@dataclass
class Made:
    """A file to be: its layout, its rows below its heads, what must come of it, how it is saved."""

    layout: str
    title: str
    heads: list[str]
    rows: Rows
    figures: dict[str, dict[str, str]]
    formats: dict[tuple[int, int], str] = field(default_factory=dict)  # by row and column
    above: int = 1  # rows above the heads
    kind: str = "xlsx"
    from_1904: bool = False
    touch: list[Callable[[Any], None]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)  # of a text that is no table
    damage: list[Callable[[bytes], bytes]] = field(default_factory=list)
    separator: str = ","
    encoding: str = "utf-8"
    ends: str = "\r\n"

    @property
    def period(self) -> str:
        """The period it is sent for."""
        return PERIODS.get(self.layout, YEAR)

    @property
    def is_right(self) -> bool:
        """Whether its figures must come out as they are."""
        return bool(self.figures)

    def spoil(self) -> None:
        """Note that it must be refused."""
        self.figures = {}

    def content(self) -> bytes:
        """Return the file."""
        made = {"xlsx": self._xlsx, "csv": self._csv, "txt": self._txt}[self.kind]()
        for damage in self.damage:
            made = damage(made)
        return made

    def _table(self) -> Rows:
        blank: Rows = [[] for _ in range(self.above - 1)]
        return [[self.title], *blank, self.heads, *self.rows]

    def _csv(self) -> bytes:
        return self.ends.join(
            self.separator.join(_quoted(each, self.separator) for each in row)
            for row in self._table()
        ).encode(self.encoding, "replace")

    def _txt(self) -> bytes:
        return self.ends.join([*self.lines, ""]).encode()

    def _xlsx(self) -> bytes:
        book = Workbook()
        sheet = book.active
        if sheet is None:
            raise AssertionError
        for row in self._table():
            sheet.append([float(each) if isinstance(each, Decimal) else each for each in row])
        for (row_at, column), form in self.formats.items():
            sheet.cell(row_at + self.above + 1, column + 1).number_format = form
        if self.from_1904:
            book.epoch = MAC_EPOCH
        for touch in self.touch:
            touch(sheet)
        out = io.BytesIO()
        book.save(out)
        return out.getvalue()


def _quoted(value: Any, separator: str) -> str:
    text = "" if value is None else str(value)
    odd = separator in text or '"' in text or "\n" in text
    return '"' + text.replace('"', '""') + '"' if odd else text


def made(rng: Random) -> Made:
    """Make a file of one of the layouts, right in everything."""
    return rng.choice(MAKERS)(rng)


def _municipal(
    layout: str, title: str, heads: dict[str, str], value: Callable[[Random], Decimal], rng: Random
) -> Made:
    """Make a table of all the towns; `heads` are by the kind that each column holds."""
    period = PERIODS.get(layout, YEAR)
    rows: Rows = []
    figures: dict[str, dict[str, str]] = {f"{kind} {period}": {} for kind in heads}
    for code, name in TOWNS.items():
        values = [value(rng) for _ in heads]
        rows.append([code, name, *values])
        for kind, each in zip(heads, values, strict=True):
            figures[f"{kind} {period}"][code] = str(each)
    kind = rng.choice(("xlsx", "csv"))
    names = ["Municode", "Municipality", *heads.values()]
    return Made(layout, f"{title} {period}", names, rows, figures, kind=kind)


def _cents(rng: Random) -> Decimal:
    return Decimal(rng.randrange(1, 10**11)) / 100


def _sales(rng: Random) -> Made:
    return _municipal(
        "taxable-sales", "Taxable sales", {"taxable_sales": "taxable_sales"}, _cents, rng
    )


def _ratables(rng: Random) -> Made:
    heads = {"net_valuation": "Column 11", "local_tax_total": "Column 12C"}
    return _municipal("ratables", "Abstract of Ratables", heads, _cents, rng)


def _scores(rng: Random) -> Made:
    heads = {"distress_score": "MRI Distress Score"}
    score = lambda r: Decimal(r.randrange(0, 1001)) / 10  # noqa: E731 - a line, used once
    return _municipal("mri", "Municipal Revitalization Index", heads, score, rng)


def _labor(rng: Random) -> Made:
    count = lambda r: Decimal(r.randrange(0, 90_000))  # noqa: E731 - a line, used once
    return _municipal("labor", "Annual averages", {"unemployed": "Unemployment"}, count, rng)


def _base(rng: Random) -> Made:
    kinds = ("aid_1994", "aid_1995", "aid_1996", "estimate_1998", "certified_1997",
             "corrections", "county_payment")  # fmt: skip
    return _municipal("receipts-base", "Base table", {kind: kind for kind in kinds}, _cents, rng)


def _deflator(rng: Random) -> Made:
    rows: Rows = []
    figures = {}
    for year in range(2019, 2026):
        for month in (1, 4, 7, 10):
            value = Decimal(rng.randrange(90_000, 190_000)) / 1000
            rows.append([f"{year}-{month:02}-01", value])
            if month == 4 and year >= 2024:
                figures[f"deflator_q2 {year}"] = {"": str(value)}
    heads = ["observation_date", "A829RD3Q086SBEA"]
    return Made("deflator", "Deflator", heads, rows, figures, kind=rng.choice(("xlsx", "csv")))


def _extract(rng: Random) -> Made:
    lines, counts = [], dict.fromkeys(TOWNS, 0)
    for number in range(rng.randrange(20, 60)):
        code, of = rng.choice(list(TOWNS)), rng.choice(("1", "2", "4A", "4B", "4C", "15C"))
        lines.append(parcel(code, of, number))
        counts[code] += of in ("4A", "4B")
    seen = {line[:4] for line in lines}
    figures = {f"parcels {YEAR}": {code: str(counts[code]) for code in seen}}
    return Made("modiv", "", [], [], figures, kind="txt", lines=lines)


LAND = (
    "Block", "Lot", "Qualifier", "How it changed", "Evidence", "Due to the Highlands Act", "Why",
    "Still vacant", "Judged or approved on", "Assessed in the base year", "Assessed now",
)  # fmt: skip


def _vacant(rng: Random) -> Made:
    """Make a report of vacant land, a parcel a row; `figures` are by block and lot."""
    rows: Rows = []
    kinds: tuple[dict[str, str], ...] = ({}, {}, {})
    for number in range(rng.randrange(3, 30)):
        block, lot, due = str(rng.randrange(1, 900)), f"{number + 1}.01", rng.random() < 0.5
        base, now = _cents(rng), _cents(rng)
        change = ["Appeal", f"Judgment {number}", "yes", "No building"] if due else [None] * 4
        rows.append([block, lot, None, *change, "yes", f"{YEAR}-03-{number + 1:02}", base, now])
        for held, value in zip(kinds, (base, now, int(due)), strict=True):
            held[f"{block}/{lot}"] = str(value)
    names = ("base_assessed", "current_assessed", "due_to_the_act")
    figures = {f"{name} {YEAR}": held for name, held in zip(names, kinds, strict=True)}
    kind = rng.choice(("xlsx", "csv"))
    return Made("vacant-land", f"Vacant land {YEAR}", [*LAND], rows, figures, kind=kind)


def parcel(code: str, of: str, number: int) -> str:
    """Return a record of 700 columns."""
    marks = [" "] * LENGTH
    for start, text in {1: code, 5: f"{number}", 14: "7", 56: of, 421: "000050000",
                        430: "000000000", 439: "000050000"}.items():  # fmt: skip
        marks[start - 1 : start - 1 + len(text)] = text
    return "".join(marks)


MAKERS: tuple[Callable[[Random], Made], ...] = (
    _sales, _ratables, _scores, _labor, _base, _deflator, _extract, _vacant,
)  # fmt: skip
