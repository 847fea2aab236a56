"""What the store takes, keeps, hands out, and lets nobody else see."""

from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from municipalities.documents import store
from municipalities.models import Document, Officer, Quarantine, User
from municipalities.refusal import Refusal
from tests.municipalities.uploads import CSV, pdf, workbook
from tests.offices import officer
from tests.places import municipality

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.DOCUMENTS = str(tmp_path)
    settings.CLAMD, settings.UNSCANNED_UPLOADS = "", True
    return tmp_path


@pytest.fixture
def cfo() -> Officer:
    municipality("9901", "Exampleton")
    return officer("cfo", municipality="9901")


def client_of(who: Officer) -> Client:
    name = who.office.name.replace(" ", "-").lower()
    user, _ = User.objects.get_or_create(username=name, defaults={"person": who.person})
    client = Client()
    client.force_login(user)
    return client


def kept(by: Officer, content: bytes = CSV, name: str = "sales.csv") -> Document:
    checked = store.check(name, content, by=by)
    return store.keep(checked, store.Whose(municipality="9901"), by=by)


def test_a_file_is_what_its_content_is_whatever_it_is_called(cfo: Officer) -> None:
    for content, kind in ((CSV, "csv"), (workbook(), "xlsx"), (pdf(), "pdf")):
        found = store.check("C:\\temp\\report.exe", content, by=cfo)
        assert (found.kind, found.filename) == (kind, f"report.{kind}")


def test_names_lose_what_could_mislead(cfo: Officer) -> None:
    assert store.check("../../etc/pass\u202egnp.csv", CSV, by=cfo).filename == "passgnp.csv"
    assert store.check("\r\n.csv", CSV, by=cfo).filename == "file.csv"


def test_a_kept_file_has_a_random_name_outside_the_web_and_reads_back_the_same(
    cfo: Officer, folder: Path
) -> None:
    made = kept(cfo)
    path = folder / made.place[:2] / made.place
    assert store.read(made) == CSV == path.read_bytes()
    assert path.stat().st_mode & 0o777 == 0o600
    assert "sales" not in str(path)


def test_a_file_changed_behind_the_products_back_is_not_handed_out(
    cfo: Officer, folder: Path
) -> None:
    made = kept(cfo)
    (folder / made.place[:2] / made.place).write_bytes(CSV + b"1")
    with pytest.raises(Refusal, match="is not what was stored"):
        store.read(made)
    assert client_of(cfo).get(reverse("document", args=[made.pk])).status_code == 404


def test_a_download_is_an_attachment_that_no_browser_opens_or_keeps(cfo: Officer) -> None:
    made = kept(cfo)
    to, client = reverse("document", args=[made.pk]), client_of(cfo)
    answer = client.get(to, headers={"range": "bytes=0-3"})
    assert (answer.status_code, answer.content) == (200, CSV)
    assert answer["Content-Disposition"] == 'attachment; filename="sales.csv"'
    assert (answer["X-Content-Type-Options"], answer["Cache-Control"]) == ("nosniff", "no-store")
    head = client.head(to)
    assert (head.status_code, head.content, head["Content-Length"]) == (200, b"", str(len(CSV)))
    assert client.post(to).status_code == 405


def test_anothers_file_is_as_if_it_were_not_there(cfo: Officer) -> None:
    made = kept(cfo)
    municipality("9902", "Sampleborough")
    stranger = client_of(officer("cfo", municipality="9902"))
    theirs = stranger.get(reverse("document", args=[made.pk]))
    none = stranger.get(reverse("document", args=[made.pk + 99]))
    assert theirs.status_code == none.status_code == 404
    assert Client().get(reverse("document", args=[made.pk])).status_code == 302
    assert client_of(officer("auditor")).get(reverse("document", args=[made.pk])).status_code == 200


def test_a_file_of_a_refused_act_is_gone_with_its_row(cfo: Officer, folder: Path) -> None:
    with (
        pytest.raises(Refusal, match="No"),
        store.gone_when_refused(),
        transaction.atomic(),
    ):
        kept(cfo)
        raise Refusal("No.")
    assert not Document.objects.exists()
    assert [each for each in folder.rglob("*") if each.is_file()] == []


def test_a_file_that_no_row_names_is_swept_away_and_others_stay(cfo: Officer, folder: Path) -> None:
    made = kept(cfo)
    lost = folder / "ab" / "abcd"
    lost.parent.mkdir(exist_ok=True)
    lost.write_bytes(b"left behind")
    later = lost.stat().st_mtime + 1
    assert store.sweep(older_than=later) == ["abcd"]
    assert store.read(made) == CSV


def test_a_refused_upload_leaves_a_row_and_nothing_else(cfo: Officer, folder: Path) -> None:
    with pytest.raises(Refusal, match="neither a workbook"):
        store.check("photo.csv", b"\x89PNG\r\n\x1a\n" + bytes(range(256)), by=cfo)
    row = Quarantine.objects.get()
    assert (row.filename, row.sent_by, row.virus) == ("photo.refused", cfo, "")
    assert [each for each in folder.rglob("*") if each.is_file()] == []


def test_no_row_of_the_store_is_changed(cfo: Officer) -> None:
    made = kept(cfo)
    with pytest.raises(DatabaseError, match="annot update"), transaction.atomic():
        Document.objects.filter(pk=made.pk).update(sha256="0" * 64)
    made.refresh_from_db()
    assert made.sha256 != "0" * 64
