"""A bundle can be verified by whoever gets it, without us, and names whom it was handed to."""

import csv
import io
import json
import subprocess
import sys
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client

from funds.sealing import writing
from municipalities.models import Change
from payments.models import Bundle, Installment
from tests.offices import officer
from tests.payments.aid import RECEIPTS, account, allotted, released, sent
from tests.places import municipality
from tests.web.pages import world
from tests.web.pages.people import local, sign_in_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def made(tmp_path: Path, settings: LazySettings) -> dict[str, Any]:
    """The world of the pages, sealed."""
    settings.SEAL_KEY_FILE = str(tmp_path / "key")
    settings.SEALS = str(tmp_path / "seals")
    state = world.state()
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    writing.append(writing.seal(world.TODAY))
    return state


def auditor() -> Client:
    client = Client()
    client.force_login(sign_in_of(officer("auditor")))
    return client


def unpacked(client: Client, of: str, key: object, folder: Path) -> Path:
    answer = client.post(f"/bundles/{of}/{key}/")
    assert answer.status_code == 200, answer
    content = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    zipfile.ZipFile(io.BytesIO(content)).extractall(folder)
    return folder


def verified(folder: Path) -> tuple[int, str]:
    ran = subprocess.run(
        [sys.executable, "-I", folder / "verify.py"], capture_output=True, text=True, check=False
    )
    return ran.returncode, ran.stdout


def test_a_municipalitys_records_are_verified_without_us(
    made: dict[str, Any], tmp_path: Path
) -> None:
    folder = unpacked(auditor(), "municipality", "2119", tmp_path / "b")
    code, said = verified(folder)
    assert (code, said.splitlines()[-1].endswith("0 faults")) == (0, True), said
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["of"] == "Phillipsburg (2119)"
    assert Bundle.objects.get().files == len(manifest["files"])
    with (folder / "postings.csv").open() as file:
        numbers = {(row["fund"], int(row["number"])) for row in csv.DictReader(file)}
    payment = Installment.objects.filter(municipality="2119").exclude(posting=None).first()
    assert payment is not None
    assert payment.posting is not None
    assert (payment.fund_id, payment.posting.number) in numbers
    with (folder / "journal.csv").open() as file:
        tables = {row["table"] for row in csv.DictReader(file)}
    assert {"funds_project", "payments_voucher"} <= tables


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("entries.csv", "zone-assistance", "zone-assistancf"),
        ("chain-zone-assistance.txt", '"deposit"', '"deposjt"'),
        ("seals.jsonl", "last_hash", "last_hasi"),
    ],
)
@pytest.mark.usefixtures("made")
def test_what_was_altered_in_a_bundle_is_found(
    tmp_path: Path, name: str, old: str, new: str
) -> None:
    folder = unpacked(auditor(), "municipality", "2119", tmp_path / "b")
    path = folder / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    if name == "seals.jsonl":
        assert f"{name} is not what was packed" in verified(folder)[1]
        return
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["files"] = [each for each in manifest["files"] if each["name"] != name]
    (folder / "manifest.json").write_text(json.dumps(manifest))  # whoever altered hid that too
    assert verified(folder)[0] == 1


def test_a_payments_bundle_holds_what_released_and_sent_it(
    tmp_path: Path, settings: LazySettings
) -> None:
    settings.SEAL_KEY_FILE, settings.SEALS = str(tmp_path / "key"), str(tmp_path / "seals")
    municipality("9901", "Exampleton")
    allotted({"9901": "1000000.00"})
    released(date(2026, 7, 15))
    account("9901")
    paid = sent(RECEIPTS, date(2026, 7, 15)).payments.get()
    folder = unpacked(auditor(), "payment", paid.pk, tmp_path / "b")
    assert verified(folder)[0] == 0
    with (folder / "postings.csv").open() as file:
        assert [row["act"] for row in csv.DictReader(file)] == ["credit", "release", "pay"]


def test_a_run_has_its_bundle(made: dict[str, Any], tmp_path: Path) -> None:
    folder = unpacked(auditor(), "run", made["runs"][2027].pk, tmp_path / "b")
    assert verified(folder)[0] == 0
    with (folder / "postings.csv").open() as file:
        assert [row["act"] for row in csv.DictReader(file)] == ["credit"]


def test_that_it_was_handed_out_is_on_record_and_a_town_gets_none(
    made: dict[str, Any], tmp_path: Path
) -> None:
    unpacked(auditor(), "municipality", "2119", tmp_path / "b")
    assert "auditor" in Change.objects.filter(table="payments_bundle").get().actor
    cfo = Client()
    cfo.force_login(sign_in_of(local("cfo", "2119")))
    assert cfo.post("/bundles/municipality/2119/").status_code == 403
    assert auditor().post("/bundles/municipality/0000/").status_code == 404
    assert auditor().post("/bundles/payment/x/").status_code == 404
    page = auditor().get("/bundles/municipality/2119/")
    assert Bundle.objects.get().sha256[:16] in page.content.decode()
