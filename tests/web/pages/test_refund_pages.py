"""A refund goes from asked to recorded over the homes of three offices; its pages are looked at."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.urls import reverse

from funds.models import Kind
from payments import bank_accounts, refunds
from payments.models import Refund, Voucher
from tests.municipalities.uploads import pdf
from tests.offices import officer
from tests.payments.aid import sent, verified
from tests.web.pages import people, world, zone_work
from tests.web.pages.clicks import Hand
from tests.web.pages.people import sign_in_of
from tests.web.pages.test_second_generation_seen import seen
from tests.zone_money import balance

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
FILES, CERTIFIES = 3, 2


@pytest.fixture
def paid(db: None) -> Voucher:
    """A voucher of Phillipsburg that was sent to its bank."""
    world.zone_years((2026, 2027))
    zone_work.zone_work_of_two_years()
    made = bank_accounts.enter(
        "2119", "first-generation", "First Bank", "990000000", "1234", on=date(2026, 8, 1),
        by=people.local("cfo", "2119"),
    )  # fmt: skip
    verified(made, on=date(2026, 8, 2))
    sent(world.ZONES, world.TODAY)
    return Voucher.objects.filter(payments__warrant__posting__isnull=False).earliest("pk")


@pytest.fixture
def seat(visit: Any) -> Callable[..., Hand]:
    return lambda by, address="/": Hand(visit(address, by=sign_in_of(by)))


def test_a_refund_goes_from_asked_to_recorded_by_three_offices(
    paid: Voucher, seat: Callable[..., Hand]
) -> None:
    bound = balance(Kind.ENCUMBERED, paid.encumbrance.zone.holder)
    preparer = people.local("preparer", "2119")
    job = seat(preparer, reverse("voucher", args=[paid.pk]))
    job.link("Ask for a refund")
    job.page.get_by_label("Amount ($)").fill("100.00")
    job.page.get_by_label("Reason").fill("Two lamps went back")
    job.button("Ask for the refund")
    assert "waits for the CFO" in job.said() and job.clicks <= FILES
    waits = seat(preparer).page.locator("main").inner_text()
    assert f"Refund of voucher {paid.number}" in waits and "With the CFO" in waits

    job = seat(people.local("cfo", "2119"))
    job.link(f"Confirm the refund of voucher {paid.number}")
    job.button("Confirm $100.00")
    assert "is owed until the deposit" in job.said() and job.clicks == CERTIFIES
    assert balance(Kind.ENCUMBERED, paid.encumbrance.zone.holder) == bound

    job = seat(officer("treasury-releaser"))
    job.link(f"Record the refund of voucher {paid.number}")
    paper = {"name": "deposit.pdf", "mimeType": "application/pdf", "buffer": pdf()}
    job.page.get_by_label("Deposit document").set_input_files(paper)
    job.button("Record the deposit of $100.00")
    assert "has it again" in job.said() and job.clicks == CERTIFIES
    assert balance(Kind.ENCUMBERED, paid.encumbrance.zone.holder) == bound + 100
    assert "Confirm the refund" not in seat(people.local("cfo", "2119")).page.content()


def test_the_doors_of_a_refund_can_be_used_by_everyone(
    paid: Voucher, visit: Any, axe: Any, no_sideways_scroll: Any, shot: Any
) -> None:
    looks: tuple[Any, ...] = (visit, axe, no_sideways_scroll, shot)
    preparer, cfo = people.local("preparer", "2119"), people.local("cfo", "2119")
    voucher = reverse("voucher", args=[paid.pk])
    wrong = look(looks, preparer, {"refund-ask": reverse("refund_ask", args=[paid.pk])})
    made = asked(paid)
    wrong += look(looks, cfo, {
        "refund-confirm": reverse("refund_confirm", args=[made.pk]),
        "refund-home": "/",
        "voucher-refund-asked": voucher,
        "encumbrance-refund": reverse("encumbrance", args=[paid.encumbrance_id]),
    })  # fmt: skip
    refunds.confirm(made, on=world.TODAY, by=cfo)
    treasury = officer("treasury-releaser")
    record = {"refund-record": reverse("refund_record", args=[made.pk]), "refund-treasury": "/"}
    wrong += look(looks, treasury, record)
    assert wrong == []


def look(looks: tuple[Any, ...], by: Any, pages: dict[str, str]) -> list[str]:
    visit, axe, fits, shot = looks
    return seen(visit, by, pages, axe, fits, shot)


def asked(paid: Voucher) -> Refund:
    by = people.local("preparer", "2119")
    return refunds.ask(
        paid, people.cents("100.00"), "Two lamps went back", "r/1", on=world.TODAY, by=by
    )
