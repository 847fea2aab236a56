"""A proposal from draft to approved by four offices, with real clicks; its pages are looked at."""

from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse

from funds import amendments, ledger, outcomes
from funds.adoptions import NEW_YORK
from funds.models import Project
from funds.outcomes import Said
from funds.rules.money import ZERO
from municipalities.models import EnterpriseZone
from tests.municipalities.uploads import pdf
from tests.offices import officer
from tests.web.pages import people, world, zone_work
from tests.web.pages.clicks import Hand
from tests.web.pages.people import sign_in_of
from tests.web.pages.test_second_generation_seen import seen
from tests.zone_money import credit

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
WORDS = "Awnings and lights"
STEPS: tuple[dict[str, str], ...] = (
    {"Description of the project": WORDS},
    {"From the SFY2027 credit ($) (optional)": "30,000.00", "Total cost ($)": "30,000.00"},
    {},  # no other source
    {"Months to complete it": "3"},
    {"How it furthers the zone development plan": WORDS},
    {"Controls and reporting": WORDS},
    {
        "Why it is a qualified expense": WORDS,
        "New jobs it will lead to": "4",
        "Economic activity it will increase": WORDS,
    },
    {
        "Public hearing closed on": "2026-10-05",
        "Hearing closed at (New York)": "19:30",
        "Joint resolution adopted on": "2026-10-05",
        "Adopted at (New York)": "20:15",
        "Resolution": "2026-104",
    },
)


@pytest.fixture
def seat(visit: Any) -> Callable[..., Hand]:
    return lambda by, address="/": Hand(visit(address, by=sign_in_of(by)))


def test_a_proposal_goes_from_draft_to_approved_by_four_offices(seat: Callable[..., Hand]) -> None:
    zone = world.three_zones()["9901"]
    ledger.open_books(world.ZONES, 2027)
    credit(zone, 2027, "900,000.00", on=date(2026, 8, 3))
    clerk, corporation = people.local("clerk", "9901"), officer("corporation", zone="9901")
    draft_and_propose(seat(people.coordinator("9901"), reverse("propose", args=["9901"])))
    ask_and_answer(seat)
    for by in (clerk, corporation):
        job = seat(by)
        job.link("Record the adoption of Storefronts")
        assert job.page.get_by_label("Resolution", exact=True).input_value() == ""  # adopted anew
        job.page.get_by_label("Adopted on").fill("2026-11-30")
        job.page.get_by_label("At (New York)").fill("20:15")
        job.page.get_by_label("Resolution", exact=True).fill("2026-131")
        paper = {"name": "resolution.pdf", "mimeType": "application/pdf", "buffer": pdf()}
        job.page.get_by_label("The resolution as adopted").set_input_files(paper)
        job.button("Record the adoption")
        assert "adopted P-2027-1" in job.said()
        assert job.clicks == 2
    for by in (people.coordinator("9901"), clerk, corporation):
        job = seat(by)
        job.link("Acknowledge the Local Government Ethics Law")
        job.button("Record the status")
    job = seat(officer("authority"))
    job.link("Determine Storefronts")
    assert "Nothing is missing" in job.page.locator("main").inner_text()
    job.button("Approve $30,000.00")
    assert "P-2027-1 is approved" in job.said()
    assert job.clicks == 2
    assert Project.objects.get().approved_on == world.TODAY


def draft_and_propose(job: Hand) -> None:
    """Begin it, leave it, find what was typed again; then step by step to the end."""
    page = job.page
    page.get_by_label("Project number").fill("P-2027-1")
    page.get_by_label("Public safety (25%)").check()
    job.button("Save and go on later")
    assert "is kept" in job.said()
    assert page.get_by_label("Project number").input_value() == "P-2027-1"
    assert page.get_by_label("Public safety (25%)").is_checked()
    page.get_by_label("Economic development", exact=False).first.check()
    page.get_by_label("Title").fill("Storefronts")
    begun = job.clicks
    for step in STEPS:
        job.button("Save and continue")
        for label, words in step.items():
            page.get_by_label(label, exact=True).fill(words)
    assert not page.get_by_role("button", name="Propose the project").is_visible()
    job.button("Save and continue")
    assert page.locator(".answers .missing").all_inner_texts() == []
    assert "Awnings and lights" in page.locator(".answers").inner_text()
    job.button("Propose the project to the Authority")
    assert "P-2027-1 is proposed" in job.said()
    assert job.clicks - begun == len(STEPS) + 2  # one a step: on to each, to the check, and send


def ask_and_answer(seat: Callable[..., Hand]) -> None:
    """The Authority's staff comment on a part; the town answers and sends it again."""
    job = seat(officer("dca-analyst"), reverse("project", args=[Project.objects.get().pk]))
    job.link("Ask for changes")
    job.page.get_by_label("Months to complete it").fill("Three are too few")
    job.button("Ask for the changes")
    assert "1 change asked" in job.said()
    job = seat(people.coordinator("9901"))
    job.link("Answer the changes asked of Storefronts")
    job.page.get_by_label("Answer: Months to complete it").fill("Nine then")
    job.page.get_by_label("Months to complete it", exact=True).fill("9")
    job.button("Send the proposal again")
    assert "with the Authority again" in job.said()
    main = job.page.locator("main").inner_text()
    assert "Three are too few" in main and "Nine then" in main


def test_pages_of_a_project_on_its_way_can_be_used_by_everyone(
    visit: Any, axe: Any, no_sideways_scroll: Any, shot: Any
) -> None:
    world.zone_years((2026, 2027))
    made = zone_work.zone_work_of_two_years()
    project, waiting = made["project"], made["proposed"]
    by, on = people.coordinator("2119"), world.TODAY
    outcomes.report(project, Said(date(2026, 6, 30), 1, "One shop opened"), on=on, by=by)
    plan = amendments.current(project)
    closed = datetime(2026, 11, 30, 9, tzinfo=NEW_YORK)
    changed = amendments.Plan(18, plan.scope + " And trees.", {2026: Decimal(420_000)})
    amendment = amendments.propose(project, changed, "Steel is dearer", closed, on=on, by=by)
    pages = {
        "project-amended": reverse("project", args=[project.pk]),
        "amendment": reverse("amendment", args=[amendment.pk]),
        "amend": reverse("amend", args=[project.pk]),
        "outcome": reverse("outcome", args=[project.pk]),
        "propose-eligible": reverse("propose", args=["2119"]),
    }
    wrong = seen(visit, by, pages, axe, no_sideways_scroll, shot)
    ask = {"ask-changes": reverse("ask_changes", args=[waiting.pk])}
    wrong += seen(visit, officer("authority"), ask, axe, no_sideways_scroll, shot)
    assert wrong == [] and isinstance(project.zone, EnterpriseZone) and amendment.number > ZERO
