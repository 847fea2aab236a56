"""The only reader of a MOD-IV extract: 700 columns a parcel, as the State's layout has them.

It counts the parcels of classes 4A and 4B by municipality and lists those of class 1, vacant land.
Nobody's name or number is read.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from decimal import Decimal

from municipalities.reading.cells import Finding, Reading, quoted
from municipalities.reading.layouts import Layout
from municipalities.reading.places import Register
from municipalities.reading.text import whole

LENGTH = 700
SHEET = "Extract"
# First and last column of what is read, counted from 1; State of New Jersey, MOD-IV layout.
DISTRICT, BLOCK, LOT, QUALIFIER = (1, 4), (5, 13), (14, 22), (23, 33)
CLASS, LOCATION, SOCIAL_SECURITY = (56, 58), (59, 83), (333, 341)
LAND, IMPROVEMENT, NET = (421, 429), (430, 438), (439, 447)
CLASSES = {
    "1", "2", "3A", "3B", "4A", "4B", "4C", "5A", "5B", "6A", "6B",
    "15A", "15B", "15C", "15D", "15E", "15F",
}  # fmt: skip
COUNTED = {"4A", "4B"}
VACANT = "1"
WITHHELD = (
    "The extract holds social security numbers (columns 333 to 341). They must not come here:"
    " leave the field blank and send it again."
)


def field(line: str, of: tuple[int, int]) -> str:
    """Return what stands in a record's columns."""
    return line[of[0] - 1 : of[1]].strip()


def is_extract(text: str) -> bool:
    """Whether a text’s first record is as long as a parcel’s, and no table’s first line."""
    first = text.partition("\n")[0].rstrip("\r")
    return len(first) == LENGTH and re.fullmatch(r"[0-9A-Za-z ]{4}", first[:4]) is not None


def holds_secrets(text: str) -> bool:
    """Whether a record holds somebody's social security number."""
    return any(field(line, SOCIAL_SECURITY).strip("0 *X") for line in _lines(text))


def _lines(text: str) -> Iterator[str]:
    """Yield the lines one by one: a large extract is not held twice."""
    begins = 0
    while begins < len(text):
        ends = text.find("\n", begins)
        ends = len(text) if ends < 0 else ends
        yield text[begins:ends].rstrip("\r\x1a")
        begins = ends + 1


def read(text: str, layout: Layout, period: str, places: Register, reading: Reading) -> None:
    """Count and list the parcels of a text. Raises Unreadable when it is no extract."""
    if not is_extract(text):
        found = f"a first line of {len(text.partition(chr(10))[0].rstrip())} columns"
        raise whole(SHEET, found, f"Records of {LENGTH} columns are needed.", layout.cite)
    counts: Counter[str] = Counter()
    seen: dict[tuple[str, ...], int] = {}
    districts: defaultdict[str, int] = defaultdict(int)
    for number, line in _records(text, reading):
        parcel = _Parcel(number, line, reading, layout.cite)
        if not parcel.is_sound(places, seen):
            continue
        districts[parcel.district] += 1
        reading.rows.setdefault(parcel.district, number)
        counts[parcel.district] += parcel.of in COUNTED
        if parcel.of == VACANT:
            reading.listing.append(parcel.vacant())
    reading.figures[f"parcels {period}"] = {code: Decimal(counts[code]) for code in districts}
    reading.said.append(
        f"{sum(districts.values()):,} parcels of {len(districts)} municipalities;"
        f" {len(reading.listing):,} vacant"
    )
    reading.findings.check.append(
        Finding(
            SHEET,
            f"1 to {len(seen)}",
            "no tax year",
            f"An extract does not say its year: is it of {period}?",
            layout.cite,
        )
    )


def _records(text: str, reading: Reading) -> Iterator[tuple[int, str]]:
    """Yield the records of the right length, with the numbers of their lines."""
    for number, line in enumerate(_lines(text), 1):
        if not line.strip():
            continue
        if len(line) != LENGTH:
            reading.findings.must.append(
                Finding(
                    SHEET,
                    f"line {number}",
                    f"{len(line)} columns",
                    f"A record has {LENGTH} columns.",
                    "MOD-IV layout",
                )
            )
            continue
        yield number, line


class _Parcel:
    """One record."""

    def __init__(self, number: int, line: str, reading: Reading, cite: str) -> None:
        self.number, self.line, self.reading, self.cite = number, line, reading, cite
        self.district = field(line, DISTRICT)
        self.of = field(line, CLASS).lstrip("0")
        self.key = tuple(field(line, of) for of in (DISTRICT, BLOCK, LOT, QUALIFIER))

    def is_sound(self, places: Register, seen: dict[tuple[str, ...], int]) -> bool:
        """Whether the record counts; why not is noted."""
        place = places.by_code.get(self.district)
        before = seen.setdefault(self.key, self.number)
        if place is None:
            return self._must(DISTRICT, self.district, "There is no municipality of this code.")
        if before != self.number:
            words = f"Block, lot and qualifier stand in line {before} already."
            return self._must((BLOCK[0], QUALIFIER[1]), " ".join(self.key[1:]), words)
        if self.of not in CLASSES:
            needed = "A property class such as 1, 4A or 15C is needed."
            return self._must(CLASS, field(self.line, CLASS), needed)
        return self.of != VACANT or self._has_values()

    def _has_values(self) -> bool:
        """Whether a vacant parcel's values are numbers that fit together."""
        values = []
        for of in (LAND, IMPROVEMENT, NET):
            written = field(self.line, of)
            if not re.fullmatch(r"[0-9]{1,9}", written):
                return self._must(of, written, "Whole dollars in nine figures are needed.")
            values.append(int(written))
        if values[0] + values[1] != values[2]:
            self._note(
                self.reading.findings.check,
                NET,
                f"{values[2]:,}",
                f"Land and improvements sum to {values[0] + values[1]:,}.",
            )
        return True

    def vacant(self) -> dict[str, str]:
        """Return what is listed of a vacant parcel."""
        net = Decimal(field(self.line, NET))
        return {
            "code": self.district,
            "block": self.key[1],
            "lot": self.key[2],
            "qualifier": self.key[3],
            "location": field(self.line, LOCATION),
            "assessed": str(net),
        }

    def _must(self, of: tuple[int, int], found: str, needed: str) -> bool:
        self._note(self.reading.findings.must, of, quoted(found), needed)
        return False

    def _note(self, findings: list[Finding], of: tuple[int, int], found: str, needed: str) -> None:
        where = f"line {self.number}, columns {of[0]} to {of[1]}"
        findings.append(Finding(SHEET, where, found, needed, self.cite))
