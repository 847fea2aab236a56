"""Ceilings of 52:27H-88 b., floored: at the budget, the encumbrance and the expenditure."""

from datetime import date
from decimal import Decimal

import pytest

from funds import caps, corrections, projects
from funds.models import Certification, Credit, Kind, Run, RunLine
from funds.refusal import Refusal
from municipalities.models import EnterpriseZone
from tests import places
from tests.offices import officer
from tests.zone_money import (
    FUND,
    approved,
    balance,
    cents,
    cfo,
    credit,
    encumber,
    project,
    propose,
)

pytestmark = pytest.mark.django_db
DAY = date(2025, 10, 1)  # SFY2026
EARLIER = date(2025, 7, 15)
ODD = "1,234,567.89"  # 10% is 123,456.789 and 25% is 308,641.9725
LINES = [
    ("administration", "123,456.78", "123,456.79"),
    ("public-safety", "308,641.97", "308,641.98"),
]


@pytest.fixture
def bare() -> EnterpriseZone:
    """A zone that was never credited."""
    return places.zone("Exampleton", "9901")


@pytest.fixture
def zone(bare: EnterpriseZone) -> EnterpriseZone:
    credit(bare, 2026, ODD)
    return bare


@pytest.mark.parametrize(("category", "most", "over"), LINES)
def test_a_budget_of_a_year_to_come_stops_one_cent_over_what_the_latest_credit_would_allow(
    zone: EnterpriseZone, category: str, most: str, over: str
) -> None:
    with pytest.raises(Refusal, match=f"SFY2027: cannot appropriate .* ceiling is {most}"):
        propose(zone, {2027: over}, on=DAY, category=category, number="P-over")
    first = project(zone, {2027: most}, on=DAY, category=category)
    with pytest.raises(Refusal, match=r"0\.00 is left"):
        propose(zone, {2027: "0.01"}, on=DAY, category=category, number="P-2")
    assert first.approved_on == DAY


def test_before_a_zones_first_credit_a_budget_is_an_estimate(bare: EnterpriseZone) -> None:
    assert project(bare, {2026: "900,000"}, on=EARLIER, category="administration").approved_on


def test_a_general_budget_is_no_more_than_the_credit_of_its_year_and_what_is_carried_into_it(
    zone: EnterpriseZone,
) -> None:
    with pytest.raises(Refusal, match=r"part of the zone's credit is \$1,234,567.89. Budget"):
        propose(zone, {2026: "1,234,567.90"}, on=DAY, number="P-over")
    assert project(zone, {2026: ODD}, on=DAY).approved_on == DAY
    # Of a year to come nobody knows the credit, and the law sets a general expense no ceiling.
    assert project(zone, {2027: "1,234,567.90"}, on=DAY, number="P-2").approved_on == DAY
    credit(zone, 2024, "10.00")  # usable through June 30, 2026
    credit(zone, 2023, "10.00")  # and this one lapsed on June 30, 2025
    with pytest.raises(Refusal, match=r"and \$10.00 carried into it"):
        propose(zone, {2026: "1,234,577.90"}, on=DAY, number="P-over")
    assert project(zone, {2026: "1,234,577.89"}, on=DAY, number="P-3").approved_on == DAY


@pytest.mark.parametrize(("category", "most", "over"), LINES)
def test_a_budget_stops_one_cent_over_its_ceiling(
    zone: EnterpriseZone, category: str, most: str, over: str
) -> None:
    with pytest.raises(Refusal, match="ceiling") as refused:
        propose(zone, {2026: over}, on=DAY, category=category, number="P-over")
    assert refused.value.cite == "52:27H-88 b."
    assert project(zone, {2026: most}, on=DAY, category=category).approved_on == DAY


