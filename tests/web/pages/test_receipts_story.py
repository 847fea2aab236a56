"""The two stories of receipts by real clicks: an index to money, and a correction after release."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse

from funds.models import Kind, Run
from municipalities import offices
from payments import installments
from payments.models import Installment
from tests.funds.accepted import accept
from tests.offices import officer
from tests.payments.aid import RECEIPTS, stands
from tests.places import municipality
from tests.web.pages import world
from tests.web.pages.clicks import Hand
from tests.web.pages.people import sign_in_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
ON = world.TODAY


@pytest.fixture
def seat(visit: Any) -> Callable[..., Hand]:
    return lambda by, address="/": Hand(visit(address, by=sign_in_of(by)))


@pytest.fixture
def towns(db: None) -> None:
    for code, name in (("9901", "Exampleton"), ("9902", "Samplebury")):
        municipality(code, name)
    accept("prior_amount", "SFY2027", {None: "100000"}, on=ON)
    accept("prior_year_amount", "SFY2027", {"9901": "60000", "9902": "40000"}, on=ON)


def ran(seat: Callable[..., Hand], reason: str = "") -> Run:
    """Run the year, certify it and credit it, each by its own office."""
    job = seat(officer("treasury-analyst"), reverse("run_prepare", args=[RECEIPTS]))
    job.page.get_by_label("State fiscal year").fill("2027")
    job.page.get_by_label("Reason").fill(reason)
    job.button("Prepare the run")
    made = Run.objects.latest("pk")
    job = seat(officer("treasury-certifier"), reverse("run", args=[made.pk]))
    job.tick("I certify that these amounts")
    job.button("Certify $")
    job.button("Credit $")
    job.page.get_by_text("Credited on").first.wait_for()
    return made


def promulgated(seat: Callable[..., Hand], axe: Any, shot: Any) -> None:
    """One analyst records the index with its paper, another accepts it."""
    job = seat(officer("dca-analyst"), reverse("state_figures"))
    job.link("Record a figure")
    assert axe(job.page) == []
    job.page.get_by_label("Figure").select_option("promulgated_percent")
    job.page.get_by_label("Period").fill("SFY2027")
    job.page.get_by_label("Value").fill("2.5")
    job.page.get_by_label("Paper", exact=True).fill("Local Finance Notice 2026-05")
    job.page.get_by_label("Published by").fill("Division of Local Government Services")
    job.page.get_by_label("Received on").fill("2026-11-30")
    shot(job.page, "state-figure")
    job.page.set_viewport_size({"width": 1280, "height": 900})
    job.button("Record the figure")
    assert "is recorded" in job.said()
    job = seat(officer("treasury-analyst"))
    job.link("Accept promulgated percent, SFY2027")
    assert axe(job.page) == []
    job.tick("I compared the value")
    job.button("Accept the figure")
    assert "in force from today" in job.said()
    shot(job.page, "state-figures")


def test_an_index_is_promulgated_a_year_is_run_certified_and_released(
    towns: None, seat: Callable[..., Hand], axe: Any, shot: Any
) -> None:
    promulgated(seat, axe, shot)
    world.deposit(RECEIPTS, "102500", "appropriation", ON)
    made = ran(seat)
    assert made.figures["amount"] == "102500.00"
    installments.plan(made.certification, on=ON)
    installments.release_due(on=ON, by=offices.system())
    assert stands(RECEIPTS, Kind.PAYABLE, "9901") == Decimal("58425.00")  # 95 percent by today


def test_a_correction_after_two_released_installments_plans_anew_what_is_left(
    towns: None, seat: Callable[..., Hand]
) -> None:
    accept("promulgated_percent", "SFY2027", {None: "0"}, on=ON)
    world.deposit(RECEIPTS, "100000", "appropriation", ON)
    first = ran(seat)
    august = date(2026, 8, 3)
    installments.plan(first.certification, on=ON)
    due = Installment.objects.filter(statutory_on__lte=august, posting=None)
    assert due.count() == 4
    for each in due:
        installments.release(each, on=ON, by=officer("treasury-certifier"))
    accept("prior_year_amount", "SFY2027", {"9901": "50000", "9902": "50000"}, on=ON)
    second = ran(seat, "The bases were exchanged")
    installments.plan(second.certification, on=ON)
    paid, left = stands(RECEIPTS, Kind.PAYABLE, "9901"), stands(RECEIPTS, Kind.ENTITLED, "9901")
    assert (paid, left) == (Decimal("27000.00"), Decimal("23000.00"))
    old = Installment.objects.filter(municipality="9901", replaced_by__isnull=False)
    assert sum(each.amount for each in old) == Decimal("33000.00")  # the old plan stays visible
    new = Installment.objects.filter(municipality="9901", replaced_by=None, posting=None)
    assert sum(each.amount for each in new) == Decimal("23000.00")
