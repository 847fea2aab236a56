"""What the ceilings leave stands beside every form that would use it, before anyone commits."""

from typing import Any

import pytest
from django.urls import reverse

from municipalities.models import Officer
from tests.offices import officer
from tests.web.pages import people, world, zone_work

pytestmark = pytest.mark.django_db
TITLE = "What the ceilings leave"


@pytest.fixture
def zone(db: None) -> dict[str, Any]:
    world.zone_years((2026, 2027))
    return zone_work.zone_work_of_two_years()


def page(reading: Any, by: Officer, name: str, key: object) -> str:
    answer = reading(by).get(reverse(name, args=[key]))
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_a_budget_is_proposed_and_money_bound_beside_the_gauges_of_each_year(
    zone: dict[str, Any], reading: Any
) -> None:
    cfo = people.local("cfo", "2119")
    for name in ("propose", "encumber"):
        said = page(reading, cfo, name, "2119")
        assert TITLE in said
        assert "SFY2026 credit" in said and "SFY2027 credit" in said
        assert "Public safety" in said and "Administration" in said


def test_a_voucher_and_a_new_encumbrance_stand_beside_the_gauges_of_the_years_that_pay(
    zone: dict[str, Any], reading: Any
) -> None:
    for title, name in (("preparer", "voucher_prepare"), ("cfo", "re_encumber")):
        said = page(reading, people.local(title, "2119"), name, zone["encumbrance"].pk)
        assert TITLE in said
        assert "SFY2026 credit" in said and "SFY2027 credit" not in said


def test_the_authority_determines_beside_the_gauges_of_the_budgets_years(
    zone: dict[str, Any], reading: Any
) -> None:
    of = zone_work.proposed(
        "2119", "P-9", "Patrol", {2027: "900"}, on=world.TODAY, category="public-safety"
    )
    for name in ("project", "determine"):
        said = page(reading, officer("authority"), name, of.pk)
        assert TITLE in said
        gauges = said.partition(TITLE)[2].partition("</section>")[0]
        assert "SFY2027 credit" in gauges and "Public safety" in gauges
        assert "Administration" not in gauges and "SFY2026 credit" not in gauges
