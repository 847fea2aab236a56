"""A run's receipt: its four hashes, and what computing it again comes to."""

from typing import Any

import pytest
from django.urls import reverse

from tests.offices import officer
from tests.web.pages import world
from tests.web.pages.people import sign_in_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(db: None) -> Any:
    """A credited year of three zones."""
    return world.zone_years((2026,))[2026]


def test_a_receipt_is_replayed_by_whoever_reads_it(run: Any, reading: Any) -> None:
    auditor = reading(officer("auditor"))
    at = reverse("run_receipt", args=[run.pk])
    shown = auditor.get(at).content.decode()
    assert all(
        each in shown for each in (run.law_hash, run.rules_hash, run.inputs_hash, run.results_hash)
    )
    assert "Identical" not in shown
    replayed = auditor.get(at, {"replay": "1"}).content.decode()
    assert "Identical" in replayed
    assert f"{run.lines.count():,} amounts" in replayed
    assert at in auditor.get(reverse("run", args=[run.pk])).content.decode()
    assert auditor.get(at, {"replay": "yes"}).status_code == 400


@pytest.mark.browser
def test_a_receipt_can_be_used_by_everyone(
    run: Any, visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    by = sign_in_of(officer("auditor"))
    page = visit(reverse("run_receipt", args=[run.pk]), by=by)
    page.get_by_role("button", name="Replay this run").click()
    assert page.get_by_text("Computed again just now").is_visible()
    assert axe(page) == []
    shot(page, "run-receipt")
    page.set_viewport_size({"width": 390, "height": 900})
    assert no_sideways_scroll(page)
