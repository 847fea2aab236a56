"""The only home of many clients who act at one moment, each on a connection of its own."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Barrier
from typing import Any

from django.db import connection
from django.http import HttpResponse
from django.test import Client

from funds.refusal import Refusal

COUNT = 50
PATIENCE = 120  # seconds in which every client must have come to the start
Act = Callable[[], object]


@dataclass(frozen=True)
class Answer:
    """What a client was told: done, refused in words, or a fault; and after how long."""

    outcome: str
    words: str
    milliseconds: int


class Crowd:
    """Clients who wait for one another, act at once, and come back with their answers."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool

    def act(self, acts: Sequence[Act]) -> list[Answer]:
        """Have every client do its act at the same moment."""
        start = Barrier(len(acts))
        return list(self._pool.map(lambda each: _answer(each, start), acts))

    def hang_up(self) -> None:
        """Close every client's connection, so that their database can be dropped."""
        together = Barrier(COUNT)

        def close(_: int) -> None:
            together.wait(PATIENCE)
            connection.close()

        list(self._pool.map(close, range(COUNT)))


@contextmanager
def crowd() -> Iterator[Crowd]:
    """Gather the clients, and send them home."""
    with ThreadPoolExecutor(COUNT) as pool:
        found = Crowd(pool)
        try:
            yield found
        finally:
            found.hang_up()


def _answer(act: Act, start: Barrier) -> Answer:
    connection.ensure_connection()
    start.wait(PATIENCE)
    began = time.perf_counter_ns()
    try:
        act()
        outcome, words = "done", ""
    except Refusal as refused:
        outcome, words = "refused", str(refused)
    except Exception as fault:  # whatever else a client is told is a fault, and is counted
        outcome, words = "fault", f"{type(fault).__name__}: {fault}"
    return Answer(outcome, words, (time.perf_counter_ns() - began) // 1_000_000)


def sent(client: Client, address: str, answers: dict[str, Any]) -> None:
    """Send a form as a browser does; what it answers is done, refused in words, or a fault."""
    answer: HttpResponse = client.post(address, answers)  # type: ignore[assignment]
    page = answer.content.decode()
    if answer.status_code == 302:
        return
    if answer.status_code in (200, 422) and "error-summary" in page:
        raise Refusal(_summary(page))
    raise RuntimeError(f"{address} answered {answer.status_code}")


def _summary(page: str) -> str:
    """The words of a form's error summary."""
    return " ".join(page.partition("error-summary")[2].partition("</div>")[0].split())[:400]


def p95(waited: Sequence[int]) -> int:
    """What 95 of 100 clients waited for at most, in milliseconds."""
    return sorted(waited)[len(waited) * 95 // 100] if waited else 0
