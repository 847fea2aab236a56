"""The only home of a trial: an act is asked for, a fault is done to it, it is asked for again.

What is on record afterwards is compared with what an undisturbed asking left in a copy of the
same database.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any

from django.db import connection

from municipalities import offices
from payments import scratch
from payments.faults import acts, before, record
from payments.faults.acts import Act, Ask

Look = Callable[[], object]


@dataclass
class Readied:
    """An act that is ready in a database, what an undisturbed asking leaves and answers."""

    act: Act
    ask: Ask
    database: str
    wanted: record.Record
    answer: object
    statements: int

    def again(self) -> list[str]:
        """Ask again, as another worker or the same person does; say what is not as it should be."""
        record.draw_again()
        acts.taken_over()
        answer = self.ask()
        faults = record.different(record.read(), self.wanted)
        return faults if answer == self.answer else [*faults, "another file or answer"]


@contextmanager
def readied(act: Act, random: Random, *, whole: bool = False) -> Iterator[Readied]:
    """Make what is there before an act, and ask once without a fault, in a copy.

    It is of a few towns, or of every municipality of the State.
    """
    with acts.held_at(act.on), scratch.database(reference=whole) as name:
        offices.system()
        ask = act.ready(random, before.whole() if whole else before.SMALL)
        record.draw_again()
        with scratch.copy(name):
            sent: list[None] = []
            with each_statement(lambda: sent.append(None)):
                answer = ask()
            made = Readied(act, ask, name, record.read(), answer, len(sent))
        yield made


@contextmanager
def each_statement(look: Look) -> Iterator[None]:
    """Have every statement that this process sends looked at before it is."""

    def wrapper(execute: Callable[..., Any], *sent: Any) -> Any:
        look()
        return execute(*sent)

    with connection.execute_wrapper(wrapper):
        yield


@contextmanager
def at_statement(number: int, do: Look) -> Iterator[list[int]]:
    """Do something before a statement, by its number, once; the list then holds the number."""
    left, reached = iter(range(number - 1, -1, -1)), list[int]()

    def look() -> None:
        if next(left, -1) == 0:
            reached.append(number)
            do()

    with each_statement(look):
        yield reached


def points(statements: int, count: int, random: Random) -> list[int]:
    """Return so many of the statements by chance, or all of them when there are no more."""
    every = range(1, statements + 1)
    return list(every) if count >= statements else sorted(random.sample(every, count))


def shared(count: int, among: Sequence[Act]) -> list[tuple[Act, int]]:
    """Share so many trials among acts; who gets none is left out."""
    parts = [(act, count // len(among) + (n < count % len(among))) for n, act in enumerate(among)]
    return [(act, times) for act, times in parts if times]
