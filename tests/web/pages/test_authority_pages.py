"""The Authority's account and the arrears of short years on their pages."""

from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse

from funds import allocation, arrears
from funds.models import AuthoritySpending, Kind, Run
from funds.queries import authority as queries
from funds.rules.money import to_cents
from payments.matrix.asking import asked_as_page
from tests.offices import officer
from tests.web.pages import people, world
from tests.zone_money import balance

pytestmark = pytest.mark.django_db
FUND, PAGE = "zone-assistance", "/authority/"
SPEND = {"token": "a" * 32, "purpose": "grant", "payee": "Main Street Corporation"}


def short_year(determined: str = "15100000.00", **figures: str) -> Run:
    """A second run of SFY2027 by indexes and an appropriation below what was determined."""
    facts = world.facts(determined, 20)
    figures = {"cpi_june_2021": "271.696", "cpi_june_2026": "333.979"} | figures
    facts["figures"] = {"determined_amount": determined} | figures
    run = allocation.run_on(
        FUND, 2027, facts, on=world.TODAY, by=officer("treasury-analyst"), reason="short"
    )
    world.credited(run, world.TODAY)
    return run


@pytest.fixture
def years(db: None) -> None:
    world.zone_years((2026, 2027))
    world.deposit(FUND, "4000000", "appropriation", world.TODAY)


def test_the_worksheet_multiplies_to_the_amount_of_the_run(years: None, reading: Any) -> None:
    run = short_year()
    sheet = queries.indexed()[0]
    assert (sheet.run, sheet.base_year, sheet.index_year) == (run, 2021, 2026)
    assert sheet.index is not None and sheet.base_index is not None
    assert sheet.amount == to_cents(sheet.base * sheet.index / sheet.base_index)
    page = reading(officer("auditor")).get(PAGE).content.decode()
    assert f"{sheet.amount:,.2f}" in page and "333.979" in page and "June 2026" in page
    assert "Amount as recorded" in page  # the years whose amount was given


def test_the_account_closes_with_what_it_holds(years: None, reading: Any) -> None:
    client = reading(officer("authority"))
    for at, (purpose, amount) in enumerate((("administration", "400000"), ("loan", "50000.25"))):
        client.post(
            reverse("authority_spend"),
            SPEND | {"purpose": purpose, "amount": amount, "token": f"{at}" * 32},
        )
    now = queries.years()[-1]
    assert (now.administration, now.assistance) == (400_000, Decimal("50000.25"))
    assert now.closing == queries.balance() == balance(Kind.AUTHORITY, "AUTHORITY")
    assert f"{now.closing:,.2f}" in client.get(PAGE).content.decode()


def test_administration_over_the_year_is_refused_at_the_door_by_the_cent(
    years: None, reading: Any
) -> None:
    client = reading(officer("authority"))
    asked = SPEND | {"purpose": "administration"}
    page = client.post(reverse("authority_spend"), asked | {"amount": "500000.01"}).content.decode()
    assert "$0.01 over" in page and "52:27H-88 a.(3)" in page
    for _ in range(2):
        client.post(reverse("authority_spend"), asked | {"amount": "500,000.00"})
    assert AuthoritySpending.objects.get().posting.total == 500_000


def test_only_the_authority_spends(years: None, reading: Any) -> None:
    analyst = reading(officer("dca-analyst"))
    assert reverse("authority_spend") not in analyst.get(PAGE).content.decode()
    assert analyst.post(reverse("authority_spend"), SPEND).status_code == 403
    assert reading(people.local("cfo", "2119")).get(PAGE).status_code == 403


def test_a_short_year_is_owed_by_zone_and_made_up_by_two_persons(years: None, reading: Any) -> None:
    run = short_year("16000000.00", appropriated_amount="15500000.00")
    analyst = reading(officer("treasury-analyst"))
    page = analyst.get(reverse("arrears")).content.decode()
    owed = arrears.by_zone(run)["2119"].short
    assert "500,000.00" in page and f"{owed:,.2f}" in page
    cfo = reading(people.local("cfo", "2119"))  # behind the wall of rows, too
    assert f"{owed:,.2f}" in asked_as_page(cfo, "/zones/2119/standing/").content.decode()
    to = reverse("make_up", args=[2027])
    asked = {"seen": "500000.00", "amount": "500,000.01", "reason": "Next year’s act"}
    assert "cures an earlier year" in analyst.post(to, asked).content.decode()


def test_what_was_owed_when_the_page_was_opened_is_still_owed_or_it_is_read_again(
    years: None, reading: Any, calendar: Any
) -> None:
    run = short_year("16000000.00", appropriated_amount="15500000.00")
    calendar.day = world.TODAY.replace(year=2027, month=8)
    analyst = reading(officer("treasury-analyst"))
    to, asked = reverse("make_up", args=[2027]), {"seen": "500000.00", "reason": "Act"}
    made_at = analyst.post(to, asked | {"amount": "200,000.00"})["Location"]
    assert "Ready to certify" in analyst.get(made_at).content.decode()
    again = analyst.post(to, asked | {"amount": "300,000.00"}).content.decode()
    assert "$300,000.00 is owed now" in again
    assert arrears.outstanding(run) == 300_000
