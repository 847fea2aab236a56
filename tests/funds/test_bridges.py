"""The bridge between two years: each part a computation, all of them together to the cent."""

import copy
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse

from funds import allocation, bridges
from funds.models import Run
from funds.queries.runs import amounts
from funds.refusal import Refusal
from tests.funds.facts import highlands_year, receipts_year, zone_year
from tests.offices import officer
from tests.web.pages import world
from tests.web.pages.people import sign_in_of
from tests.web.pictures import titles, unequal

pytestmark = pytest.mark.django_db
ON = date(2026, 8, 3)
YEARS = {"zone-assistance": zone_year, "energy-receipts": receipts_year,
         "highlands": highlands_year}  # fmt: skip
CHANGED = {"zone-assistance": {"parcels": "777"}, "highlands": {"adjustment": "12.34"},
           "energy-receipts": {"prior_year_amount": "654.32"}}  # fmt: skip


def run_of(fund: str, sfy: int, facts: dict[str, Any]) -> Run:
    return allocation.run_on(fund, sfy, facts, on=ON, by=officer("treasury-analyst"))


def pair(fund: str) -> tuple[Run, Run]:
    """Two years: more money, other data of the first row, and a correction of Highlands aid."""
    first = YEARS[fund]()
    later = copy.deepcopy(first)
    name, value = next(iter(later["figures"].items()))
    later["figures"][name] = str(Decimal(value) + Decimal("1234.56"))
    later["municipalities"][0] |= CHANGED[fund]
    sfy = 2010 if fund == "highlands" else 2026
    return run_of(fund, sfy, first), run_of(fund, sfy + 1, later)


@pytest.mark.parametrize("fund", YEARS)
def test_the_parts_of_everyone_add_up_to_the_cent_and_end_at_what_each_run_holds(fund: str) -> None:
    old, new = pair(fund)
    was, now = amounts(old), amounts(new)
    for holder in {*was, *now}:
        found = bridges.of(old, new, holder)
        assert (found.old, found.new) == (was[holder], now[holder])
        assert found.old + sum(part.amount for part in found.parts) == found.new
        assert [each.label for each in found.parts] == [
            bridges.POT, bridges.LAW, bridges.OWN, bridges.OTHERS, bridges.CORRECTED,
        ]  # fmt: skip


def test_own_data_others_data_and_corrections_are_told_apart() -> None:
    old, new = pair("zone-assistance")
    mine, other = (
        {part.label: part.amount for part in bridges.of(old, new, f"zone:{zone}").parts}
        for zone in ("Camden", "Newark")
    )
    assert mine[bridges.OWN] > 0 == other[bridges.OWN]
    assert mine[bridges.OTHERS] == 0 > other[bridges.OTHERS]
    highlands = bridges.of(*pair("highlands"), "1401")
    assert highlands.parts[-1] == bridges.Part(bridges.CORRECTED, Decimal("12.34"))


def test_two_funds_have_no_bridge() -> None:
    old, _ = pair("zone-assistance")
    other = run_of("highlands", 2010, highlands_year())
    with pytest.raises(Refusal, match="was not computed like"):
        bridges.of(old, other, "zone:Camden")


def test_a_coordinator_reads_why_the_own_credit_changed(client: Any) -> None:
    run = world.zone_years((2026, 2027))[2027]
    client.force_login(sign_in_of(officer("coordinator", municipality="0714")))
    at = reverse("why_changed", args=[run.pk, "zone:Newark"])
    assert at in client.get(reverse("run_holder", args=[run.pk, "zone:Newark"])).content.decode()
    shown = client.get(at).content.decode()
    assert titles(shown) and unequal(shown) == []
    assert "The whole change" in shown and "Everybody else’s data" in shown
    assert "Phillipsburg" not in shown
    assert client.get(reverse("why_changed", args=[run.pk, "zone:Phillipsburg"])).status_code == 404
