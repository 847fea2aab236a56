"""Credits to come, pledged to transportation debt: at most 75 percent, with the Authority. c.80."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from funds import caps, pledges, projects
from funds.models import Pledge, Project
from funds.pledges import Loan
from funds.refusal import Refusal
from municipalities.models import EnterpriseZone
from tests import places
from tests.offices import officer
from tests.zone_money import cents, cfo, credit, encumber, project

pytestmark = pytest.mark.django_db
DAY = date(2025, 10, 1)  # SFY2026
LOAN = Loan("State Transportation Infrastructure Bank", "Loan 7", "Section 4")


@pytest.fixture
def zone() -> EnterpriseZone:
    zone = places.zone("Exampleton", "9901")
    credit(zone, 2026, "100,000.01")
    return zone


@pytest.fixture
def bridge(zone: EnterpriseZone) -> Project:
    return project(zone, {2026: "10,000"}, on=DAY, category="transportation", number="P-bridge")


def pledged(of: Project, amount: str, number: str = "G-1", *, sfy: int = 2027) -> Pledge:
    by = officer("coordinator", zone=of.zone_id)
    return pledges.pledge(of, number, {sfy: cents(amount)}, LOAN, on=DAY, by=by)


def approved(of: Project, amount: str, number: str = "G-1", *, sfy: int = 2027) -> Pledge:
    made = pledged(of, amount, number, sfy=sfy)
    return pledges.decide(made, approve=True, on=DAY, by=officer("authority"))


def test_a_pledge_stops_one_cent_over_75_percent_of_the_latest_credit(bridge: Project) -> None:
    with pytest.raises(
        Refusal, match=r"pledge 75,000\.01 .* ceiling is 75,000\.00, 75%"
    ) as refused:
        pledged(bridge, "75,000.01")
    assert refused.value.cite == "52:27H-62 m."
    assert pledged(bridge, "75,000.00").years.get().amount == 75_000


def test_two_pledges_that_wait_are_not_both_approved(bridge: Project) -> None:
    first, second = pledged(bridge, "50,000", "G-1"), pledged(bridge, "50,000", "G-2")
    pledges.decide(first, approve=True, on=DAY, by=officer("authority"))
    with pytest.raises(Refusal, match=r"25,000\.00 is left"):
        pledges.decide(second, approve=True, on=DAY, by=officer("authority"))


def test_what_is_pledged_of_a_credit_nobody_else_encumbers(
    zone: EnterpriseZone, bridge: Project
) -> None:
    approved(bridge, "60,000")
    credit(zone, 2027, "100,000.00", on=date(2026, 7, 1))
    on = date(2026, 10, 1)
    other = project(zone, {2027: "90,000"}, on=on, number="P-other")
    with pytest.raises(Refusal, match=r"own part .* \$60,000\.00 is pledged"):
        encumber(other, "40,000.01", "E-1", on=on, vintages=[2027], reason="one vintage")
    encumber(other, "40,000.00", "E-1", on=on, vintages=[2027], reason="one vintage")
    assert caps.headroom(zone, "9901", 2027, "transportation", on).used == 60_000


def test_the_pledge_itself_is_encumbered_and_counts_once(
    zone: EnterpriseZone, bridge: Project
) -> None:
    approved(bridge, "60,000")
    credit(zone, 2027, "100,000.00", on=date(2026, 7, 1))
    on = date(2026, 10, 1)
    bound = encumber(bridge, "10,000.00", "E-1", on=on, vintages=[2027], reason="the pledge")
    assert bound.amount == 10_000
    now = caps.headroom(zone, "9901", 2027, "transportation", on)
    assert (now.encumbered, now.pledged, now.used) == (10_000, 50_000, 60_000)


def test_a_credit_that_comes_out_smaller_honours_its_ceiling_and_flags_nothing_else(
    zone: EnterpriseZone, bridge: Project
) -> None:
    approved(bridge, "75,000")
    credit(zone, 2027, "80,000.00", on=date(2026, 7, 1))
    on = date(2026, 10, 1)
    now = caps.headroom(zone, "9901", 2027, "transportation", on)
    assert (now.limit, now.used, now.pledged) == (60_000, 60_000, 75_000)
    assert caps.over(zone, on) == []
    assert caps.headroom(zone, "9901", 2027, "general", on).left == 20_000


def test_a_pledge_is_of_a_credit_to_come(bridge: Project) -> None:
    with pytest.raises(Refusal, match="SFY2026 is credited already"):
        pledged(bridge, "1.00", sfy=2026)


@pytest.mark.parametrize("category", ["general", "administration", "public-safety"])
def test_only_an_approved_transportation_project_is_pledged_to(
    zone: EnterpriseZone, category: str
) -> None:
    of = project(zone, {2026: "100"}, on=DAY, category=category)
    with pytest.raises(Refusal, match="transportation infrastructure project"):
        pledged(of, "1.00")


def test_the_lender_the_loan_and_its_place_in_the_plan_are_needed(bridge: Project) -> None:
    by = officer("coordinator", zone="9901")
    with pytest.raises(Refusal, match="place in the zone development plan"):
        pledges.pledge(bridge, "G-1", {2027: cents("1")}, Loan("Bank", "7", " "), on=DAY, by=by)


def test_a_rejection_says_why_and_a_decision_stands(bridge: Project) -> None:
    made = pledged(bridge, "100")
    authority = officer("authority")
    with pytest.raises(Refusal, match="says why"):
        pledges.decide(made, approve=False, on=DAY, by=authority)
    pledges.decide(made, approve=False, reason="No loan agreement", on=DAY, by=authority)
    with pytest.raises(Refusal, match="was rejected already"):
        pledges.decide(made, approve=True, on=DAY, by=authority)


def test_the_person_who_pledged_does_not_approve_in_another_office(bridge: Project) -> None:
    made = pledged(bridge, "100")
    same = officer("authority", place="acting", person="9901 coordinator holder")
    with pytest.raises(Refusal, match="another person"):
        pledges.decide(made, approve=True, on=DAY, by=same)
    with pytest.raises(IntegrityError, match="two duties"), transaction.atomic():
        Pledge.objects.filter(pk=made.pk).update(decided_by=same, approved_on=DAY)


def test_a_pledge_sent_twice_is_one_and_another_by_its_number_is_refused(bridge: Project) -> None:
    assert pledged(bridge, "100") == pledged(bridge, "100")
    with pytest.raises(Refusal, match="already another pledge"):
        pledged(bridge, "101")


def test_an_officer_of_another_town_pledges_nothing(bridge: Project) -> None:
    places.zone("Samplebury", "9902")
    with pytest.raises(Refusal, match="outside"):
        pledges.pledge(bridge, "G-1", {2027: cents("1")}, LOAN, on=DAY, by=cfo("9902"))


def test_what_was_pledged_to_a_withdrawn_project_is_free_again(
    zone: EnterpriseZone, bridge: Project
) -> None:
    approved(bridge, "60,000")
    waiting = pledged(bridge, "100", "G-2")
    credit(zone, 2027, "100,000.00", on=date(2026, 7, 1))
    on = date(2026, 10, 1)
    assert caps.headroom(zone, "9901", 2027, "general", on).left == 40_000
    by = officer("coordinator", zone="9901")
    projects.withdraw(bridge, reason="The bank lends elsewhere", on=on, by=by)
    assert caps.headroom(zone, "9901", 2027, "general", on).left == 100_000
    with pytest.raises(Refusal, match="was withdrawn"):
        pledges.decide(waiting, approve=True, on=on, by=officer("authority"))
    with pytest.raises(Refusal, match="transportation infrastructure project"):
        pledged(bridge, "100", "G-3", sfy=2029)
