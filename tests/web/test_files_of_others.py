"""Files by hand-typed address: who may not see a record may not have its file. O-57."""

import tempfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.utils.timezone import localdate

from municipalities.models import Officer
from payments.matrix import asking
from payments.matrix.routes import ROUTES
from payments.matrix.towns import NONE, OTHER, OWN, Towns

pytestmark = pytest.mark.django_db
FILES = ("document", "paper_pdf")
WAYS: tuple[dict[str, Any], ...] = (
    {"method": "GET"},
    {"method": "HEAD"},
    {"method": "GET", "headers": {"range": "bytes=0-99"}},
    {"method": "HEAD", "headers": {"range": "bytes=0-"}},
)


@pytest.fixture
def towns() -> Iterator[Towns]:
    with tempfile.TemporaryDirectory() as folder, override_settings(DOCUMENTS=Path(folder)):
        yield Towns()


def ask(client: Client, name: str, towns: Towns, whose: str, way: dict[str, Any]) -> Any:
    spelled = asking.addresses()[name]
    address = asking.filled(spelled, towns.keys[whose][ROUTES[name].of])
    return client.generic(path=address, **way)


@pytest.mark.parametrize("title", sorted(set(settings.ROLES) - {"system"}))
def test_o57_each_office_has_the_files_of_what_it_sees_and_no_other(
    towns: Towns, title: str
) -> None:
    client = asking.client_of(title)
    sees_all = "read-all" in settings.ROLES[title]
    of_town = title in asking.LOCAL or title == "county-board"
    for name in FILES:
        for way in WAYS:
            own, other, none = (ask(client, name, towns, w, way) for w in (OWN, OTHER, NONE))
            assert own.status_code == (200 if sees_all or of_town else 404), (name, way)
            assert other.status_code == (200 if sees_all else 404), (name, way)
            assert none.status_code == 404
            if not sees_all:
                assert other.content == none.content or _same(other, none)
            if own.status_code == 200:  # whole, as an attachment, whatever part is asked for
                assert own["Accept-Ranges"] == "none"
                assert own["Content-Disposition"].startswith("attachment")


def _same(one: Any, another: Any) -> bool:
    return bool(
        asking._plain(one.content.decode(), "") == asking._plain(another.content.decode(), "")
    )


def test_o57_an_old_bookmark_opens_nothing_once_the_office_is_lost(towns: Towns) -> None:
    client = asking.client_of("cfo")
    assert ask(client, "document", towns, OWN, WAYS[0]).status_code == 200
    term = Officer.objects.get(office__name="Matrix cfo")
    term.until_on = localdate() - timedelta(days=1)
    term.save()
    for way in WAYS:  # the session ended with the term
        assert ask(client, "document", towns, OWN, way).status_code == 302
    client.force_login(term.person.users.get())  # and a new one holds no office
    for way in WAYS:
        assert ask(client, "document", towns, OWN, way).status_code == 403


def test_o57_nobody_has_a_file_without_signing_in(towns: Towns) -> None:
    for name in FILES:
        for way in WAYS:
            assert ask(Client(), name, towns, OWN, way).status_code == 302
