"""The only table of a story's acts: the function that plays each, and what its columns mean."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeVar

from payments.play.stage import Stage
from payments.play.story import Line, Unreadable

Played = Callable[[Stage, Line], Decimal | None]
P = TypeVar("P", bound=Played)


@dataclass(frozen=True)
class Act:
    """One word of a story: what plays it, which columns it needs, what it says in the help."""

    name: str
    play: Played
    needs: tuple[str, ...]
    columns: str


ACTS: dict[str, Act] = {}


def act(name: str, *needs: str, columns: str) -> Callable[[P], P]:
    """Register the function as what plays an act; it returns the amount that is found, if any."""

    def register(play: P) -> P:
        ACTS[name] = Act(name, play, needs, columns)
        return play

    return register


NEEDED = {
    "fund": "a fund",
    "holder": "a holder",
    "amount": "an amount",
    "ref": "the name of what it meets",
    "note": "a word",
}


def check(line: Line) -> None:
    """Refuse to read a line without a cell that its act cannot do without."""
    for column in ACTS[line.act].needs:
        if not getattr(line, column) and getattr(line, column) != 0:
            raise Unreadable(line.number, column, "", f"{NEEDED[column]} for {line.act}")


def described() -> str:
    """Describe every act's columns, for `play --help`."""
    lines = []
    for each in ACTS.values():
        lines.append(each.name)
        lines += [f"    {part}" for part in each.columns.strip().splitlines()]
    return "\n".join(lines)
