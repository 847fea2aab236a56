"""Projects: what a proposal needs, who determines it, and what an encumbrance takes."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from funds import projects
from funds.models import Encumbrance, Kind, Project
from funds.refusal import Refusal
from municipalities import standing
from municipalities.models import EnterpriseZone
from tests import places
from tests.offices import officer
from tests.zone_money import ADOPTED, HEARING, balance, cents, credit, encumber, project, propose

pytestmark = pytest.mark.django_db
DAY = date(2023, 10, 2)  # SFY2024


@pytest.fixture
def zone() -> EnterpriseZone:
    return places.zone("Exampleton", "9901")


def test_a_hearing_may_close_in_the_minute_of_the_adoption(zone: EnterpriseZone) -> None:
    made = propose(zone, {2024: "100"}, on=DAY, hearing=ADOPTED)
    assert made.approved_on is None


def test_a_hearing_that_closes_after_the_adoption_refuses_the_proposal(
    zone: EnterpriseZone,
) -> None:
    with pytest.raises(Refusal, match="before the hearing closed"):
        propose(zone, {2024: "100"}, on=DAY, hearing=ADOPTED + timedelta(minutes=1))


def test_an_adoption_counts_by_its_day_in_new_jersey(zone: EnterpriseZone) -> None:
    night = datetime(2023, 10, 3, 3, 59, tzinfo=UTC)  # 23:59 on October 2 in New Jersey
    assert propose(zone, {2024: "100"}, on=DAY, adopted=night).proposed_on == DAY
    with pytest.raises(Refusal, match="not adopted by"):
        propose(zone, {2024: "1"}, on=DAY, number="P-2", adopted=night + timedelta(minutes=1))


def test_a_zone_not_in_good_standing_on_the_day_proposes_nothing(zone: EnterpriseZone) -> None:
    standing.record(
        zone, in_good_standing=False, reason="reports", on=DAY, by=officer("dca-director")
    )
    assert propose(zone, {2024: "1"}, on=DAY - timedelta(days=1)).number == "P-1"
    with pytest.raises(Refusal, match="not in good standing"):
        propose(zone, {2024: "1"}, on=DAY, number="P-2")


def test_a_proposal_needs_a_trust_account_on_record(zone: EnterpriseZone) -> None:
    zone.trust_account_on = DAY + timedelta(days=1)
    zone.save()
    with pytest.raises(Refusal, match="trust account"):
        propose(zone, {2024: "1"}, on=DAY)


def test_an_officer_of_another_town_proposes_nothing_here(zone: EnterpriseZone) -> None:
    places.zone("Otherville", "9902")
    with pytest.raises(Refusal, match="another zone"):
        projects.propose(
            zone,
            zone.memberships.get().municipality,
            "P-9",
            "Title",
            "general",
            {2024: Decimal(1)},
            HEARING,
            ADOPTED,
            "R-1",
            on=DAY,
            by=officer("coordinator", zone="9902"),
        )


def test_the_same_person_in_another_office_does_not_determine(zone: EnterpriseZone) -> None:
    made = propose(zone, {2024: "100"}, on=DAY)
    same = officer("authority", place="Acting", person="9901 coordinator holder")
    with pytest.raises(Refusal, match="another person"):
        projects.determine(made, approve=True, on=DAY, by=same)
    made.refresh_from_db()
    assert made.determined_by is None


def test_a_rejected_project_is_not_encumbered(zone: EnterpriseZone) -> None:
    credit(zone, 2024, "1,000.00")
    made = propose(zone, {2024: "100"}, on=DAY)
    by = officer("authority")
    projects.determine(made, approve=False, reason="no new jobs", on=DAY, by=by)
    with pytest.raises(Refusal, match="not approved"):
        encumber(made, "1.00", on=DAY)
    with pytest.raises(Refusal, match="rejected already"):
        projects.determine(made, approve=True, on=DAY, by=by)


def test_the_oldest_usable_vintage_is_encumbered_first(zone: EnterpriseZone) -> None:
    credit(zone, 2023, "100.00")
    credit(zone, 2024, "100.00")
    made = encumber(project(zone, {2024: "150"}, on=DAY), "150.00", on=DAY)
    assert (made.sfy, made.last_usable_on) == (2024, date(2027, 6, 30))
    assert balance(Kind.ENCUMBERED, zone.holder, 2023) == 100
    assert balance(Kind.ENCUMBERED, zone.holder, 2024) == 50
    assert balance(Kind.ZONE, zone.holder, 2024) == 50


def test_chosen_vintages_need_a_reason(zone: EnterpriseZone) -> None:
    credit(zone, 2023, "100.00")
    credit(zone, 2024, "100.00")
    made = project(zone, {2024: "100"}, on=DAY)
    with pytest.raises(Refusal, match="needs a reason"):
        encumber(made, "50.00", on=DAY, vintages=[2024])
    encumber(made, "50.00", on=DAY, vintages=[2024], reason="the grant names SFY2024")
    assert balance(Kind.ZONE, zone.holder, 2023) == 100
    assert balance(Kind.ENCUMBERED, zone.holder, 2024) == 50


def test_a_vintage_is_usable_through_its_last_day_and_not_on_the_next(zone: EnterpriseZone) -> None:
    credit(zone, 2024, "100.00")
    made = project(zone, {2024: "100"}, on=DAY)
    assert encumber(made, "99.00", on=date(2026, 6, 30)).sfy == 2026
    with pytest.raises(Refusal, match=r"SFY2024 was usable through June 30, 2026"):
        encumber(made, "1.00", "E-2", on=date(2026, 7, 1))
    with pytest.raises(Refusal, match=r"SFY2024 was usable through June 30, 2026"):
        encumber(made, "1.00", "E-3", on=date(2026, 7, 1), vintages=[2024], reason="its own")


def test_o74_a_credit_of_sfy2027_is_usable_on_june_30_2029_and_refused_on_july_1(
    zone: EnterpriseZone,
) -> None:
    credit(zone, 2027, "100.00")
    made = project(zone, {2027: "100"}, on=date(2026, 9, 1))
    assert encumber(made, "99.00", on=date(2029, 6, 30)).amount == 99
    with pytest.raises(Refusal, match=r"SFY2027 was usable through June 30, 2029"):
        encumber(made, "1.00", "E-2", on=date(2029, 7, 1))


def test_one_cent_more_than_is_there_is_refused_in_words(zone: EnterpriseZone) -> None:
    credit(zone, 2024, "100.00")
    made = project(zone, {2024: "100", 2025: "100"}, on=DAY)
    with pytest.raises(Refusal, match=r"\$0\.01 short; \$100\.00 is available"):
        encumber(made, "100.01", on=DAY)
    assert encumber(made, "100.00", on=DAY).amount == 100
    assert balance(Kind.ZONE, zone.holder) == 0


def test_one_cent_over_the_approved_budget_is_refused(zone: EnterpriseZone) -> None:
    credit(zone, 2024, "1,000.00")
    made = project(zone, {2023: "60", 2024: "40"}, on=DAY)
    with pytest.raises(Refusal, match="over the approved budget"):
        encumber(made, "100.01", on=DAY)
    first = encumber(made, "100.00", on=DAY)
    projects.release_encumbrance(
        first, cents("30"), "r/1", on=DAY, by=officer("cfo", municipality="9901")
    )
    with pytest.raises(Refusal, match=r"\$30\.00 of \$100\.00 is left"):
        encumber(made, "30.01", "E-2", on=DAY)
    assert encumber(made, "30.00", "E-2", on=DAY).amount == 30


def test_encumbering_twice_by_one_number_encumbers_once(zone: EnterpriseZone) -> None:
    credit(zone, 2024, "100.00")
    made = project(zone, {2024: "100"}, on=DAY)
    assert encumber(made, "60.00", on=DAY) == encumber(made, "60.00", on=DAY)
    with pytest.raises(Refusal, match="another encumbrance"):
        encumber(made, "40.00", on=DAY)
    assert Encumbrance.objects.count() == 1
    assert balance(Kind.ENCUMBERED, zone.holder) == 60


def test_a_release_goes_back_to_its_vintages_newest_first(zone: EnterpriseZone) -> None:
    credit(zone, 2023, "100.00")
    credit(zone, 2024, "100.00")
    made = encumber(project(zone, {2024: "200"}, on=DAY), "200.00", on=DAY)
    by = officer("cfo", municipality="9901")
    once = projects.release_encumbrance(made, cents("130"), "release/1", on=DAY, by=by)
    again = projects.release_encumbrance(made, cents("130"), "release/1", on=DAY, by=by)
    assert once == again
    assert balance(Kind.ZONE, zone.holder, 2024) == 100
    assert balance(Kind.ZONE, zone.holder, 2023) == 30
    with pytest.raises(Refusal, match=r"\$70\.00 is left"):
        projects.release_encumbrance(made, cents("70.01"), "release/2", on=DAY, by=by)


def test_a_release_after_the_window_goes_to_the_authority(zone: EnterpriseZone) -> None:
    credit(zone, 2024, "1,000,000.00")
    made = project(zone, {2024: "1,000,000"}, on=DAY)
    first = encumber(made, "600,000.00", on=DAY)
    by = officer("cfo", municipality="9901")
    projects.release_encumbrance(first, cents("1"), "release/1", on=date(2026, 6, 30), by=by)
    projects.release_encumbrance(first, cents("40,000"), "release/2", on=date(2026, 7, 2), by=by)
    assert balance(Kind.AUTHORITY, "AUTHORITY") == 40_000
    assert balance(Kind.ZONE, zone.holder, 2024) == 400_001
    with pytest.raises(Refusal, match="short"):
        encumber(made, "40,000.00", "E-2", on=date(2026, 7, 2))


def test_a_project_may_be_proposed_twice_by_one_number_only_as_itself(zone: EnterpriseZone) -> None:
    assert propose(zone, {2024: "100"}, on=DAY) == propose(zone, {2024: "100"}, on=DAY)
    with pytest.raises(Refusal, match="another project"):
        propose(zone, {2024: "101"}, on=DAY)
    assert Project.objects.count() == 1
