"""What a picture draws stands in a table beside it, figure by figure: every picture there is."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template import engines
from django.test import Client
from django.urls import reverse

from funds import charts
from funds.models import Run
from funds.queries.runs import HolderAmounts
from funds.views.movers import movers
from municipalities.models import EnterpriseZone, Officer
from tests.offices import officer
from tests.web.pages import addresses, people
from tests.web.pages.test_second_generation import QUARTER, report_page, zone
from tests.web.pictures import titles, unequal

pytestmark = pytest.mark.django_db
__all__ = ["zone"]
Reading = Callable[[Officer], Client]
CHART = re.compile(
    r"{% (?:credit_years|lapse_days|stacks|cap_gauges|bridge|installment_timeline|step_down"
    r"|county_map) "
)
SEEN_APART = {
    "funds/loan.html",
    "funds/pledge.html",
    "funds/quarterly_report.html",
    "funds/second_generation.html",
    "funds/what_if.html",
    "funds/why_changed.html",
    "payments/public_state.html",
    "payments/public_town.html",
}


def drawn_by_templates() -> set[str]:
    """The templates that draw, by their names."""
    base = Path(settings.BASE_DIR) / "templates"
    return {
        str(each.relative_to(base))
        for each in base.rglob("*.html")
        if CHART.search(each.read_text("utf-8"))
    }


def opened(client: Client, pages: dict[str, str]) -> Iterator[tuple[str, str, set[str]]]:
    """Each page's address, what it answers, and the templates it was made of."""
    for address in pages.values():
        answer = client.get(address)
        made_of = {each.name for each in answer.templates if each.name}
        yield address, answer.content.decode(), made_of


def test_every_pictures_figures_stand_in_its_table(state: dict[str, Any], reading: Reading) -> None:
    wrong, drawing, seen = {}, drawn_by_templates(), set()
    for by, pages in (
        (officer("treasury-certifier"), addresses.to_the_state(state)),
        (people.local("cfo", "2119"), addresses.to_a_town(state)),
        (people.coordinator("2119"), addresses.to_a_town(state)),
    ):
        for address, page, made_of in opened(reading(by), pages):
            if titles(page):
                seen |= made_of & drawing
            if missing := unequal(page):
                wrong[address] = missing
    assert wrong == {}
    assert drawing - seen - SEEN_APART == set()


def test_the_pictures_of_loans_and_reports_say_what_their_tables_say(
    zone: EnterpriseZone, reading: Reading
) -> None:
    by = people.coordinator("9901")
    loan = zone.loans.get()
    for address in (
        reverse("second_generation", args=[zone.pk]),
        reverse("loan", args=[loan.pk]),
        reverse("quarterly_report", args=QUARTER),
    ):
        page = reading(by).get(address).content.decode()
        assert titles(page), address
        assert unequal(page) == [], address
    assert report_page(reading, by)


def test_a_table_that_misses_a_cent_is_found_out() -> None:
    gauge = charts.Gauge("Public safety", "25%", Decimal("1.00"), Decimal("4.00"))
    words = '{% load charts %}<section>{% cap_gauges gauges "" %}</section>'
    page = engines["django"].from_string(words).render({"gauges": [gauge]})
    assert titles(page) == ["Public safety: 1.00 used of 4.00"]
    assert unequal(page) == []
    assert unequal(page.replace(">4.00<", ">4.01<")) == titles(page)


def test_the_movers_are_the_five_that_rise_and_the_five_that_fall_most() -> None:
    run = Run(pk=1, sfy=2027, fund_id="energy-receipts")
    found = [
        HolderAmounts(f"{at:04d}", f"Town {at}", Decimal(100 + at), before=Decimal(106))
        for at in range(12)
    ]
    table = movers(run, found)
    assert table is not None
    changes = [each.cells[4].value for each in table.rows]
    assert changes == [5, 4, 3, 2, 1, -2, -3, -4, -5, -6]
    assert movers(run, found[:10]) is None
