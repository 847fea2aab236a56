"""A proposal is asked about, answered, withdrawn; a project is amended, and reported on. c."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from funds import amendments, outcomes, projects
from funds import proposal_reviews as reviews
from funds.adoptions import NEW_YORK, Adoption
from funds.models import Amendment, AmendmentBudget, Outcome, Project
from funds.outcomes import Said
from funds.refusal import Refusal
from funds.rules.expenses import ELIGIBLE, Category
from municipalities.models import EnterpriseZone, Notice
from tests import places
from tests.offices import officer
from tests.zone_money import complete, credit, encumber, propose

pytestmark = pytest.mark.django_db
DAY = date(2023, 10, 2)
NOON = datetime(2023, 10, 2, 12, tzinfo=NEW_YORK)
WHY = "Steel is dearer"


@pytest.fixture
def zone() -> EnterpriseZone:
    made = places.zone("Exampleton", "9901")
    credit(made, 2024, "100,000.00")
    return made


@pytest.fixture
def proposed(zone: EnterpriseZone) -> Project:
    return complete(propose(zone, {2024: "1,000"}, on=DAY), on=DAY)


@pytest.fixture
def approved(proposed: Project) -> Project:
    return approve(proposed)


def town() -> Any:
    return officer("coordinator", zone="9901")


def staff() -> Any:
    return officer("dca-analyst")


def approve(project: Project) -> Project:
    return projects.determine(project, approve=True, on=DAY, by=officer("authority"))


def ask(project: Project, **comments: str) -> Any:
    return reviews.ask(project, comments, on=DAY, by=staff())


def test_what_is_asked_is_answered_part_by_part_before_it_is_approved(proposed: Project) -> None:
    asked = ask(proposed, months="Too few?", jobs="Who is hired?")
    assert list(asked.comments.values_list("part", flat=True)) == ["months", "jobs"]
    assert Notice.objects.get(kind="proposal").person == town().person
    with pytest.raises(Refusal, match="changes are asked for"):
        approve(proposed)
    with pytest.raises(Refusal, match="New jobs it will lead to has no answer"):
        reviews.send_again(asked, {"months": "Enough"}, on=DAY, by=town())
    answers = {"months": "Enough", "jobs": "Two bakers"}
    reviews.send_again(asked, answers, on=DAY, by=town())
    # Nothing it says has changed: what both bodies adopted still stands.
    assert proposed.proposals.count() == 1
    assert approve(proposed).approved_on == DAY


def test_a_changed_answer_is_adopted_anew_and_its_budget_with_it(proposed: Project) -> None:
    asked = ask(proposed, budget="Too much")
    live = proposed.proposals.get()
    said = replace(reviews.contents_of(live), total_cost=Decimal(800))
    reviews.send_again(
        asked, {"budget": "Less then"}, contents=said, budgets={2024: Decimal(800)}, on=DAY,
        by=town(),
    )  # fmt: skip
    assert proposed.budgets.get().amount == 800
    with pytest.raises(Refusal, match="adoption is not on record"):
        approve(proposed)
    complete(proposed, on=DAY)
    assert approve(proposed).approved_on == DAY


def test_a_comment_is_on_a_part_and_by_another_person(proposed: Project) -> None:
    with pytest.raises(Refusal, match="nothing is asked"):
        ask(proposed, months=" ")
    with pytest.raises(Refusal, match="no part of a proposal"):
        ask(proposed, roof="Too high")
    same = officer("dca-analyst", place="Same", person="9901 coordinator holder")
    with pytest.raises(Refusal, match="another person"):
        reviews.ask(proposed, {"months": "Why?"}, on=DAY, by=same)
    first = ask(proposed, months="Why?")
    assert ask(proposed, months="Why?") == first
    with pytest.raises(Refusal, match="the town answers first"):
        ask(proposed, jobs="How?")
    first.sent_by, first.sent_on = first.asked_by, DAY
    with pytest.raises(IntegrityError, match="one person"), transaction.atomic():
        first.save()


def test_a_withdrawn_proposal_is_neither_changed_nor_approved(proposed: Project) -> None:
    with pytest.raises(Refusal, match="says why"):
        projects.withdraw(proposed, " ", on=DAY, by=town())
    made = projects.withdraw(proposed, "another site", on=DAY, by=town())
    assert projects.withdraw(proposed, "another site", on=DAY, by=town()) == made
    for act in (approve, lambda p: ask(p, months="Why?")):
        with pytest.raises(Refusal, match="was withdrawn: another site"):
            act(proposed)


def test_an_approved_project_is_withdrawn_only_while_nothing_is_bound(approved: Project) -> None:
    encumber(approved, "1.00", on=DAY)
    with pytest.raises(Refusal, match=r"\$1\.00 is bound"):
        projects.withdraw(approved, "no use", on=DAY, by=town())


def test_a_withdrawn_projects_budget_no_longer_counts_against_a_ceiling(
    zone: EnterpriseZone,
) -> None:
    of = {"category": "administration", "on": DAY}
    first = approve(complete(propose(zone, {2024: "10,000"}, **of), on=DAY))
    again = complete(propose(zone, {2024: "9,000"}, number="P-2", on=DAY), on=DAY)
    assert again.category == "general"
    with pytest.raises(Refusal, match="the ceiling is 10,000"):
        propose(zone, {2024: "0.01"}, number="P-3", **of)
    projects.withdraw(first, "no use", on=DAY, by=town())
    assert propose(zone, {2024: "0.01"}, number="P-3", **of).pk
    with pytest.raises(Refusal, match="not approved"):
        encumber(first, "1.00", on=DAY)


def amend(project: Project, **more: Any) -> Amendment:
    plan = replace(amendments.current(project), **more)
    return amendments.propose(project, plan, WHY, NOON, on=DAY, by=town())


def adopted(made: Amendment) -> Amendment:
    at = NOON + timedelta(hours=1)
    for body, title in (("governing", "clerk"), ("corporation", "corporation")):
        where = {"municipality": "9901"} if title == "clerk" else {"zone": "9901"}
        by = officer(title, **where)
        made = amendments.adopt(made, body, Adoption("2023-200", at), on=DAY, by=by)
    return made


def decide(made: Amendment, reason: str = "") -> Amendment:
    by = officer("authority")
    return amendments.determine(made, approve=not reason, reason=reason, on=DAY, by=by)


def test_an_amendment_shows_before_and_after_and_is_what_the_project_is(approved: Project) -> None:
    made = amend(approved, budgets={2024: Decimal(1_500)}, months=18)
    row = AmendmentBudget.objects.get()
    assert (row.before, row.after, made.months_before, made.months_after) == (1_000, 1_500, 12, 18)
    assert approved.budgets.get().amount == 1_000
    with pytest.raises(Refusal, match="zone development corporation’s adoption"):
        decide(made)
    with pytest.raises(Refusal, match="before the hearing closed"):
        early = Adoption("2023-200", NOON - timedelta(minutes=1))
        clerk = officer("clerk", municipality="9901")
        amendments.adopt(made, "governing", early, on=DAY, by=clerk)
    decide(adopted(made))
    assert approved.budgets.get().amount == 1_500
    assert amendments.current(approved).months == 18
    assert encumber(approved, "1,500.00", on=DAY).amount == 1_500


def test_a_rejected_amendment_changes_nothing(approved: Project) -> None:
    made = adopted(amend(approved, scope="A smaller canopy"))
    with pytest.raises(Refusal, match="says why"):
        decide(made, " ")
    decide(made, "the canopy is the project")
    assert amendments.current(approved).scope != "A smaller canopy"
    with pytest.raises(Refusal, match="was rejected already"):
        decide(made)
    assert amend(approved, months=3).number == 2


def test_an_amendment_changes_something_leaves_what_is_bound_and_waits_alone(
    approved: Project,
) -> None:
    with pytest.raises(Refusal, match="nothing of budget, time or scope"):
        amend(approved)
    encumber(approved, "900.00", on=DAY)
    with pytest.raises(Refusal, match=r"\$900\.00 is encumbered or spent"):
        amend(approved, budgets={2024: Decimal("899.99")})
    made = amend(approved, budgets={2024: Decimal(900)})
    assert amend(approved, budgets={2024: Decimal(900)}) == made
    with pytest.raises(Refusal, match="another follows it"):
        amend(approved, months=24)


def test_an_amended_budget_stays_under_its_ceiling(zone: EnterpriseZone) -> None:
    of = {"category": "administration", "on": DAY}
    made = approve(complete(propose(zone, {2024: "6,000"}, **of), on=DAY))
    with pytest.raises(Refusal, match="the ceiling is 10,000"):
        amend(made, budgets={2024: Decimal("10,000.01".replace(",", ""))})
    assert amend(made, budgets={2024: Decimal(10_000)}).pk


def test_the_database_refuses_one_person_for_two_sides_of_an_amendment(approved: Project) -> None:
    made = amend(approved, months=18)
    made.determined_by, made.rejected_on, made.reason = made.proposed_by, DAY, "no"
    with pytest.raises(IntegrityError, match="one person"), transaction.atomic():
        made.save()


def test_an_outcome_is_of_an_approved_project_by_a_day_once(approved: Project) -> None:
    on = DAY + timedelta(days=100)
    made = outcomes.report(approved, Said(on, 2, "Two shops"), on=on, by=town())
    assert outcomes.report(approved, Said(on, 2, "Two shops"), on=on, by=town()) == made
    with pytest.raises(Refusal, match="reported on already"):
        outcomes.report(approved, Said(on, 3, "Two shops"), on=on, by=town())
    for day in (DAY - timedelta(1), on + timedelta(1)):
        with pytest.raises(Refusal, match="is needed"):
            outcomes.report(approved, Said(day, 2, "Two shops"), on=on, by=town())
    with pytest.raises(Refusal, match="activity are stated"):
        outcomes.report(approved, Said(DAY, 2, " "), on=on, by=town())
    with pytest.raises(DatabaseError, match="Cannot update"), transaction.atomic():
        Outcome.objects.update(jobs=9)


def test_every_kind_of_expense_says_what_makes_it_eligible() -> None:
    assert set(ELIGIBLE) == set(Category)
    assert all(len(words) > 40 for words in ELIGIBLE.values())
