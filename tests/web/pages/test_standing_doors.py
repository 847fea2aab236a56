"""A zone's standing and its trust on their pages: the effect before the record, and after it."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse

from funds.models import Encumbrance, Run
from municipalities import standing
from municipalities.models import EnterpriseZone, StandingEvent
from payments import vouchers
from tests.offices import officer
from tests.web.pages import people, world, zone_work
from tests.zone_money import pay

pytestmark = pytest.mark.django_db
LATER = "2027-01-01"


@pytest.fixture
def zone(db: None) -> EnterpriseZone:
    world.zone_years((2026, 2027))
    return EnterpriseZone.objects.get(pk="2119")


def test_the_effect_is_shown_before_a_standing_is_recorded(
    zone: EnterpriseZone, reading: Any
) -> None:
    client = reading(officer("authority"))
    page = client.get(reverse("standing_record", args=["2119"])).content.decode()
    run = Run.objects.get(fund="zone-assistance", sfy=2027)
    credit = run.lines.get(component="allocation", zone=zone).amount
    assert f"−{credit:,.2f}" in page
    assert "Nothing more is credited to the zone" in page
    assert not StandingEvent.objects.filter(zone=zone, in_good_standing=False).exists()


def test_what_the_page_foretold_is_what_the_next_run_gives(
    zone: EnterpriseZone, reading: Any
) -> None:
    client = reading(officer("authority"))
    answer = client.get(reverse("standing_record", args=["2119"]))
    told = answer.context["effect"].after
    facts = world.facts("13800000.00", 20)
    for each in facts["municipalities"]:
        each["in_good_standing"] = "no" if each["municode"] == "2119" else "yes"
    made = world.allocation.run_on(
        "zone-assistance", 2027, facts, on=world.TODAY, by=officer("treasury-analyst")
    )
    lines = made.lines.filter(component="allocation", zone__isnull=False)
    given = {line.holder: line.amount.quantize(Decimal("0.01")) for line in lines}
    assert given == told
    assert "zone:Phillipsburg" not in given


def test_a_standing_begins_on_a_day_with_its_reason_and_no_day_that_is_over(
    zone: EnterpriseZone, reading: Any
) -> None:
    client = reading(officer("authority"))
    to = reverse("standing_record", args=["2119"])
    asked = {"good": "no", "from_on": "2026-11-29", "reason": "No report for two quarters"}
    assert "is over" in client.post(to, asked).content.decode()
    stale = client.post(to, asked | {"good": "yes", "from_on": LATER}).content.decode()
    assert "changed since you opened" in stale
    client.post(to, asked | {"from_on": LATER})
    assert standing.in_good_standing(zone, date(2026, 12, 31))
    assert not standing.in_good_standing(zone, date(2027, 1, 1))
    cfo = reading(people.local("cfo", "2119"))
    page = cfo.get(reverse("standing", args=["2119"])).content.decode()
    assert "No report for two quarters" in page and "Not yet in force" in page


def test_only_who_may_record_a_standing_finds_its_door(zone: EnterpriseZone, reading: Any) -> None:
    cfo = reading(people.local("cfo", "2119"))
    to = reverse("standing_record", args=["2119"])
    assert to not in cfo.get(reverse("standing", args=["2119"])).content.decode()
    assert cfo.get(to).status_code == 403
    assert to in reading(officer("dca-director")).get(
        reverse("standing", args=["2119"])
    ).content.decode()  # fmt: skip


def test_an_advance_stays_unexpended_until_a_voucher_says_on_what(
    zone: EnterpriseZone, reading: Any
) -> None:
    made = zone_work.zone_work_of_two_years()
    bound: Encumbrance = made["encumbrance"]
    cfo, preparer = people.local("cfo", "2119"), people.local("preparer", "2119")
    for number, kind, amount in (("A-1", "advance", "100000"), ("A-2", "spent", "60000")):
        on = date(2026, 10, 1)
        each = vouchers.prepare(
            bound, number, Decimal(amount), "Main Street Corporation", number, on, "general", kind,
            on=on, by=preparer,
        )  # fmt: skip
        vouchers.approve(each, on=on, by=cfo)
        if kind == "advance":
            pay(each, on)
    page = reading(cfo).get(reverse("trust", args=["2119"])).content.decode()
    assert all(words in page for words in ("100,000.00", "60,000.00", "40,000.00"))


def test_a_trust_account_comes_on_record_once(zone: EnterpriseZone, reading: Any) -> None:
    zone.trust_account_on = None
    zone.save()
    client = reading(officer("dca-director"))
    assert "No trust account on record" in client.get("/zones/2119/trust/").content.decode()
    client.post(reverse("trust_record", args=["2119"]))
    zone.refresh_from_db()
    assert zone.trust_account_on == world.TODAY
    page = client.get("/zones/2119/trust/").content.decode()
    assert reverse("trust_record", args=["2119"]) not in page


def test_the_zones_not_in_good_standing_stand_on_top_of_the_list(
    zone: EnterpriseZone, reading: Any
) -> None:
    by = officer("authority")
    standing.record(
        zone, in_good_standing=False, reason="No report", on=world.TODAY, by=by
    )  # fmt: skip
    page = reading(officer("auditor")).get(reverse("standings")).content.decode()
    assert page.index("Phillipsburg") < page.index("Exampleton") < page.index("Newark")
    assert "No report" in page and "2 of 3" in page
    assert reading(people.local("cfo", "2119")).get(reverse("standings")).status_code == 403
