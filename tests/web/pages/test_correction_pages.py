"""A correction on its pages: two offices, its effect before it is posted; investment income."""

from decimal import Decimal
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from funds.models import CorrectionCase, InvestmentIncome, Kind, Posting
from payments.matrix.asking import asked_as_page
from tests.municipalities.uploads import pdf
from tests.offices import officer
from tests.web.pages import people, world
from tests.zone_money import balance

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Any) -> None:
    settings.DOCUMENTS = tmp_path


@pytest.fixture
def years(db: None) -> None:
    world.zone_years((2026, 2027))


def open_case(client: Any) -> CorrectionCase:
    paper = SimpleUploadedFile("inputs.pdf", pdf(), "application/pdf")
    asked = {"number": "C-1", "reason": "Half of the increase belonged elsewhere", "paper": paper}
    client.post(reverse("correction_open"), asked)
    return CorrectionCase.objects.get(number="C-1")


def write(client: Any, case: CorrectionCase, code: str, **amounts: str) -> Any:
    return client.post(f"{reverse('correction_lines', args=[case.pk])}?zone={code}", amounts)


def test_a_correction_is_written_by_one_and_approved_by_another(years: None, reading: Any) -> None:
    analyst, certifier = (
        reading(officer(title)) for title in ("treasury-analyst", "treasury-certifier")
    )
    case = open_case(analyst)
    to = reverse("correction", args=[case.pk])
    assert "Choose a zone" in analyst.get(to).content.decode()
    too_much = write(analyst, case, "2119", sfy_2026="99,000,000.00").content.decode()
    assert "made up by a run" in too_much and "99,000,000.00" in too_much
    assert "at least one" in write(analyst, case, "2119").content.decode()
    write(analyst, case, "2119", sfy_2026="100,000.00", sfy_2027="0.00")
    assert f"Approve {case}" in certifier.get("/").content.decode()
    page = certifier.get(to).content.decode()
    assert "What would be put right today" in page and "Approve: take $" in page
    assert "public safety, 25%" in page
    assert analyst.post(reverse("correction_approve", args=[case.pk])).status_code == 403
    before = balance(Kind.ZONE, "zone:Phillipsburg")
    certifier.post(reverse("correction_approve", args=[case.pk]))
    assert balance(Kind.ZONE, "zone:Phillipsburg") == 100_000 < before
    assert "What was put right" in certifier.get(to).content.decode()
    cfo = reading(people.local("cfo", "2119"))
    own = asked_as_page(cfo, "/zones/2119/corrections/").content.decode()
    assert "Half of the increase" in own and "100,000.00" in own
    assert cfo.get(to).status_code == 403


def test_a_case_is_sent_back_from_its_page(years: None, reading: Any) -> None:
    case = open_case(reading(officer("treasury-analyst")))
    director = reading(officer("dca-director"))
    to = reverse("correction_approve", args=[case.pk])
    assert "needs a reason" in director.post(to, {"back": "Send back"}).content.decode()
    director.post(to, {"back": "Send back", "reason": "Which increase?"})
    assert "Sent back: Which increase?" in director.get(
        reverse("correction", args=[case.pk])
    ).content.decode()  # fmt: skip


def test_a_case_asks_the_same_for_one_zone_and_for_three(years: None, reading: Any) -> None:
    analyst = reading(officer("treasury-analyst"))
    case = open_case(analyst)
    to, counts = reverse("correction", args=[case.pk]), []
    for code in ("2119", "0714", "9901"):
        write(analyst, case, code, sfy_2026="1.00", sfy_2027="1.00")
        with CaptureQueriesContext(connection) as queries:
            assert analyst.get(f"{to}?zone=2119").status_code == 200
        counts.append(len(queries))
    assert counts[1:] == counts[:-1]
    assert counts[0] <= 30
    assert analyst.get(f"{to}?zone=0101").status_code == 400


INCOME = {
    "token": "d" * 32,
    "source": "Cash Management Fund",
    "month": "2026-10",
    "amount": "1,234.56",
    "document": "Statement of October",
}


def test_income_is_credited_once_a_source_and_month(years: None, reading: Any) -> None:
    client = reading(officer("treasury-analyst"))
    to = reverse("income_record", args=["zone-assistance"])
    before = balance(Kind.POOL, "FUND")
    for _ in range(2):
        assert client.post(to, INCOME).status_code == 302
    made = InvestmentIncome.objects.get()
    assert (f"{made.month}", made.posting.total) == ("2026-10-01", Decimal("1234.56"))
    assert balance(Kind.POOL, "FUND") == before + Decimal("1234.56")
    again = client.post(to, INCOME | {"token": "e" * 32}).content.decode()
    assert "is credited already" in again
    early = client.post(to, INCOME | {"token": "f" * 32, "month": "2026-12"}).content.decode()
    assert "is still to come" in early
    client.post(to, INCOME | {"token": "f" * 32, "month": "2026-06"})
    page = client.get(reverse("income", args=["zone-assistance"])).content.decode()
    assert "October 2026" in page and "June 2026" not in page
    page = client.get(f"{reverse('income', args=['zone-assistance'])}?sfy=2026").content.decode()
    assert "June 2026" in page and "Cash Management Fund" in page
    assert Posting.objects.filter(act="invest").count() == 2


def test_only_the_treasury_credits_income(years: None, reading: Any) -> None:
    auditor = reading(officer("auditor"))
    to = reverse("income_record", args=["highlands"])
    assert to not in auditor.get(reverse("income", args=["highlands"])).content.decode()
    assert auditor.post(to, INCOME).status_code == 403
