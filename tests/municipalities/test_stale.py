"""O-16: the last save does not win. Both versions are shown, and nothing is lost."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from municipalities.models import EnterpriseZone, Municipality, Office, User
from tests.offices import officer
from tests.places import municipality, zone

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> Client:
    seated = officer("admin")
    user = User.objects.create(username="admin", person=seated.person, is_staff=True)
    client = Client()
    client.force_login(user)
    return client


def page_of(client: Client, record: Any) -> tuple[str, str]:
    meta = record._meta
    to = reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[record.pk])
    return to, client.get(to).content.decode()


def fields(page: str) -> dict[str, str]:
    """What a browser would send of the page as it stands."""
    found = {}
    for tag in re.findall(r"<input[^>]*>", page):
        name = re.search(r'name="([^"]+)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        is_box = 'type="checkbox"' in tag
        if name and not name[1].startswith("_") and (not is_box or "checked" in tag):
            found[name[1]] = "on" if is_box else value[1] if value else ""
    for name, inner in re.findall(r'<select name="([^"]+)"(.*?)</select>', page, re.DOTALL):
        chosen = re.search(r'value="([^"]*)"[^>]*selected', inner)
        found[name] = chosen[1] if chosen else ""
    return found


def test_o16_a_save_from_an_old_page_is_refused_with_both_versions(admin: Client) -> None:
    municipality("9901", "Exampleton")
    office = officer("cfo", municipality="9901").office
    to, page = page_of(admin, office)
    old = fields(page)
    assert old["seen_version"]
    Office.objects.filter(pk=office.pk).update(mail="new@town.example")
    answer = admin.post(to, old | {"mail": "old@town.example"})
    text = answer.content.decode()
    office.refresh_from_db()
    assert office.mail == "new@town.example"
    assert "was changed on another page" in text
    assert "on record “new@town.example”, yours “old@town.example”" in text
    assert 'value="old@town.example"' in text
    assert admin.post(to, fields(text)).status_code == 302  # having seen both
    office.refresh_from_db()
    assert office.mail == "old@town.example"


def test_o16_another_field_that_changed_meanwhile_is_not_written_back(admin: Client) -> None:
    place = municipality("9901", "Exampleton")
    to, page = page_of(admin, place)
    Municipality.objects.filter(pk=place.pk).update(name="Exampleton City")
    answer = admin.post(to, fields(page) | {"in_highlands": "on"})
    place.refresh_from_db()
    assert answer.status_code == 200
    assert (place.name, place.in_highlands) == ("Exampleton City", False)


def test_a_save_from_a_fresh_page_goes_through(admin: Client) -> None:
    place = municipality("9901", "Exampleton")
    to, page = page_of(admin, place)
    assert admin.post(to, fields(page) | {"name": "Exampleton City"}).status_code == 302
    place.refresh_from_db()
    assert place.name == "Exampleton City"


def test_a_page_that_does_not_say_what_it_saw_saves_nothing(admin: Client) -> None:
    place = municipality("9901", "Exampleton")
    to, page = page_of(admin, place)
    sent = fields(page) | {"name": "Other"}
    del sent["seen_version"]
    assert admin.post(to, sent).status_code == 200
    place.refresh_from_db()
    assert place.name == "Exampleton"


def test_every_record_that_is_edited_on_the_site_carries_what_was_seen(admin: Client) -> None:
    made = zone("Exampleton", "9901")
    cfo = officer("cfo", municipality="9901")
    user = User.objects.create(username="cfo", person=cfo.person)
    records = [made, Municipality.objects.get(), cfo.office, cfo.person, user,
               EnterpriseZone.objects.get(), made.memberships.get(),
               Municipality.objects.get().county]  # fmt: skip
    for record in records:
        _, page = page_of(admin, record)
        assert (type(record).__name__, "seen_version" in page) == (type(record).__name__, True)
