"""Random postings, repeats, reversals and closes give what a ledger in memory gives."""

import logging
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from pytest_django.plugin import DjangoDbBlocker

from funds.proofs import random_history
from payments import scratch

EACH = 10_000  # operations of a history; the two are the 20,000 of the quick proof


@pytest.fixture
def elsewhere(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A database of its own; each of thousands of refusals would be logged."""
    logging.disable(logging.WARNING)
    with django_db_blocker.unblock(), scratch.database():
        yield
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("seed", [1998, 1999])
def test_ten_thousand_operations_are_what_memory_says(elsewhere: None, seed: int) -> None:
    assert random_history.run(EACH, seed) == []


def test_a_book_that_is_not_as_it_was_posted_is_said(
    elsewhere: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = SimpleNamespace(fault="#1 is not as it was posted", postings=0)
    monkeypatch.setattr(random_history.verification, "verify", lambda fund: broken)
    found = random_history.run(20, 1998)
    assert found and all(broken.fault in each for each in found)
