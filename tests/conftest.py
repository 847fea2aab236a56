"""The only home of how tests that need another program are left out, and others cleaned up."""

import os
import shutil
from collections import Counter
from collections.abc import Iterator

import pytest
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.postgresql.operations import DatabaseOperations
from django.test import override_settings
from hypothesis import HealthCheck
from hypothesis import settings as examples

from tests.emptying import empty
from tests.municipalities.clamd import running

CHROMIUM = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "chrome"])), None)
LIBREOFFICE = next(filter(None, map(shutil.which, ["soffice", "libreoffice"])), None)
CLAMD = shutil.which("clamd", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
NEEDED = {
    "browser": ("Chromium", CHROMIUM),
    "libreoffice": ("LibreOffice", LIBREOFFICE),
    "clamd": ("clamd", CLAMD),
}
NOT_RUN = pytest.StashKey[Counter[str]]()
# What is true of an amount is as true on a busy machine: examples may take their time.
examples.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
examples.load_profile("patient")


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of the browser; a test that uses it is marked `browser`."""
    assert CHROMIUM is not None, "a test that uses Chromium must be marked `browser`"
    return CHROMIUM


@pytest.fixture(scope="session")
def clamd() -> Iterator[str]:
    """A running clamd's socket; a test that uses it is marked `clamd`."""
    assert CLAMD is not None, "a test that uses clamd must be marked `clamd`"
    with running(CLAMD) as socket:
        yield socket


@pytest.fixture(scope="session", autouse=True)
def _flush_past_our_triggers() -> None:
    """Let Django empty the database between tests, which the product itself never may."""
    DatabaseOperations.execute_sql_flush = lambda _, sql_list: empty(sql_list)


@pytest.fixture(scope="session", autouse=True)
def _keep_a_test_connection() -> None:
    """Let no signal of a request close a connection in the middle of a test's transaction.

    The test client takes Django's receiver off and puts it back, so that whoever answers a
    request in another thread meanwhile would find it there, and close what the test reads from.
    """
    plain = BaseDatabaseWrapper.close_if_unusable_or_obsolete

    def kept(self: BaseDatabaseWrapper) -> None:
        if not self.in_atomic_block:
            plain(self)

    BaseDatabaseWrapper.close_if_unusable_or_obsolete = kept


@pytest.fixture(scope="session", autouse=True)
def _signed_in_by_force() -> Iterator[None]:
    """Ask no second factor where signing in is not the subject; the tests of it set it back."""
    with override_settings(SECOND_FACTOR_EXCEPT="everybody"):
        yield


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests whose program this machine does not have, and count them."""
    not_run: Counter[str] = Counter()
    kept = []
    for item in items:
        lacking = [name for mark, (name, path) in NEEDED.items() if item.get_closest_marker(mark)
                   and path is None]  # fmt: skip
        not_run.update(lacking[:1])
        if not lacking:
            kept.append(item)
    config.stash[NOT_RUN] = not_run
    items[:] = kept


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests did not run, and for want of what."""
    for name, count in terminalreporter.config.stash.get(NOT_RUN, Counter()).items():
        terminalreporter.write_line(f"{count} did not run: there is no {name} on this machine.")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI, where every program is installed, let a test that did not run fail the whole."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if not os.environ.get("CI") or reporter is None:
        return
    if reporter.stats.get("skipped") or session.config.stash.get(NOT_RUN, None):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
