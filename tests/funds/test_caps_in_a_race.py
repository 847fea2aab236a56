"""Fifty at once: one balance is spent once, and no ceiling is crossed by two who looked at once."""

from datetime import date

import pytest

from funds.models import Encumbrance, Kind
from municipalities.models import EnterpriseZone
from payments import vouchers
from tests import places
from tests.zone_money import (
    balance,
    cents,
    cfo,
    credit,
    encumber,
    project,
    race,
    voucher,
)

pytestmark = pytest.mark.django_db(transaction=True)
DAY = date(2025, 10, 1)


@pytest.fixture
def zone() -> EnterpriseZone:
    zone = places.zone("Exampleton", "9901")
    credit(zone, 2026, "10,000.00")
    return zone


def test_o12_fifty_that_want_everything_make_one_encumbrance(zone: EnterpriseZone) -> None:
    of = project(zone, {2026: "10,000", 2027: "490,000"}, on=DAY)
    cfo("9901")
    refusals = race(lambda n: encumber(of, "10,000.00", f"E-{n}", on=DAY))
    assert len(refusals) == 49
    assert {r.message for r in refusals} == {
        "Exampleton zone: $10,000.00 short; $0.00 is available."
    }
    assert balance(Kind.ZONE, zone.holder) == 0
    assert balance(Kind.ENCUMBERED, zone.holder) == 10_000


def test_o12_fifty_that_want_300_make_33(zone: EnterpriseZone) -> None:
    of = project(zone, {2026: "10,000", 2027: "490,000"}, on=DAY)
    cfo("9901")
    refusals = race(lambda n: encumber(of, "300.00", f"E-{n}", on=DAY))
    assert len(refusals) == 17
    assert balance(Kind.ZONE, zone.holder) == 100


def test_o12_fifty_projects_share_one_ceiling() -> None:
    zone = places.zone("Exampleton", "9901")
    of = [  # before its first credit a zone's budgets are estimates
        project(zone, {2027: "500"}, on=DAY, category="public-safety", number=f"P-{n}")
        for n in range(50)
    ]
    credit(zone, 2026, "10,000.00")
    cfo("9901")
    refusals = race(lambda n: encumber(of[n], "300.00", f"E-{n}", on=DAY))
    assert len(refusals) == 42
    assert balance(Kind.ENCUMBERED, zone.holder) == 2_400  # 8 x 300.00 under 2,500.00


def test_fifty_vouchers_share_one_ceiling_at_expenditure(zone: EnterpriseZone) -> None:
    bound = encumber(project(zone, {2026: "10,000"}, on=DAY), "10,000.00", on=DAY)
    made = [
        voucher(bound, "100.00", f"V-{n}", on=DAY, category="administration", vendor=f"V{n}")
        for n in range(50)
    ]
    cfo("9901")
    refusals = race(lambda n: vouchers.approve(made[n], on=DAY, by=cfo("9901")))
    assert len(refusals) == 40
    assert balance(Kind.PAYABLE, "9901") == 1_000


def test_o14_fifty_clicks_on_one_voucher_approve_it_once(zone: EnterpriseZone) -> None:
    bound = encumber(project(zone, {2026: "10,000"}, on=DAY), "10,000.00", on=DAY)
    made = voucher(bound, "100.00", on=DAY)
    cfo("9901")
    assert race(lambda _: vouchers.approve(made, on=DAY, by=cfo("9901"))) == []
    assert balance(Kind.PAYABLE, "9901") == 100


def test_o15_fifty_voids_of_one_voucher_void_it_once(zone: EnterpriseZone) -> None:
    bound: Encumbrance = encumber(project(zone, {2026: "10,000"}, on=DAY), "500.00", on=DAY)
    made = voucher(bound, "500.00", on=DAY)
    vouchers.approve(made, on=DAY, by=cfo("9901"))
    refusals = race(
        lambda n: vouchers.void(made, cents("500"), "twice", f"void/{n}", on=DAY, by=cfo("9901"))
    )
    assert len(refusals) == 49
    assert all("Already voided by #" in r.message for r in refusals)
    assert balance(Kind.ENCUMBERED, zone.holder) == 500
