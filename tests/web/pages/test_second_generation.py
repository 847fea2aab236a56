"""Second-generation money on its pages: by a coordinator, a CFO and the Department."""

import io
from datetime import date
from decimal import Decimal
from typing import Any

import openpyxl
import pytest
from django.urls import reverse

from funds import loans, quarterly_reports, quarters, second_generation
from funds.loans import Terms
from funds.models import Loan, QuarterlyReport, SecondGenerationReceipt, WriteOff
from funds.quarterly_reports import Declared
from funds.quarters import Quarter
from funds.rules.loans import schedule
from municipalities.models import EnterpriseZone
from tests.offices import officer
from tests.web.pages import people, world
from tests.zone_money import credit

pytestmark = pytest.mark.django_db
Q1 = Quarter(2027, 1)
QUARTER = ["9901", 2027, 1]


@pytest.fixture
def zone(db: None) -> EnterpriseZone:
    """Exampleton with a loan that is late, a repayment, a sale and a use."""
    zone = world.three_zones()["9901"]
    world.ledger.open_books(world.ZONES, 2026)
    by, on = people.coordinator("9901"), date(2026, 3, 2)
    cut = schedule(Decimal(50_000), Decimal("3.000"), date(2026, 4, 1), 20, 3)
    terms = Terms("Bakery", Decimal(3), cut)
    loan = loans.lend(zone, "L-1", Decimal(50_000), on=on, by=by, terms=terms)
    loans.repay(loan, Decimal("2875.00"), "r/1", on=date(2026, 7, 6), by=by, interest=Decimal(375))
    second_generation.sell(zone, "Delivery van", Decimal(4_000), "s/1", on=date(2026, 8, 3), by=by)
    second_generation.use(zone, "Signs", "Sign maker", Decimal(1_500), "u/1",
                          on=date(2026, 9, 8), by=by)  # fmt: skip
    return zone


def report_page(reading: Any, by: Any) -> str:
    answer = reading(by).get(reverse("quarterly_report", args=QUARTER))
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_a_report_is_filled_in_declared_certified_asked_about_and_accepted(
    zone: EnterpriseZone, reading: Any
) -> None:
    by, cfo, dca = people.coordinator("9901"), people.local("cfo", "9901"), officer("dca-analyst")
    assert "5,375.00" in report_page(reading, by)
    to = reverse("report_file", args=QUARTER)
    seen = quarters.of_zone(zone, Q1).digest()
    answer = {"seen": seen, "declared": "5,000.00", "explanation": ""}
    refused = reading(by).post(to, answer).content.decode()
    assert "say line by line why" in refused
    answer["explanation"] = "375.00 of interest was credited on October 1"
    assert reading(by).post(to, answer).status_code == 302
    made = QuarterlyReport.objects.get()
    certify = reverse("report_certify", args=[made.pk])
    assert "$375.00 less than computed" in report_page(reading, cfo)
    assert reading(by).post(certify, {"digest": made.digest}).status_code == 403
    assert "Left empty" in reading(cfo).post(certify, {}).content.decode()
    assert reading(cfo).post(certify, {"digest": made.digest}).status_code == 302
    review, answered = (reverse(f"report_{each}", args=[made.pk]) for each in ("review", "answer"))
    ask = {"words": "Which bank?", "ask": ""}
    assert reading(dca).post(review, ask).status_code == 302
    assert "waits for an answer" in reading(dca).post(review, {"words": ""}).content.decode()
    assert "Which bank?" in report_page(reading, by)
    assert reading(by).post(answered, {"answer": "The second one"}).status_code == 302
    assert reading(dca).post(review, {"words": ""}).status_code == 302
    assert "Accepted" in report_page(reading, cfo)


def test_o42_a_balance_that_is_an_allocation_warns_who_prepares_and_who_certifies(
    zone: EnterpriseZone, reading: Any
) -> None:
    credit(zone, 2027, "123,456.00", on=date(2026, 8, 3))
    by, cfo = people.coordinator("9901"), people.local("cfo", "9901")
    seen = quarters.of_zone(zone, Q1).digest()
    sent = {"seen": seen, "declared": "123,456.00", "explanation": "as the bank says"}
    assert reading(by).post(reverse("report_file", args=QUARTER), sent).status_code == 302
    for each in (by, cfo):
        page = report_page(reading, each)
        assert "The bank’s $123,456.00 equals the SFY2027 allocation." in page
        assert "is not $5,375.00" in page and "as the bank says" in page