@pytest.mark.parametrize(("category", "most", "over"), LINES)
def test_an_encumbrance_stops_one_cent_over_its_ceiling(
    bare: EnterpriseZone, category: str, most: str, over: str
) -> None:
    # Budgeted as an estimate before the zone's first credit, which then is smaller than was hoped.
    made = project(bare, {2026: "900,000"}, on=EARLIER, category=category)
    credit(bare, 2026, ODD)
    with pytest.raises(Refusal, match=f"ceiling is {most}"):
        encumber(made, over, on=DAY)
    assert encumber(made, most, on=DAY).amount == cents(most)
    with pytest.raises(Refusal, match="ceiling"):
        encumber(made, "0.01", "E-2", on=DAY)


@pytest.mark.parametrize(("category", "most", "over"), LINES)
def test_an_expenditure_stops_one_cent_over_its_ceiling(
    zone: EnterpriseZone, category: str, most: str, over: str
) -> None:
    made = encumber(project(zone, {2026: "500,000"}, on=DAY), "500,000.00", on=DAY)
    with pytest.raises(Refusal, match=f"cannot expend {over}"):
        approved(made, over, on=DAY, category=category)
    assert approved(made, most, "V-2", on=DAY, category=category).approved_on == DAY
    with pytest.raises(Refusal, match="ceiling"):
        approved(made, "0.01", "V-3", on=DAY, category=category)


def test_what_is_encumbered_for_a_category_is_not_counted_again_when_it_is_spent(
    zone: EnterpriseZone,
) -> None:
    made = project(zone, {2026: "308,641.97"}, on=DAY, category="public-safety")
    bound = encumber(made, "308,641.97", on=DAY)
    approved(bound, "308,641.97", on=DAY)
    now = caps.headroom(zone, "9901", 2026, "public-safety", DAY)
    assert (now.encumbered, now.expended, now.left) == (0, cents("308,641.97"), 0)
    assert now.limit == cents("308,641.97")


def test_two_budgets_share_one_ceiling_and_a_release_makes_room(zone: EnterpriseZone) -> None:
    first = project(zone, {2026: "123,456.78"}, on=DAY, category="administration")
    bound = encumber(first, "123,456.78", on=DAY)
    with pytest.raises(Refusal, match="ceiling"):
        project(zone, {2026: "0.01"}, on=DAY, category="administration", number="P-2")
    projects.release_encumbrance(bound, cents("100"), "r/1", on=DAY, by=cfo("9901"))
    second = project(zone, {2026: "100.00"}, on=DAY, category="administration", number="P-3")
    encumber(second, "100.00", "E-2", on=DAY)
    with pytest.raises(Refusal, match="ceiling"):
        encumber(first, "0.01", "E-3", on=DAY)


def test_each_year_has_its_own_ceiling_and_the_older_one_is_used_first(
    zone: EnterpriseZone,
) -> None:
    credit(zone, 2025, "1,000.00")
    made = project(zone, {2025: "250", 2026: "650"}, on=DAY, category="public-safety")
    encumber(made, "300.00", on=DAY)
    assert balance(Kind.ENCUMBERED, zone.holder, 2025) == 250
    assert balance(Kind.ENCUMBERED, zone.holder, 2026) == 50


def test_transportation_debt_needs_the_law_of_2024_and_the_approval_of_the_authority(
    zone: EnterpriseZone,
) -> None:
    bound = encumber(project(zone, {2026: "100"}, on=DAY), "100.00", on=DAY)
    with pytest.raises(Refusal, match="approval of the Authority"):
        approved(bound, "1.00", on=DAY, category="transportation")
    most = "925,925.91"  # 75% of 1,234,567.89, floored
    with pytest.raises(Refusal, match=f"cannot appropriate .* ceiling is {most}"):
        propose(zone, {2026: "925,925.92"}, on=DAY, category="transportation", number="P-2")
    made = project(zone, {2026: most, 2027: "1"}, on=DAY, category="transportation", number="P-2")
    with pytest.raises(Refusal, match=f"ceiling is {most}"):
        encumber(made, "925,925.92", "E-2", on=DAY)
    assert encumber(made, most, "E-2", on=DAY).category == "transportation"


