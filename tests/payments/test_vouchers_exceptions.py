"""What a reviewer is shown: pairs that look alike, and money bound only over June 30."""

from datetime import date

import pytest

from funds import projects, re_encumbrances
from municipalities.models import EnterpriseZone
from payments import vouchers
from payments.queries import exceptions
from tests import places
from tests.zone_money import approved, cents, cfo, credit, encumber, project, voucher

pytestmark = pytest.mark.django_db
DAY = date(2024, 10, 1)


@pytest.fixture
def zone() -> EnterpriseZone:
    zone = places.zone("Exampleton", "9901")
    credit(zone, 2025, "300,000.00")
    return zone


def kinds(zone: EnterpriseZone) -> list[str]:
    return [each.kind for each in exceptions.of_zone(zone, DAY)]


def test_both_of_a_pair_that_looks_alike_are_shown_even_when_cleared(zone: EnterpriseZone) -> None:
    bound = encumber(project(zone, {2025: "1,000"}, on=DAY), "1,000.00", on=DAY)
    approved(bound, "100.00", on=DAY, vendor="V", invoice="INV-1")
    second = voucher(bound, "100.00", "V-2", on=DAY, vendor="V", invoice="1")
    vouchers.clear_duplicate(second, "two deliveries", on=DAY, by=cfo("9901"))
    found = exceptions.of_zone(zone, DAY)
    assert {each.text for each in found} == {
        "V-2 looks like V-1; cleared: two deliveries",
        "V-1 looks like the later V-2",
    }


@pytest.mark.parametrize(
    ("bound_on", "released_on", "shown"),
    [
        (date(2025, 6, 30), date(2025, 7, 2), ["early-release", "year-end", "june-spike"]),
        (date(2025, 6, 24), date(2025, 7, 31), ["early-release", "june-spike", "year-end"]),
        (date(2025, 6, 30), date(2025, 8, 1), ["year-end", "june-spike"]),
        (date(2025, 6, 23), date(2025, 7, 2), ["early-release", "june-spike"]),
        (date(2025, 5, 31), date(2025, 7, 2), []),
    ],
)
def test_o76_what_is_bound_only_over_june_30_is_shown(
    zone: EnterpriseZone, bound_on: date, released_on: date, shown: list[str]
) -> None:
    bound = encumber(project(zone, {2025: "300,000"}, on=DAY), "300,000.00", on=bound_on)
    projects.release_encumbrance(bound, cents("300,000"), "r/1", on=released_on, by=cfo("9901"))
    assert kinds(zone) == shown


@pytest.mark.parametrize(("on", "shown"), [(date(2025, 7, 15), ["anew"]), (date(2025, 6, 2), [])])
def test_what_is_encumbered_anew_in_a_later_year_is_shown(
    zone: EnterpriseZone, on: date, shown: list[str]
) -> None:
    bound = encumber(project(zone, {2025: "1,000"}, on=DAY), "1,000.00", on=DAY)
    re_encumbrances.re_encumber(
        bound, bound.project, cents("10"), "E-2", "Works", "cheaper", on=on, by=cfo("9901")
    )
    assert kinds(zone) == shown
