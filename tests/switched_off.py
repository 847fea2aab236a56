"""A plugin of pytest that switches a rule or act off: the tests that prove it must then fail.

`SWITCHED_OFF=funds.credits.step_down pytest -p tests.switched_off ...` replaces it, wherever it
was imported to, with what takes anything and does nothing.
"""

import os
import sys

import pytest

from funds import law_coverage

PACKAGES = ("funds", "municipalities", "payments", "tests")


def _nothing(*_: object, **__: object) -> None:
    return None


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """Replace it once every test and what it imports is there."""
    was = law_coverage.found(os.environ["SWITCHED_OFF"])
    if was is None:
        raise pytest.UsageError(f"{os.environ['SWITCHED_OFF']} does not exist")
    for name, module in list(sys.modules.items()):
        if module is not None and name.partition(".")[0] in PACKAGES:
            for key, value in list(vars(module).items()):
                if value is was:
                    setattr(module, key, _nothing)
