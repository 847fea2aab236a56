"""Every way a superuser alters a book is found where it was made; `prove tamper` at full size."""

import pytest
from pytest_django import DjangoDbBlocker

from payments import scratch, tampering


def test_every_way_to_alter_a_sealed_book_is_found_at_its_first_bad_entry(
    monkeypatch: pytest.MonkeyPatch, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> None:
    monkeypatch.setattr(tampering, "POSTINGS", 24)
    monkeypatch.setattr(tampering, "SEALED", (8, 16, 20, 24))
    with django_db_blocker.unblock(), scratch.database():
        tried, faults = tampering.alter(150, 7)
    assert (tried, faults) == (150, [])
