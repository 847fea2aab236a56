"""What is encumbered is encumbered anew: the same vintages, with a reason, three years again."""

from datetime import date

import pytest

from funds import re_encumbrances
from funds.models import Encumbrance, Kind, Posting
from funds.refusal import Refusal
from municipalities.models import EnterpriseZone
from payments import vouchers
from tests import places
from tests.zone_money import (
    approved,
    balance,
    cents,
    cfo,
    credit,
    encumber,
    project,
)

pytestmark = pytest.mark.django_db
DAY = date(2024, 10, 1)  # SFY2025
LATER = date(2025, 9, 1)  # SFY2026


@pytest.fixture
def zone() -> EnterpriseZone:
    zone = places.zone("Exampleton", "9901")
    credit(zone, 2024, "1,000.00")
    credit(zone, 2025, "1,000.00")
    return zone


@pytest.fixture
def bound(zone: EnterpriseZone) -> Encumbrance:
    return encumber(project(zone, {2025: "2,000", 2026: "3,000"}, on=DAY), "1,400.00", on=DAY)


def anew(
    of: Encumbrance, amount: str, number: str = "E-2", *, on: date, **more: object
) -> Encumbrance:
    asked = {"project": of.project, "reason": "a cheaper contract"} | more
    return re_encumbrances.re_encumber(
        of, amount=cents(amount), number=number, purpose="Works", on=on,
        by=cfo(of.municipality_id), **asked,
    )  # fmt: skip


def test_the_newest_vintage_moves_and_has_three_years_of_its_own(bound: Encumbrance) -> None:
    made = anew(bound, "300.00", on=LATER)
    assert (made.follows, made.sfy, made.last_usable_on) == (bound, 2026, date(2029, 6, 30))
    assert {a.sfy: a.balance for a in made.accounts.all()} == {2025: 300}
    assert "a cheaper contract" in made.vintages_reason
    assert balance(Kind.ZONE, bound.zone.holder, 2024) == 0


def test_sent_twice_it_is_one(bound: Encumbrance) -> None:
    assert anew(bound, "300.00", on=LATER) == anew(bound, "300.00", on=LATER)
    assert Posting.objects.filter(act="release encumbrance").count() == 1
    with pytest.raises(Refusal, match="already another encumbrance"):
        anew(bound, "301.00", on=LATER)


def test_a_vintage_that_may_no_longer_be_encumbered_stays_where_it_is(bound: Encumbrance) -> None:
    on = date(2026, 7, 1)  # SFY2024 was usable through June 30, 2026
    anew(bound, "400.00", on=on)
    with pytest.raises(Refusal, match="SFY2024 was usable through June 30, 2026"):
        anew(bound, "0.01", "E-3", on=on)
    assert balance(Kind.ENCUMBERED, bound.zone.holder, 2024) == 1_000
    assert balance(Kind.AUTHORITY, "AUTHORITY") == 0


def test_what_moves_is_held_against_the_ceiling_of_what_it_moves_to(
    zone: EnterpriseZone, bound: Encumbrance
) -> None:
    office = project(
        zone, {2025: "100", 2026: "100"}, on=DAY, category="administration", number="P-2"
    )
    with pytest.raises(Refusal, match=r"ceiling is 100\.00"):
        anew(bound, "100.01", on=LATER, project=office)
    assert [a.balance for a in bound.accounts.filter(sfy=2025)] == [400]
    assert anew(bound, "100.00", on=LATER, project=office).category == "administration"


def test_it_needs_a_reason_and_a_project_of_the_same_municipality(
    zone: EnterpriseZone, bound: Encumbrance
) -> None:
    other = places.zone("Samplebury", "9902")
    elsewhere = project(other, {2026: "900"}, on=DAY, number="P-elsewhere")
    with pytest.raises(Refusal, match="needs a reason"):
        anew(bound, "1.00", on=LATER, reason=" ")
    with pytest.raises(Refusal, match="is not of"):
        anew(bound, "1.00", on=LATER, project=elsewhere)


def test_what_is_spent_or_owed_does_not_move(bound: Encumbrance) -> None:
    approved(bound, "1,200.00", on=DAY)
    with pytest.raises(Refusal, match=r"\$200\.00 is left"):
        anew(bound, "200.01", on=LATER)
    assert anew(bound, "200.00", on=LATER).amount == 200


def test_a_town_of_a_joint_zone_does_not_touch_the_other_ones_part() -> None:
    zone = places.zone("Twinford", "9903", "9904")
    credit(zone, 2025, "1,000.00")
    bound = encumber(project(zone, {2025: "500"}, on=DAY, municipality="9903"), "500.00", on=DAY)
    made = approved(bound, "100.00", on=DAY)
    by, refused = cfo("9904"), pytest.raises(Refusal, match="may not use 9903’s part")
    with refused:
        re_encumbrances.re_encumber(
            bound, bound.project, cents("1"), "E-9", "Works", "ours", on=DAY, by=by
        )
    with pytest.raises(Refusal, match="may not use 9903’s part"):
        vouchers.void(made, cents("1"), "ours", "void/9", on=DAY, by=by)
    with pytest.raises(Refusal, match="may not use 9903’s part"):
        encumber(bound.project, "1.00", "E-9", on=DAY, by=by)
