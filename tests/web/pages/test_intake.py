"""Files of figures on their pages, from the upload to the acceptance, with real clicks."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import load_workbook

from funds import work
from municipalities.documents import store
from municipalities.intake import accepting, sending
from municipalities.models import Intake, Override
from tests.offices import officer
from tests.places import zone
from tests.reading.made import csv_of
from tests.web.pages.people import sign_in_of

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 30)
NAMES = ("Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Hazel", "Larch", "Maple", "Oak")
CODES = {f"99{n:02}": f"{name} Village" for n, name in enumerate(NAMES, 1)}
HEADS = ("Municode", "Municipality", "taxable_sales")


@pytest.fixture(autouse=True)
def _in_a_folder(settings: Any, tmp_path: Any) -> None:
    settings.DOCUMENTS, settings.UNSCANNED_UPLOADS = str(tmp_path), True


@pytest.fixture
def towns(db: None) -> None:
    """Ten towns that are zones."""
    for code, name in CODES.items():
        made = zone(f"{name} zone", code)
        made.memberships.get().municipality.__class__.objects.filter(pk=code).update(name=name)


def sales(period: str = "2025", **changed: Any) -> bytes:
    values = {code: 1_200_000 + 75_000 * n for n, code in enumerate(CODES)} | changed
    rows = [(code, CODES.get(code, ""), value) for code, value in values.items() if value != ""]
    return csv_of([(f"Taxable sales, {period}",), HEADS, *rows])


def sent(client: Any, content: bytes, period: str = "2025", name: str = "sales.csv") -> Intake:
    """Send a file in by its door, and have a worker read it."""
    answers = {"period": period, "received_on": "2026-11-30", "title": "Taxable sales",
               "publisher": "Division of Taxation",
               "file": SimpleUploadedFile(name, content, "text/csv")}  # fmt: skip
    answer = client.post(reverse("intake_send", args=["taxable-sales"]), answers)
    assert answer.status_code == 302, answer.content.decode()
    work.run_due(on=TODAY)
    return Intake.objects.latest("pk")


def test_a_file_is_sent_read_put_forward_and_accepted(towns: None, reading: Any) -> None:
    analyst, other = reading(officer("dca-analyst")), reading(officer("treasury-analyst"))
    intake = sent(analyst, sales())
    page = analyst.get(reverse("intake", args=[intake.pk])).content.decode()
    assert "Ready to put forward" in page and "1,200,000.00" in page
    assert other.post(reverse("intake_accept", args=[intake.pk]), {"statement": "on"}).status_code \
        in (200, 422)  # fmt: skip
    assert analyst.post(reverse("intake_forward", args=[intake.pk])).status_code == 302
    own = analyst.post(reverse("intake_accept", args=[intake.pk]), {"statement": "on"})
    assert "another person accepts it" in own.content.decode()
    done = other.post(reverse("intake_accept", args=[intake.pk]), {"statement": "on"})
    assert done.status_code == 302
    assert "Accepted Nov 30, 2026" in other.get(reverse("intakes")).content.decode()


def test_both_lists_go_out_as_a_workbook(towns: None, reading: Any, tmp_path: Path) -> None:
    client = reading(officer("dca-analyst"))
    intake = sent(client, sales(**{"9903": "=cmd|'/c calc'!A0", "9905": "1.234,50"}))
    page = client.get(reverse("intake", args=[intake.pk])).content.decode()
    assert "Refused, 2 to mend" in page and "C5" in page
    answer = client.get(reverse("intake_findings", args=[intake.pk]))
    path = tmp_path / "out.xlsx"
    path.write_bytes(answer.content)
    cells = list(load_workbook(path).active.iter_rows(values_only=True))
    assert cells[1] == ("List", "Sheet", "Cell", "Found", "Needed", "Clause")
    assert [row[2] for row in cells[2:]] == ["C5", "C7"]
    assert load_workbook(path).active["D3"].data_type == "s"
    document = reverse("document", args=[intake.document_id])
    assert client.get(document).status_code == 404


def test_a_template_is_filled_in_and_reads_back_as_it_was(
    towns: None, reading: Any, tmp_path: Path
) -> None:
    client, other = reading(officer("dca-analyst")), reading(officer("treasury-analyst"))
    intake = sent(client, sales())
    client.post(reverse("intake_forward", args=[intake.pk]))
    other.post(reverse("intake_accept", args=[intake.pk]), {"statement": "on"})
    blank = client.get(reverse("intake_template", args=["taxable-sales"]), {"period": "2026"})
    path = tmp_path / "template.xlsx"
    path.write_bytes(blank.content)
    sheet = load_workbook(path).active
    assert [cell.value for cell in sheet[2]] == ["Municode", "Municipality", "County",
                                                 "taxable_sales"]  # fmt: skip
    assert [cell.value for cell in sheet[3]] == ["9901", "Alder Village", "County 99", 1_200_000]
    back = sent(client, blank.content, "2026", "back.xlsx")
    assert back.must == []
    assert back.figures["taxable_sales 2026"]["9910"] == "1875000"


def test_an_override_is_asked_for_approved_and_stays_to_be_seen(towns: None, reading: Any) -> None:
    client, other = reading(officer("dca-analyst")), reading(officer("treasury-analyst"))
    intake = sent(client, sales(**{"9904": ""}))
    client.post(reverse("intake_forward", args=[intake.pk]))
    asked = client.post(
        reverse("intake_override", args=[intake.pk]),
        {"groups": ["Complete/taxable_sales 2025"], "reason": "No seller there in 2025."},
    )
    assert asked.status_code == 302
    approve = reverse("override_approve", args=[Override.objects.get().pk])
    assert other.post(approve, {"statement": "on"}).status_code == 302
    assert other.post(
        reverse("intake_accept", args=[intake.pk]), {"statement": "on"}
    ).status_code == 302  # fmt: skip
    page = client.get(reverse("intake", args=[intake.pk])).content.decode()
    assert "No seller there in 2025." in page and "Overridden" in page


def test_a_workbook_that_is_hostile_is_refused_at_the_door(towns: None, reading: Any) -> None:
    from tests.municipalities.uploads import with_parts

    client = reading(officer("dca-analyst"))
    file = SimpleUploadedFile("a.xlsx", with_parts({"xl/vbaProject.bin": b"x"}))
    answers = {"period": "2025", "received_on": "2026-11-30", "title": "T", "publisher": "P"}
    answer = client.post(reverse("intake_send", args=["taxable-sales"]), answers | {"file": file})
    assert "macros" in answer.content.decode()
    pdf = SimpleUploadedFile("a.pdf", b"%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\n%%EOF\n")
    answer = client.post(reverse("intake_send", args=["taxable-sales"]), answers | {"file": pdf})
    assert "is needed" in answer.content.decode()
    assert not Intake.objects.exists()


def test_the_pages_ask_as_often_for_ten_as_for_many(
    towns: None, reading: Any, django_assert_max_num_queries: Any
) -> None:
    client = reading(officer("dca-analyst"))
    intake = sent(client, sales(**{"9904": ""}))
    client.post(reverse("intake_forward", args=[intake.pk]))
    with django_assert_max_num_queries(30):
        assert client.get(reverse("intake", args=[intake.pk])).status_code == 200
    with django_assert_max_num_queries(12):
        assert client.get(reverse("intakes")).status_code == 200


def by_acts(content: bytes, period: str, name: str) -> Intake:
    """Send a file in without a page, and read it."""
    by = officer("dca-analyst")
    what = sending.Publication(
        "taxable-sales", period, f"Taxable sales {period}", "Division of Taxation", TODAY
    )
    return sending.read(sending.send(store.check(name, content, by=by), what, on=TODAY, by=by))


def three_files() -> tuple[Intake, Intake, Intake]:
    """One file that is accepted, one that waits behind its checks, one that is refused."""
    analyst, other = officer("dca-analyst"), officer("treasury-analyst")
    first = by_acts(sales(), "2025", "sales.csv")
    accepting.accept(
        accepting.forward(first, looked=True, on=TODAY, by=analyst), on=TODAY, by=other
    )
    content = sales("2026", **{"9903": "1,900,000", "9904": "", "9907": 900_000})
    waits = by_acts(content.replace(b"Oak Village", b"Oak of Old"), "2026", "sales-2026.csv")
    accepting.forward(waits, looked=True, on=TODAY, by=analyst)
    groups, reason = ["Swing/taxable_sales 2026"], "A mall opened, another closed."
    accepting.ask_override(waits, groups, reason, on=TODAY, by=analyst)
    typed = sales("2026", **{"9903": "1.900,00", "9904": "N/A", "9908": "=1+1"})
    return first, waits, by_acts(typed, "2026", "typed.csv")


@pytest.mark.browser
def test_files_can_be_used_by_everyone(
    towns: None, visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    first, waits, bad = three_files()
    other = officer("treasury-analyst")
    pages = {
        "intakes": reverse("intakes"),
        "intake-send": reverse("intake_send", args=["equalized"]),
        "intake-waits": reverse("intake", args=[waits.pk]),
        "intake-refused": reverse("intake", args=[bad.pk]),
        "intake-accepted": reverse("intake", args=[first.pk]),
        "intake-override": reverse("intake_override", args=[waits.pk]),
        "override-approve": reverse("override_approve", args=[Override.objects.get().pk]),
        "intake-decline": reverse("intake_decline", args=[waits.pk]),
    }
    for name, address in pages.items():
        by = other if name == "override-approve" else officer("dca-analyst")
        page = visit(address, by=sign_in_of(by))
        assert axe(page) == [], name
        shot(page, name)
        page.set_viewport_size({"width": 390, "height": 900})
        assert no_sideways_scroll(page), name


@pytest.mark.browser
def test_a_file_goes_in_by_real_clicks(towns: None, visit: Any, tmp_path: Path) -> None:
    path = tmp_path / "sales.csv"
    path.write_bytes(sales())
    page = visit(reverse("intakes"), by=sign_in_of(officer("dca-analyst")))
    page.get_by_role("link", name="Taxable sales at the reduced rate").click()
    page.get_by_label("Year").select_option("2025")
    page.get_by_label("The file").set_input_files(path)
    page.get_by_role("button", name="Send the file").click()
    assert "waits to be read" in page.locator(".messages").inner_text()
    work.run_due(on=TODAY)
    page.get_by_text("Ready to put forward").wait_for()  # the progress line goes on by itself
    page.get_by_role("button", name="Put the figures forward").click()
    assert "wait for another person" in page.locator(".messages").inner_text()
    page = visit(page.url.partition("/files")[1] + page.url.partition("/files")[2],
                 by=sign_in_of(officer("treasury-analyst")))  # fmt: skip
    page.get_by_label("I compared these figures").check()
    page.get_by_role("button", name="Accept 10 figures").click()
    assert "In force from today: taxable_sales 2025 v1" in page.locator(".messages").inner_text()
