"""A proposal is approved when it is whole: six parts, a finding, two bodies, the ethics law."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from funds import completeness, ethics, projects, proposals
from funds import proposal_reviews as reviews
from funds.models import EthicsStatus, Project, Proposal
from funds.proposals import Adoption
from funds.refusal import Refusal
from municipalities.models import EnterpriseZone
from payments import completing
from tests import places
from tests.offices import officer
from tests.zone_money import ADOPTED, HEARING, complete, propose

pytestmark = pytest.mark.django_db
DAY = date(2023, 10, 2)
BUDGETS = {2024: Decimal(100)}
WHOLE = completing.contents("Storefronts", BUDGETS)
DISCLOSED = EthicsStatus.Status.DISCLOSED


@pytest.fixture
def zone() -> EnterpriseZone:
    return places.zone("Exampleton", "9901")


@pytest.fixture
def project(zone: EnterpriseZone) -> Project:
    return propose(zone, {2024: "100"}, on=DAY)


def approve(project: Project) -> Project:
    return projects.determine(project, approve=True, on=DAY, by=officer("authority"))


def adopt(project: Project, body: str = "governing", **more: Any) -> Proposal:
    by = more.pop("by", None) or _officer_of(body)
    adoption = Adoption("Resolution 2023-104", more.pop("at", ADOPTED))
    return proposals.adopt(project, body, adoption, on=DAY, by=by)


def _officer_of(body: str) -> Any:
    if body == "governing":
        return officer("clerk", municipality="9901")
    return officer("corporation", zone="9901")


def coordinator() -> Any:
    return officer("coordinator", zone="9901")


def test_a_whole_proposal_is_approved(project: Project) -> None:
    complete(project, on=DAY)
    assert completeness.missing(project, DAY) == []
    assert approve(project).approved_on == DAY


@pytest.mark.parametrize(
    ("blank", "clause"),
    [
        ({"description": " "}, "c.(1)"),
        ({"total_cost": None}, "c.(2)"),
        ({"total_cost": Decimal(101)}, "c.(3)"),
        ({"months": None}, "c.(4)"),
        ({"furthers": ""}, "c.(5)"),
        ({"controls": ""}, "c.(6)"),
        ({"jobs": None}, "New jobs"),
        ({"activity": ""}, "Economic activity"),
        ({"qualifies": ""}, "qualified expense"),
    ],
)
def test_one_blank_part_is_neither_adopted_nor_approved(
    project: Project, blank: dict[str, Any], clause: str
) -> None:
    proposals.write(project, replace(WHOLE, **blank), on=DAY, by=coordinator())
    for act in (adopt, approve):
        with pytest.raises(Refusal) as refused:
            act(project)
        assert clause in str(refused.value)


def test_other_sources_and_the_zone_make_the_total_cost(project: Project) -> None:
    said = replace(WHOLE, total_cost=Decimal("150.00"), other_revenues={"County": Decimal(50)})
    made = proposals.write(project, said, on=DAY, by=coordinator())
    assert [str(each) for each in made.other_revenues.all()] == ["County 50.00"]
    complete(project, on=DAY)
    assert approve(project).approved_on == DAY


@pytest.mark.parametrize("body", ["governing", "corporation"])
def test_without_one_bodys_adoption_it_is_not_approved(project: Project, body: str) -> None:
    adopt(project, body)
    with pytest.raises(Refusal, match=r"adoption is not on record. \(52:27H-88 c\.\)"):
        approve(project)


def test_an_incomplete_proposal_can_be_rejected(project: Project) -> None:
    by = officer("authority")
    made = projects.determine(project, approve=False, reason="not adopted", on=DAY, by=by)
    assert made.rejected_on == DAY


def test_one_person_does_not_record_both_adoptions(project: Project) -> None:
    adopt(project)
    same = officer("corporation", zone="9901", person="9901 clerk holder")
    with pytest.raises(Refusal, match="another person"):
        adopt(project, "corporation", by=same)


def test_the_database_refuses_one_person_for_both_bodies(project: Project) -> None:
    made = adopt(project)
    made.corporation_by, made.corporation_resolution = made.governing_by, "R"
    made.corporation_adopted_at = ADOPTED
    with pytest.raises(IntegrityError, match="one person"), transaction.atomic():
        made.save()


def test_an_adoption_before_the_hearing_closed_is_refused(project: Project) -> None:
    with pytest.raises(Refusal, match="before the hearing closed"):
        adopt(project, at=HEARING - timedelta(seconds=1))
    assert adopt(project, at=HEARING).governing_adopted_at == HEARING


def test_a_clerk_of_another_town_adopts_nothing_here(project: Project) -> None:
    places.zone("Otherville", "9902")
    with pytest.raises(Refusal, match="does not act for the body"):
        adopt(project, by=officer("clerk", municipality="9902"))


def test_an_adoption_is_recorded_once(project: Project) -> None:
    assert adopt(project).pk == adopt(project).pk
    with pytest.raises(Refusal, match="already"):
        adopt(project, at=ADOPTED + timedelta(minutes=1))


def test_a_changed_proposal_is_adopted_anew(project: Project) -> None:
    complete(project, on=DAY)
    proposals.write(project, replace(WHOLE, months=6), on=DAY, by=coordinator())
    with pytest.raises(Refusal, match="governing body’s adoption"):
        approve(project)
    assert project.proposals.filter(superseded=True, governing_by__isnull=False).count() == 1
    complete(project, on=DAY)
    assert approve(project).approved_on == DAY


def test_an_approved_proposal_stays_as_it_was_approved(project: Project) -> None:
    complete(project, on=DAY)
    approve(project)
    with pytest.raises(Refusal, match="is determined"):
        proposals.write(project, WHOLE, on=DAY, by=coordinator())
    with pytest.raises(IntegrityError, match="as it was approved"), transaction.atomic():
        Proposal.objects.update(description="Another")


def test_who_signed_without_an_ethics_status_stops_the_approval(project: Project) -> None:
    for body in ("governing", "corporation"):
        adopt(project, body)
    with pytest.raises(Refusal, match="No ethics status of 9901 coordinator") as refused:
        approve(project)
    assert "52:27H-88 a.(4)" in str(refused.value)
    complete(project, on=DAY)
    assert approve(project).approved_on == DAY


def test_an_acknowledgement_is_made_in_person(zone: EnterpriseZone) -> None:
    clerk = officer("clerk", municipality="9901")
    with pytest.raises(Refusal, match="in person"):
        ethics.record(coordinator(), "acknowledged", status_on=DAY, on=DAY, by=clerk)
    assert completing.acknowledge(coordinator(), on=DAY) == completing.acknowledge(
        coordinator(), on=DAY
    )


def test_a_disclosure_is_recorded_by_another_person(zone: EnterpriseZone) -> None:
    clerk = officer("clerk", municipality="9901")
    with pytest.raises(Refusal, match="another person"):
        ethics.record(clerk, DISCLOSED, status_on=DAY, on=DAY, by=clerk)
    later = DAY + timedelta(days=1)
    with pytest.raises(Refusal, match="a day up to"):
        ethics.record(coordinator(), DISCLOSED, status_on=later, on=DAY, by=clerk)
    made = ethics.record(coordinator(), DISCLOSED, status_on=DAY, on=DAY, by=clerk)
    assert ethics.of_persons([coordinator()], DAY) == {made.person_id: made}


def test_an_exemption_names_the_state_office_it_rests_on(zone: EnterpriseZone) -> None:
    by = officer("clerk", municipality="9901")
    with pytest.raises(Refusal, match="names the State office"):
        ethics.record(coordinator(), "exempt", status_on=DAY, on=DAY, by=by)
    made = ethics.record(
        coordinator(), "exempt", status_on=DAY, on=DAY, by=by, basis="Division of Local Government"
    )
    assert made.status == "exempt"
    with pytest.raises(Refusal, match="office of the State"):
        ethics.record(officer("authority"), DISCLOSED, status_on=DAY, on=DAY, by=by)


def test_an_adoption_before_the_change_is_not_the_adoption_of_the_change(
    project: Project,
) -> None:
    later = DAY + timedelta(days=10)
    complete(project, on=DAY)
    asked = reviews.ask(project, {"budget": "Too much"}, on=later, by=officer("dca-analyst"))
    said = replace(reviews.contents_of(project.proposals.get()), total_cost=Decimal(80))
    reviews.send_again(
        asked, {"budget": "Less then"}, contents=said, budgets={2024: Decimal(80)}, on=later,
        by=coordinator(),
    )  # fmt: skip
    old = Adoption(project.resolution, ADOPTED)
    clerk = officer("clerk", municipality="9901")
    with pytest.raises(Refusal, match="before the changes of October 12, 2023"):
        proposals.adopt(project, "governing", old, on=later, by=clerk)
    complete(project, on=later)
    assert projects.determine(project, approve=True, on=later, by=officer("authority"))
