"""The only home of what a layout of a file is: its columns, its figures, its period, its checks."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from municipalities.reading import values

PLAINLY = values.How()
Role = Literal["code", "name", "county", "figure", "period", "dated", "note"]


@dataclass(frozen=True)
class Column:
    """A column under one of its exact heads, in any place: what it is, and how it is read.

    `kind` is the kind of figure it holds. `blank` says what an empty cell is: missing, zero, or
    not on record ("absent"). A "dated" column holds the day of what its row says; a day outside
    the file's period is asked about.
    """

    heads: Sequence[str]
    role: Role
    reads: values.Reader = values.words
    kind: str = ""
    needed: bool = True
    blank: Literal["missing", "zero", "absent"] = "missing"
    how: values.How = PLAINLY

    @property
    def head(self) -> str:
        """The head that our own template prints."""
        return self.heads[0]


@dataclass(frozen=True)
class Layout:
    """A kind of file: who publishes it, what it holds, for whom, and what is checked.

    `period` is "year" or "sfy"; `whose` says which municipalities must be there ("none": figures
    of the State). `partial` files hold some of them, the rest stays as it was. `many` files hold
    a period a row, of which `quarter` (a month, "04") is read, and `years_before` the period too.
    `swing` is the percent by which a figure may differ from the one before;
    `bounds` are the values that can be.
    """

    key: str
    title: str
    publisher: str
    cite: str
    about: str
    columns: Sequence[Column] = ()
    period: Literal["year", "sfy"] = "year"
    whose: Literal["all", "zones", "highlands", "none", "any"] = "all"
    partial: bool = False
    many: bool = False
    quarter: str = ""
    years_before: int = 0
    swing: int = 25
    bounds: dict[str, tuple[Decimal, Decimal]] = field(default_factory=dict)
    files: Sequence[str] = ("xlsx", "csv")
    kinds: Sequence[str] = ()

    def kinds_read(self) -> list[str]:
        """Return the kinds of figures it holds."""
        return list(self.kinds) or [each.kind for each in self.columns if each.kind]

    def heads(self) -> set[str]:
        """Return every head it knows."""
        return {head for column in self.columns for head in column.heads}
