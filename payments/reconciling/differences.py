"""The only home of what a difference between the four sides is, and of its ten kinds."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum


class Kind(StrEnum):
    """Ten ways in which what left is not what was certified."""

    MISSING = "missing"
    DOUBLED = "doubled"
    CENT = "cent"
    PAYEE = "payee"
    DATE = "date"
    FUND = "fund"
    ORDER = "order"
    LATE_RETURN = "late return"
    ALTERED_FILE = "altered file"
    ORPHAN = "orphan"


WORDS = {
    Kind.MISSING: "Missing",
    Kind.DOUBLED: "Paid twice",
    Kind.CENT: "Another amount",
    Kind.PAYEE: "Another payee",
    Kind.DATE: "Another date",
    Kind.FUND: "Another fund",
    Kind.ORDER: "Out of order",
    Kind.LATE_RETURN: "Late return",
    Kind.ALTERED_FILE: "Altered file",
    Kind.ORPHAN: "Without a source",
}


@dataclass(frozen=True)
class Difference:
    """One difference: its kind, where, what is found against what is expected."""

    kind: Kind
    warrant: str
    payee: str
    words: str

    def as_json(self) -> dict[str, str]:
        """Return it as it is stored."""
        return {
            "kind": self.kind.value,
            "warrant": self.warrant,
            "payee": self.payee,
            "words": self.words,
        }


@dataclass(frozen=True)
class Tie:
    """One payment four ways, in dollars; None where a side has nothing."""

    payment: int
    payee: str
    trace: str
    what: str
    certified: Decimal | None
    ledger: Decimal | None
    warrant: Decimal
    bank: Decimal | None
    returned: bool

    @property
    def ties(self) -> bool:
        """Whether all four are the same; a file that wasn't taken yet has no say."""
        sides = {self.certified, self.ledger, self.warrant}
        return len(sides | ({self.bank} if self.bank is not None else set())) == 1
