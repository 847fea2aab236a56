"""The only home of `prove looks`' pages: who opens one while 32,000 messages are worked off.

O-72: the messages come within a minute to a broker of their own, a real worker takes them, and
an office opens a page now and then; 95 of 100 answer within twice what they took in a quiet
hour.
"""

import time
from collections.abc import Callable
from random import Random
from threading import Thread

from django.test import Client
from django.urls import reverse

from payments import scratch
from payments.clockwork import looks, workers
from payments.clockwork.workers import RELEASE
from payments.races import clients, scene
from payments.reconciling import scene as days

QUIET = 100  # pages asked before the messages come
TIMES = 2  # the longest that 95 of 100 may take meanwhile, in what they took in quiet
BETWEEN = 0.2  # seconds between two pages: an office reads what it opens
PAGE = "payment_day"


def run(count: int, seed: int) -> tuple[int, list[str], int]:
    """Send so many messages; return how many, what was wrong, and the p95 meanwhile in ms."""
    with scratch.database(), workers.broker() as broker, scene.day():
        days.credited(Random(seed))  # noqa: S311
        browser = scene.signed_in(days.state("treasury-releaser"))
        broker.begin(processes=2)
        broker.look(RELEASE)
        workers.patiently(lambda: broker.waiting == 0, "the first look")
        wanted = looks.hashes()
        quiet = _asked(browser, lambda done: done >= QUIET)
        sending = Thread(target=broker.look, args=(RELEASE, count))
        began = time.monotonic()
        sending.start()
        flooded = _asked(browser, lambda _: not sending.is_alive() and broker.waiting == 0)
        took = time.monotonic() - began
        faults = [] if looks.hashes() == wanted else ["other postings than after one look"]
    p95, before = clients.p95(flooded), clients.p95(quiet)
    if p95 > TIMES * before:
        faults.append(f"95 of 100 pages took up to {p95} ms, {before} ms in quiet")
    if took > (may := looks.SECONDS * count / looks.MANY):
        faults.append(f"{count} messages took {took:.0f} seconds, more than {may:.0f}")
    return count, faults, p95


def _asked(browser: Client, ends: Callable[[int], bool]) -> list[int]:
    """Open the page again and again; return how long each took, in ms."""
    took: list[int] = []
    while not ends(len(took)):
        began = time.perf_counter_ns()
        answer = browser.get(reverse(PAGE))
        took.append((time.perf_counter_ns() - began) // 1_000_000)
        if answer.status_code != 200:
            raise RuntimeError(f"{PAGE} answered {answer.status_code}")
        time.sleep(BETWEEN)
    return took
