"""The only home of which municipality a row is of: by its code, its name, and the two together."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

SHORT = {
    "TWP": "TOWNSHIP", "TP": "TOWNSHIP", "BORO": "BOROUGH", "BOR": "BOROUGH", "VLG": "VILLAGE",
    "TN": "TOWN", "ST": "SAINT", "MT": "MOUNT", "PT": "POINT", "HTS": "HEIGHTS", "PK": "PARK",
    "SPGS": "SPRINGS", "LK": "LAKE", "&": "AND",
}  # fmt: skip
KINDS = ("TOWNSHIP", "BOROUGH", "CITY", "TOWN", "VILLAGE")
TOTAL = re.compile(r"\b(GRAND |STATE |COUNTY )?TOTALS?\b|\bSTATEWIDE\b|\bNEW JERSEY$")


@dataclass(frozen=True)
class Place:
    """A municipality as a reader knows it.

    `gone` says since when it is dissolved, or nothing; `former` are its names before.
    """

    code: str
    name: str
    kind: str
    official: str
    county: str
    gone: str = ""
    former: Sequence[str] = ()

    @property
    def shown(self) -> str:
        """Its name and its code."""
        return f"{self.name} ({self.code})"


class Register:
    """The municipalities by code and by every usual spelling of their names."""

    def __init__(self, places: Iterable[Place]) -> None:
        """Note each under its code and its spellings."""
        self.by_code = {each.code: each for each in places}
        self._by_name: defaultdict[str, set[str]] = defaultdict(set)
        for each in self.by_code.values():
            for name in spellings(each):
                self._by_name[name].add(each.code)

    @classmethod
    def of(cls, rows: Iterable[Mapping[str, Any]]) -> "Register":
        """Make one of plain rows."""
        return cls(Place(**row) for row in rows)

    def named(self, name: str, county: str = "") -> list[Place]:
        """Return the municipalities that bear a name, in a county when one is given."""
        found = [self.by_code[code] for code in sorted(self._by_name.get(spelled(name), ()))]
        within = _county(county)
        return [p for p in found if not within or spelled(p.county) == within]

    def bears(self, place: Place, name: str) -> bool:
        """Whether a place is called so."""
        return place.code in self._by_name.get(spelled(name), ())


def _county(name: str) -> str:
    return spelled(name).removesuffix(" COUNTY")


def spelled(name: str) -> str:
    """Return a name as it is compared: capitals, no marks, no short forms."""
    plain = re.sub(r"[^A-Z0-9& ]", " ", name.upper().replace("'", "").replace("’", ""))
    return " ".join(SHORT.get(word, word) for word in plain.split())


def spellings(place: Place) -> set[str]:
    """Return the usual spellings: "ABSECON", "ABSECON CITY", "CITY OF ABSECON"."""
    kind, name = place.kind.upper(), spelled(place.name)
    stem = name.removesuffix(f" {kind}")
    found = {name, spelled(place.official), f"{name} {kind}", f"{stem} {kind}", f"{kind} OF {stem}"}
    found |= {spelled(each) for each in place.former}
    return found | {stem} if stem else found


def is_total(name: str) -> bool:
    """Whether a row's name says that it sums others."""
    return TOTAL.search(spelled(name)) is not None
