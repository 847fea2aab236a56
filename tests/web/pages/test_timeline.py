"""What a record's page says of its changes, from the journal."""

from typing import Any

import pytest
from django.urls import reverse

from funds.models import Project
from municipalities.timeline import events
from municipalities.walls import journal
from tests.offices import officer
from tests.web.pages import world
from tests.web.pages.people import local

pytestmark = pytest.mark.django_db


def test_a_change_by_raw_sql_is_said_as_such(state: dict[str, Any]) -> None:
    project = state["project"]
    journal.say()  # the acts of this test signed for its one transaction
    Project.objects.filter(pk=project.pk).update(reason="Said later")
    latest = events(project)[0]
    assert latest.words.startswith("Changed by no actor: database user")
    assert "reason: nothing → Said later" in latest.second


def test_a_determination_is_said_with_the_office_and_what_it_changed(
    state: dict[str, Any],
) -> None:
    said = [f"{event.words}: {event.second}" for event in events(state["project"])]
    assert any("Changed by State authority" in each and "approved on" in each for each in said)
    assert any(each.startswith("Entered by ") for each in said)


@pytest.mark.parametrize(
    ("name", "key"),
    [("project", "project"), ("encumbrance", "encumbrance"), ("voucher", "spent")],
)
def test_a_records_page_shows_its_changes(
    state: dict[str, Any], reading: Any, name: str, key: str
) -> None:
    page = reading(local("cfo", "2119")).get(reverse(name, args=[state[key].pk]))
    assert "Changes on record" in page.content.decode()


def test_the_states_pages_show_changes(state: dict[str, Any], reading: Any) -> None:
    auditor = reading(officer("auditor"))
    for address in (
        reverse("run", args=[state["runs"][2027].pk]),
        reverse("year_end", args=[world.ZONES, 2026]),
        reverse("zone", args=["9901"]),
        reverse("municipality", args=["9901"]),
    ):
        assert "Changes on record" in auditor.get(address).content.decode(), address
