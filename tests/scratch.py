"""The fixture for tests whose transactions must end as they do in service."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from payments import scratch


@pytest.fixture
def scratch_database(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """Give the test a database of its own: nothing it commits has to be undone."""
    with django_db_blocker.unblock(), scratch.database() as name:
        yield name
