"""The only home of killing the process that does an act, before a statement of its choice."""

import os
import signal
from collections.abc import Iterator
from random import Random

from django.db import DEFAULT_DB_ALIAS, connections

from payments import scratch
from payments.faults import trials
from payments.faults.acts import ACTS, Act, Ask

EVERY = 1_000_000  # more points than an act has statements


def run(points: int, seed: int) -> tuple[int, list[str]]:
    """Kill each act at so many of its statements, or at every one; return how often, and faults."""
    return _each([(act, points) for act in ACTS], seed, whole=False)


def anywhere(count: int, seed: int) -> tuple[int, list[str]]:
    """Kill acts of the whole State at so many statements by chance."""
    return _each(trials.shared(count, ACTS), seed, whole=True)


def _each(points: list[tuple[Act, int]], seed: int, *, whole: bool) -> tuple[int, list[str]]:
    tried, faults = 0, []
    for act, count in points:
        random = Random(f"{seed} {act.name}")  # noqa: S311
        with trials.readied(act, random, whole=whole) as ready:
            for number in trials.points(ready.statements, count, random):
                tried += 1
                faults += [f"{act.name}, killed at {number}, seed {seed}: {each}"
                           for each in _killed(ready, number)]  # fmt: skip
    return tried, faults


def _killed(ready: trials.Readied, number: int) -> Iterator[str]:
    with scratch.copy(ready.database):
        if dies_at(number, ready.ask) != signal.SIGKILL:
            yield "was never reached"
        yield from ready.again()


def dies_at(number: int, ask: Ask) -> int:
    """Ask in a process of its own that is killed when it sends that statement."""
    connections.close_all()
    child = os.fork()
    if child == 0:
        _ask_until_killed(number, ask)
    _, status = os.waitpid(child, 0)
    return os.WTERMSIG(status)


def _ask_until_killed(number: int, ask: Ask) -> None:
    """Never return: kill this process at the statement, or end it when there is no such one."""
    # What ran an event loop before is not seen in a child, which would go on with its connection.
    connections[DEFAULT_DB_ALIAS] = connections.create_connection(DEFAULT_DB_ALIAS)
    try:
        with trials.at_statement(number, lambda: os.kill(os.getpid(), signal.SIGKILL)):
            ask()
    finally:
        os._exit(0)
