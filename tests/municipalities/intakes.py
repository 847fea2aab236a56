"""Files of figures for tests: ten towns, a table of theirs, and the acts on it."""

from datetime import date
from typing import Any

import pytest

from municipalities.documents import store
from municipalities.intake import accepting, checks, sending
from municipalities.models import FactSeries, Intake
from municipalities.reading.formats import LAYOUTS
from tests.offices import officer
from tests.places import zone
from tests.reading.made import csv_of

ON, LATER = date(2026, 9, 1), date(2026, 9, 20)
HEADS = ("Municode", "Municipality", "taxable_sales")
CODES = [f"07{n:02}" for n in range(1, 11)]


@pytest.fixture(autouse=True)
def in_a_folder(settings: Any, tmp_path: Any) -> None:
    settings.DOCUMENTS, settings.UNSCANNED_UPLOADS = str(tmp_path), True


@pytest.fixture
def towns() -> list[str]:
    """Ten towns that are zones, whose figures must be there."""
    for code in CODES:
        zone(f"Zone {code}", code)
    return CODES


def table(period: str = "2025", **changed: Any) -> bytes:
    """Sales of every town, a thousand dollars each but where it is said otherwise."""
    values = {code: 1000 + n for n, code in enumerate(CODES)} | changed
    rows = [(code, f"Town {code}", value) for code, value in values.items() if value is not None]
    return csv_of([(f"Taxable sales, {period}",), HEADS, *rows])


def send(content: bytes, *, layout: str = "taxable-sales", period: str = "2025", on: date = ON,
         name: str = "sales.csv") -> Intake:  # fmt: skip
    by = officer("dca-analyst")
    what = sending.Publication(layout, period, f"Sales {period}", "Taxation", on)
    return sending.read(sending.send(store.check(name, content, by=by), what, on=on, by=by))


def forward(intake: Intake, on: date = ON) -> Intake:
    return accepting.forward(intake, looked=True, on=on, by=officer("dca-analyst"))


def accept(intake: Intake, on: date = ON) -> list[FactSeries]:
    return accepting.accept(intake, on=on, by=officer("treasury-analyst"))


def failed(intake: Intake, on: date = ON) -> list[tuple[str, str]]:
    assert intake.outcome == Intake.Outcome.READ
    found = checks.failed(checks.compare(intake, on), LAYOUTS[intake.layout])
    return [(each.what, each.code) for each in found]
