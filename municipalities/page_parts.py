"""The only home of the parts a page is made of: a view fills them in, a template shows them.

How each looks and which template shows it stands in docs/style.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Literal

Tone = Literal["", "good", "now", "warn", "bad"]
NONE_YET = "None yet"

# The words of a state and the tone that repeats them; a tag whose words begin so takes the tone.
TONES: dict[str, Tone] = {
    "Draft": "",
    "Not started": "",
    "Superseded": "",
    "Lapsed": "",
    "Sealed": "",
    "Ready": "now",
    "Needs": "now",
    "Tomorrow": "now",
    "Today": "now",
    "Waits": "now",
    "Held": "warn",
    "Withheld": "warn",
    "Explained": "warn",
    "Late": "bad",
    "Sent back": "bad",
    "Returned": "bad",
    "Refused": "bad",
    "Overdue": "bad",
    "Certified": "good",
    "Credited": "good",
    "Approved": "good",
    "Accepted": "good",
    "Paid": "good",
    "Sent": "good",
    "Filed": "good",
    "Done": "good",
    "Passed": "good",
    "Same": "good",
    "In good standing": "good",
}
ENDINGS: dict[str, Tone] = {"late": "bad", "left": "warn", "used": "warn"}


@dataclass(frozen=True)
class Link:
    """Words that lead somewhere."""

    label: str
    url: str
    current: bool = False


@dataclass(frozen=True)
class Tag:
    """A state in words; its tone follows from the words unless it is given."""

    words: str
    tone: Tone | None = None

    @property
    def colour(self) -> Tone:
        """The given tone, or the one that TONES and ENDINGS know for these words."""
        if self.tone is not None:
            return self.tone
        for start, tone in TONES.items():
            if self.words.startswith(start):
                return tone
        return ENDINGS.get(self.words.rsplit(" ", 1)[-1], "")


@dataclass(frozen=True)
class Figure:
    """A key figure: its label, an amount or words, a sentence below, the address of its chain."""

    label: str
    value: Decimal | str | None
    note: str = ""
    url: str = ""
    more: Link | None = None


@dataclass(frozen=True)
class Task:
    """A line of the task list; `when` is a date or words, `stake` an amount, words or None."""

    label: str
    url: str
    about: str = ""
    cite: str = ""
    when: date | str = ""
    when_note: str = ""
    tag: Tag | None = None
    stake: Decimal | str | None = None
    stake_note: str = ""


@dataclass(frozen=True)
class TaskGroup:
    """Do now, Coming up, Waiting for others; `empty` says why there is nothing."""

    label: str
    tasks: Sequence[Task]
    empty: str = ""


@dataclass(frozen=True)
class Term:
    """A row of a term and its value; the total of such rows stands under a rule."""

    label: str
    value: Decimal | str | None
    url: str = ""
    total: bool = False
    in_dollars: bool = False


@dataclass(frozen=True)
class Step:
    """A step of a piece of work: `state` in words; `place` is done, current or empty."""

    label: str
    state: str
    note: str = ""
    place: Literal["", "done", "current"] = ""


@dataclass(frozen=True)
class Check:
    """A check: its state (Passed, Explained, Refused), what it says, and a second line."""

    state: str
    words: str
    second: str = ""


@dataclass(frozen=True)
class Event:
    """A line of a record's history: when, who did what, and a second line."""

    at: date | datetime
    words: str
    second: str = ""


@dataclass(frozen=True)
class Progress:
    """Work that takes more than two seconds: "412 of 564 notices"; `url` answers how far it is."""

    label: str
    words: str
    done: int = 0
    of: int = 0
    url: str = ""


@dataclass(frozen=True)
class Panel:
    """The decision panel: who prepared, who may act and why, totals, the act, what follows.

    `form` is a crispy form whose submit button names act and amount. A blocked act has no form:
    `blocked` says what opens it and `act` names the button that waits; a done one has no `act`.
    """

    title: str
    people: Sequence[Term] = ()
    note: str = ""
    tone: Tone = "good"
    totals: Sequence[Term] = ()
    form: object = None
    blocked: str = ""
    act: str = ""
    send_back: str = ""
    after: str = ""


@dataclass(frozen=True)
class Clause:
    """Our words for what a clause says; `marked` is the part that the figure rests on."""

    label: str
    words: str
    marked: str = ""
    rest: str = ""


@dataclass(frozen=True)
class Why:
    """A step of the chain from a deposit back to its clause: value, arithmetic, source."""

    label: str
    value: Decimal | str
    about: str = ""
    sums: Sequence[Term] = ()
    clauses: Sequence[Clause] = ()
    sources: Sequence[Link] = ()
    source_note: str = ""
