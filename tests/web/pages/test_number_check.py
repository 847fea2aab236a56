"""Check my number: the workbook of an amount, from the page that says why it is what it is."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse

from funds import allocation
from tests.offices import officer
from tests.web.pages import world

pytestmark = pytest.mark.django_db
ON = date(2026, 8, 3)


def test_a_coordinator_takes_the_workbook_of_the_own_zone_alone(reading: Any) -> None:
    run = world.zone_years((2026,))[2026]
    newark = reading(officer("coordinator", municipality="0714"))
    why = newark.get(reverse("run_holder", args=[run.pk, "zone:Newark"])).content.decode()
    zones = ("Newark", "Phillipsburg")
    own, other = (reverse("number_check", args=[run.pk, f"zone:{zone}"]) for zone in zones)
    assert own in why
    answer = newark.get(own)
    assert answer["Content-Disposition"].endswith('check-zone-assistance-SFY2026-zonenewark.xlsx"')
    assert answer.content[:2] == b"PK"
    assert newark.get(other).status_code == 404


def test_given_amounts_have_no_workbook_and_the_page_says_why(reading: Any) -> None:
    world.three_zones()
    given = allocation.allot(
        "zone-assistance", 2025, {"zone:Newark": Decimal("5.00")}, on=ON,
        by=officer("treasury-analyst"),
    )  # fmt: skip
    auditor, at = reading(officer("auditor")), [given.pk, "zone:Newark"]
    assert "Check my number" not in auditor.get(reverse("run_holder", args=at)).content.decode()
    answer = auditor.get(reverse("number_check", args=at), follow=True)
    assert "nothing to count again" in answer.content.decode()