def test_before_the_law_of_2024_nothing_goes_to_transportation_debt() -> None:
    zone = places.zone("Exampleton", "9901")
    credit(zone, 2024, "1,000.00")
    day = date(2023, 10, 2)
    with pytest.raises(Refusal, match=r"P\.L\.2024"):
        propose(zone, {2024: "1"}, on=day, category="transportation")


def test_a_reduced_credit_flags_what_stands_and_refuses_what_is_new(zone: EnterpriseZone) -> None:
    made = project(zone, {2026: "123,456.78"}, on=DAY, category="administration")
    bound = encumber(made, "123,456.78", on=DAY)
    approved(bound, "100,000.00", on=DAY)
    assert caps.over(zone, DAY) == []
    corrections.correct(
        "C-1",
        FUND,
        zone.holder,
        {2026: (cents(ODD), cents("999,999.99"))},
        "credited twice",
        on=DAY,
        by=officer("treasury-analyst"),
        approved_by=officer("treasury-certifier"),
    )
    flagged = caps.over(zone, DAY)
    assert [(h.category, h.limit, h.left) for h in flagged] == [
        ("administration", cents("99,999.99"), cents("-23,456.79"))
    ]
    with pytest.raises(Refusal, match="ceiling"):
        approved(bound, "0.01", "V-2", on=DAY)
    assert balance(Kind.PAYABLE, "9901") == 100_000


def joint_zone() -> EnterpriseZone:
    """A zone of two towns whose credit of 1,000.00 a run split 600.00 and 400.00."""
    zone = places.zone("Twinford", "9903", "9904")
    analyst, certifier = officer("treasury-analyst"), officer("treasury-certifier")
    run = Run.objects.create(
        fund_id=FUND, sfy=2026, number=1, prepared_by=analyst, prepared_on=DAY,
        facts={}, figures={}, inputs_hash="", results_hash="",
    )  # fmt: skip
    rows = [
        (zone.holder, "allocation", 1000),
        ("9903", "municipal_share", 600),
        ("9904", "municipal_share", 400),
    ]
    for position, (holder, component, amount) in enumerate(rows, 1):
        RunLine.objects.create(
            run=run, position=position, holder=holder, component=component, amount=amount, cite="a."
        )
    signed = Certification.objects.create(
        run=run, number="ZA-2026-01", prepared_by=analyst, certified_by=certifier,
        certified_on=DAY, statement="", document_hash="",
    )  # fmt: skip
    credit(zone, 2026, "1,000.00")
    Credit.objects.create(
        certification=signed, posting=None, credited_on=DAY, credited_by=certifier
    )
    return zone


def test_a_town_of_a_joint_zone_has_ceilings_on_its_own_part() -> None:
    zone = joint_zone()
    with pytest.raises(Refusal, match="ceiling"):
        propose(zone, {2026: "100.01"}, on=DAY, category="public-safety", code="9904")
    made = project(zone, {2026: "100"}, on=DAY, category="public-safety", municipality="9904")
    encumber(made, "100.00", on=DAY)
    assert caps.headroom(zone, "9903", 2026, "public-safety", DAY).left == 150
    assert caps.headroom(zone, "9904", 2026, "public-safety", DAY).left == 0


def test_a_town_of_a_joint_zone_encumbers_no_more_than_its_own_part() -> None:
    zone = joint_zone()
    with pytest.raises(Refusal, match=r"its part of the zone's credit is \$400.00"):
        propose(zone, {2026: "400.01"}, on=DAY, code="9904", number="P-over")
    made = project(zone, {2026: "400", 2027: "500"}, on=DAY, municipality="9904")
    with pytest.raises(Refusal, match="own part"):
        encumber(made, "400.01", on=DAY)
    assert encumber(made, "400.00", on=DAY).amount == 400
    assert balance(Kind.ZONE, zone.holder) == 600


def test_every_ceiling_of_a_zone_is_listed_for_its_page() -> None:
    zone = joint_zone()
    rows = caps.of_zone(zone, DAY)
    assert len(rows) == 8
    assert sum(r.limit for r in rows if r.category == "administration") == Decimal(100)
