"""Vacant land as a file on its pages: sent, read by a worker, compared, prepared from."""

import io
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import load_workbook

from funds import vacant_files, work
from funds.models import VacantLandReport
from municipalities.documents import store
from municipalities.models import Document
from tests import highlands as hl
from tests.highlands import TOWN
from tests.reading.made import csv_of
from tests.reading.test_parcels import GOOD, HEADS, table
from tests.web.looks import WIDTHS
from tests.web.pages import people
from tests.web.pages.people import sign_in_of
from tests.web.pages.test_vacant_land import AT, assessor, day

__all__ = ["day"]
pytestmark = pytest.mark.django_db


def sent(client: Any, content: bytes, name: str = "land.csv") -> Any:
    """Send a file, let a worker read it, and return its page's address and words."""
    file = SimpleUploadedFile(name, content)
    at = client.post(reverse("vacant_land_file", args=AT), {"file": file})["Location"]
    assert "A worker reads the file" in client.get(at).content.decode()
    assert not client.get(f"{at}progress/").json()["finished"]
    work.run_due(on=date(2009, 12, 31))
    assert client.get(f"{at}progress/").json() | {"url": at} == client.get(f"{at}progress/").json()
    return at, client.get(at).content.decode()


def test_o41_a_file_becomes_a_report_or_leaves_nothing_and_o55_reads_back_as_it_went(
    reading: Any,
) -> None:
    preparer = reading(people.local("preparer", TOWN))
    wrong = [*GOOD]
    wrong[4] = "4.000,50"
    at, page = sent(preparer, table(wrong))
    assert "Refused, 1 to mend" in page and "“4.000,50”" in page and ">E3<" in page
    assert "Prepare the report of " not in page
    book = load_workbook(io.BytesIO(preparer.get(f"{at}findings/").content)).active
    assert [each.value for each in book[3]][:4] == ["Must be mended", "CSV", "E3", "“4.000,50”"]
    refused = preparer.post(f"{at}prepare/", {}).content.decode()
    assert "must be mended first" in refused
    assert not VacantLandReport.objects.exists()
    evidence = Document.objects.get()
    assert preparer.get(reverse("document", args=[evidence.pk])).status_code == 404
    at, page = sent(preparer, table(GOOD))
    assert "New" in page and "no report before" in page
    assert not VacantLandReport.objects.exists()
    assert preparer.post(f"{at}prepare/", {})["Location"] == reverse("vacant_land", args=AT)
    report = VacantLandReport.objects.get()
    assert report.document_id == Document.objects.latest("pk").pk
    assert [str(each) for each in report.parcels.all()] == ["Block 101, lot 12.10"]
    sheet = preparer.get(reverse("vacant_land_xlsx", args=AT))
    at, page = sent(preparer, sheet.content, "land.xlsx")
    assert "Nothing moves: every parcel is what it was." in page
    assert "says the very same already" in preparer.post(f"{at}prepare/", {}).content.decode()
    assert VacantLandReport.objects.get(closed_on=None).digest == report.digest


def test_a_file_is_compared_with_the_report_before_it_takes_its_place(reading: Any) -> None:
    hl.prepared([hl.said("12.10", "1000.00", "900.00"), hl.said("13", "5.00", "5.00")])
    preparer = reading(people.local("preparer", TOWN))
    title = "Vacant land, no year"
    unnamed = csv_of([(title,), HEADS, GOOD])
    at, page = sent(preparer, unnamed)
    assert "Block 101, lot 13" in page and "Not in the file" in page and "Changed" in page
    assert "900.00" in page and "400.50" in page
    assert "say so here" in preparer.post(f"{at}prepare/", {}).content.decode()
    preparer.post(f"{at}prepare/", {"looked": "on"})
    report = VacantLandReport.objects.get(closed_on=None)
    assert (report.version, len(report.looked)) == (2, 1)


def test_a_file_that_is_sent_twice_or_of_a_certified_year_is_refused(reading: Any) -> None:
    preparer = reading(people.local("preparer", TOWN))
    sent(preparer, table(GOOD))
    to = reverse("vacant_land_file", args=AT)
    again = SimpleUploadedFile("again.csv", table(GOOD))
    assert "is on its way" in preparer.post(to, {"file": again}).content.decode()
    hl.certified()
    other = SimpleUploadedFile("b.csv", table(GOOD, heads=HEADS) + b"\r\n")
    assert "sends it back first" in preparer.post(to, {"file": other}).content.decode()
    assert Document.objects.count() == 1


@pytest.mark.browser
def test_a_files_page_is_for_everyone(
    visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    hl.prepared([hl.said("12.10", "1000.00", "900.00"), hl.said("13", "5.00", "5.00")])
    preparer = people.local("preparer", TOWN)
    wrong = [*GOOD]
    wrong[4] = "4.000,50"
    on, town, seen = date(2009, 11, 30), hl.town(), []
    for content in (table(wrong, GOOD), csv_of([("Vacant land",), HEADS, GOOD])):
        file = store.check("land.csv", content, by=preparer)
        made = vacant_files.send(town, 2009, file, on=on, by=preparer)
        seen.append(reverse("vacant_land_read", args=[*AT, made.pk]))
    work.run_due(on=on)
    for name, at, by in (
        ("vacant-land-file-refused", seen[0], preparer),
        ("vacant-land-file", seen[1], preparer),
        ("vacant-land-files", reverse("vacant_land", args=AT), assessor()),
    ):
        page = visit(at, by=sign_in_of(by))
        shot(page, name)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert no_sideways_scroll(page)
            assert axe(page) == []