def test_o42_a_balance_that_fell_since_the_report_before_warns_both(
    zone: EnterpriseZone, reading: Any
) -> None:
    by, cfo, on = people.coordinator("9901"), people.local("cfo", "9901"), date(2026, 10, 5)
    filed = quarterly_reports.prepare(zone, Q1, Declared(Decimal("5375.00")), on=on, by=by)
    quarterly_reports.certify(filed, filed.digest, on=on, by=cfo)
    receipt = SecondGenerationReceipt.objects.filter(source="sale").get()
    second_generation.take_back(receipt, "the van came back", on=date(2026, 11, 3), by=by)
    later = reverse("quarterly_report", args=["9901", 2027, 2])
    for each in (by, cfo):
        page = reading(each).get(later).content.decode()
        assert "The balance fell though nothing was used." in page


def test_a_loan_is_recorded_repaid_and_written_off_by_two(
    zone: EnterpriseZone, reading: Any
) -> None:
    by, cfo = people.coordinator("9901"), people.local("cfo", "9901")
    loan = {
        "number": "L-2", "borrower": "Cafe", "principal": "900.00", "expenditure": "",
        "rate": "0", "first_on": "2027-01-01", "every": "1", "count": "9",
    }  # fmt: skip
    lend = reverse("lend", args=["9901"])
    assert "481" not in reading(by).get(lend).content.decode()
    wrong = reading(by).post(lend, loan | {"count": "481"}).content.decode()
    assert "1 to 480 payments" in wrong
    assert reading(by).post(lend, loan).status_code == 302
    made = Loan.objects.get(number="L-2")
    assert made.schedule.count() == 9
    page = reverse("loan", args=[made.pk])
    paid = {"token": "a", "amount": "100.00", "interest": "0.00", "received_on": "2026-12-24"}
    repay = reverse("repay", args=[made.pk])
    assert "A day up to November 30, 2026" in reading(by).post(repay, paid).content.decode()
    assert reading(by).post(repay, paid | {"received_on": "2026-11-29"}).status_code == 302
    for name, reason in (("default", "closed"), ("write_off_ask", "insolvent")):
        to = reverse(name, args=[made.pk])
        assert reading(by).post(to, {"reason": reason}).status_code == 302
    assert "Another person decides" in reading(by).get(page).content.decode()
    home = reading(cfo).get("/").content.decode()
    assert "Decide the write-off of loan L-2" in home
    decide = reverse("write_off", args=[made.pk])
    assert reading(cfo).post(decide, {"reason": "", "refuse": ""}).status_code == 200
    assert reading(cfo).post(decide, {"reason": ""}).status_code == 302
    assert WriteOff.objects.get().amount == 800
    assert "Written off" in reading(by).get(page).content.decode()


def test_a_sale_is_recorded_and_taken_back(zone: EnterpriseZone, reading: Any) -> None:
    by = people.coordinator("9901")
    sale = {
        "token": "b", "kind": "property", "asset": "12 Main Street", "buyer": "A grocer",
        "amount": "90,000.00", "received_on": "2026-11-30",
    }  # fmt: skip
    assert reading(by).post(reverse("sell", args=["9901"]), sale).status_code == 302
    receipt = zone.second_generation_receipts.get(buyer="A grocer")
    back = reverse("take_back", args=[receipt.pk])
    page = reverse("second_generation", args=["9901"])
    assert back in reading(by).get(page).content.decode()
    assert reading(by).post(back, {"reason": "the sale fell through"}).status_code == 302
    assert "Nov 30, 2026" in reading(by).get(page).content.decode()
    used = {"token": "c", "purpose": "Signs", "payee": "Sign maker", "amount": "6,000.00"}
    refused = reading(by).post(reverse("use_second", args=["9901"]), used).content.decode()
    assert "short" in refused


def test_the_state_compiles_a_quarter_as_a_page_and_a_workbook(
    zone: EnterpriseZone, reading: Any
) -> None:
    dca = officer("dca-analyst")
    for code in ("0714", "2119"):
        other = EnterpriseZone.objects.get(pk=code)
        quarterly_reports.file_nil(other, Q1, on=world.TODAY, by=people.coordinator(code))
    page = reading(dca).get(reverse("compilation")).content.decode()
    assert "2 of 3" in page and "31 days late" in page
    assert reading(dca).get(reverse("compilation") + "?quarter=1999-1").status_code == 400
    assert reading(people.local("cfo", "9901")).get(reverse("compilation")).status_code == 403
    answer = reading(dca).get(reverse("compilation_xlsx") + "?quarter=2027-1")
    book = openpyxl.load_workbook(io.BytesIO(answer.content))
    assert book.sheetnames == ["SFY2027 quarter 1", "Loans"]
    rows = [[cell.value for cell in row] for row in book["SFY2027 quarter 1"].iter_rows()]
    assert rows[1][:3] == ["Zone", "State", "Before"]
    assert [row[:2] for row in rows[2:5]] == [
        ["Exampleton", "31 days late"], ["Newark", "Filed, nil"], ["Phillipsburg", "Filed, nil"],
    ]  # fmt: skip
    assert book["Loans"]["A3"].value == "Bakery"
    assert book["Loans"]["B3"].value == 50_000
