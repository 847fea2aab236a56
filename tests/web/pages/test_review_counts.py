"""The pages of reviews and lapses ask the database as often for many rows as for few."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from funds import compliance, year_reviews
from funds.models import YearReview
from municipalities.models import EnterpriseZone
from tests.offices import officer
from tests.web.pages import world, zone_work
from tests.web.pages.people import cents

pytestmark = pytest.mark.django_db
LIST, PAGE = 8, 30
AFTER = date(2026, 7, 2)


def counts(client: Any) -> dict[str, int]:
    """How often each page asks, once what is read once a process is read."""
    found = {}
    for address in (
        f"{reverse('year_reviews')}?sfy=2026",
        reverse("lapses"),
        reverse("zone_lapses", args=["2119"]),
        reverse("reviews", args=["2119"]),
        reverse("year_review", args=["2119", 2026]),
        reverse("year_review_look", args=["2119", 2026]),
        reverse("find", args=["2119"]),
    ):
        client.get(address)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200, address
        found[address] = len(queries)
    return found


def find(made: Any, number: str) -> None:
    compliance.find(
        made.encumbrance.zone,
        number,
        {made.posting: cents("5.00")},
        "outside",
        on=AFTER,
        by=officer("dca-analyst"),
        confirmed_by=officer("dca-director"),
    )


def test_reviews_and_lapses_ask_the_same_for_few_and_for_many(reading: Any) -> None:
    world.zone_years((2026, 2027))
    made = zone_work.zone_work_of_two_years()
    zone = EnterpriseZone.objects.get(pk="2119")
    analyst = officer("dca-analyst")
    year_reviews.begin(zone, 2026, on=AFTER, by=analyst)
    find(made["spent"], "F-1")
    client = reading(analyst)
    few = counts(client)
    on = date(2026, 6, 1)
    for at in range(10, 22):
        project = zone_work.approved("2119", f"P-{at}", f"Work {at}", {2026: "1000"}, on=on)
        bound = zone_work.encumbered(project, "900.00", f"E-{at}", on=on + timedelta(days=1))
        spent = zone_work.voucher(bound, f"V-{at}", f"{at}.00", f"Vendor {at}", on=on)
        find(spent, f"F-{at}")
    year_reviews.begin(zone, 2026, on=AFTER, by=analyst)
    assert YearReview.objects.get().expenditures.count() == 13
    many = counts(client)
    assert many == few
    lists = (reverse("lapses"), f"{reverse('year_reviews')}?sfy=2026")
    assert {address: many[address] for address in lists if many[address] > LIST} == {}
    assert max(many.values()) <= PAGE
