"""A file in a form: checked when it is sent, kept when the act is done, seen by its own."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from municipalities.models import Document, Quarantine
from payments.models import Voucher
from tests.municipalities.uploads import pdf
from tests.web.pages import world
from tests.web.pages.people import local
from tests.web.pages.zone_work import zone_work_of_two_years

pytestmark = pytest.mark.django_db

INVOICE = {
    "number": "V-9",
    "kind": "reimbursement",
    "amount": "310.00",
    "vendor": "Lampworks",
    "invoice": "77",
    "service_on": "2026-11-20",
    "category": "general",
}


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.DOCUMENTS, settings.CLAMD, settings.UNSCANNED_UPLOADS = str(tmp_path), "", True
    return tmp_path


@pytest.fixture
def to(db: None) -> str:
    world.zone_years((2026, 2027))
    made = zone_work_of_two_years()
    return reverse("voucher_prepare", args=[made["encumbrance"].pk])


def scan(content: bytes = pdf(), name: str = "invoice 77.pdf") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def files(folder: Path) -> list[Path]:
    return [each for each in folder.rglob("*") if each.is_file()]


def test_the_scan_of_an_invoice_is_kept_with_its_voucher(
    to: str, reading: Any, folder: Path
) -> None:
    preparer = reading(local("preparer", "2119"))
    where = preparer.post(to, INVOICE | {"scan": scan()})["Location"]
    made = Voucher.objects.get(number="V-9")
    assert made.scan is not None and made.scan.filename == "invoice 77.pdf"
    assert (made.scan.municipality_id, len(files(folder))) == ("2119", 1)
    address = reverse("document", args=[made.scan_id])
    assert address in preparer.get(where).content.decode()
    assert reading(local("cfo", "2119")).get(address).content == pdf()
    assert reading(local("cfo", "0714")).get(address).status_code == 404


def test_o23_a_refused_voucher_leaves_no_file(to: str, reading: Any, folder: Path) -> None:
    preparer = reading(local("preparer", "2119"))
    late = INVOICE | {"service_on": "2027-11-20", "scan": scan()}
    page = preparer.post(to, late).content.decode()
    assert "error-summary" in page and 'value="Lampworks"' in page
    assert not Document.objects.exists() and files(folder) == []


def test_a_file_that_is_not_what_it_should_be_is_said_at_its_field(
    to: str, reading: Any, folder: Path
) -> None:
    preparer = reading(local("preparer", "2119"))
    program = scan(b"MZ\x90\x00" + bytes(200), "invoice.pdf")
    page = preparer.post(to, INVOICE | {"scan": program}).content.decode()
    assert "send .xlsx, .csv or .pdf" in page
    assert Quarantine.objects.count() == 1
    assert not Voucher.objects.filter(number="V-9").exists() and files(folder) == []


def test_without_a_scan_the_voucher_goes_on(to: str, reading: Any) -> None:
    preparer = reading(local("preparer", "2119"))
    assert preparer.post(to, INVOICE).status_code == 302
    assert Voucher.objects.get(number="V-9").scan is None
