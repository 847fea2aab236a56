"""A list of many rows asks the database as often as one of few."""

from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from funds import allocation, ledger
from funds.models import Run
from tests.offices import officer
from tests.places import municipality
from tests.web.pages import world, zone_work

pytestmark = pytest.mark.django_db
FEW, MORE = 3, 15
Asked = Callable[[str], int]


@pytest.fixture
def asked(reading: Any) -> Asked:
    """How often a page of an auditor asks the database."""
    client = reading(officer("auditor"))

    def count(address: str) -> int:
        client.get(address)  # what is read once a process is read now
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        return len(queries)

    return count


def receipts_of(many: int, sfy: int) -> Run:
    """Allot, credit and plan receipts of many municipalities."""
    amounts = {f"01{at:02d}": Decimal("1000.00") + at for at in range(1, many + 1)}
    for code in amounts:
        municipality(code)
    on = date(sfy - 1, 7, 1)
    world.deposit(world.RECEIPTS, str(sum(amounts.values())), "general-fund", on)
    by = officer("treasury-analyst")
    run = allocation.allot(world.RECEIPTS, sfy, amounts, on=on, by=by)
    world.credited(run, on)
    return run


def receipt_pages(run: Run) -> Iterator[str]:
    yield reverse("run", args=[run.pk])
    yield reverse("posting", args=[run.certification.credit.posting_id])
    yield reverse("fund", args=[world.RECEIPTS])
    yield reverse("account_list")
    yield reverse("municipalities")
    yield reverse("payment_day")
    yield reverse("year_ends")
    yield reverse("year_end", args=[world.RECEIPTS, 2026])
    yield reverse("year_end_balances", args=[world.RECEIPTS, 2026])


def test_lists_over_municipalities_ask_the_same_for_few_and_for_many(asked: Asked) -> None:
    municipality("0100")
    ledger.open_books(world.RECEIPTS, 2026)
    run = receipts_of(FEW, 2026)
    world.rehearsed(2026, world.RECEIPTS)
    few = {address: asked(address) for address in receipt_pages(run)}
    run = receipts_of(MORE, 2027)
    world.rehearsed(2026, world.RECEIPTS)
    many = {address: asked(address) for address in receipt_pages(run)}
    for (address, before), after in zip(few.items(), many.values(), strict=True):
        assert after <= before + 1, address  # a year before, where there is one now


def test_lists_of_a_zone_ask_the_same_for_few_and_for_many(asked: Asked) -> None:
    world.zone_years((2026, 2027))
    made = zone_work.zone_work_of_two_years()
    pages = [
        reverse("zone", args=["2119"]),
        reverse("projects", args=["2119"]),
        reverse("project", args=[made["project"].pk]),
        reverse("encumbrance", args=[made["encumbrance"].pk]),
    ]
    few = [asked(address) for address in pages]
    on = date(2026, 8, 1)
    for at in range(10, 20):
        project = zone_work.approved("2119", f"P-{at}", f"Work {at}", {2026: "1000"}, on=on)
        bound = zone_work.encumbered(project, "900.00", f"E-{at}", on=on)
        zone_work.voucher(bound, f"V-{at}", f"{at}.00", f"Vendor {at}", on=on)
        zone_work.voucher(made["encumbrance"], f"W-{at}", f"{at}.00", f"Seller {at}", on=on)
        zone_work.encumbered(made["project"], "100.00", f"F-{at}", on=on)
    assert [asked(address) for address in pages] == few
