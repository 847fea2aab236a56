"""Papers, notices and drafts looked at in a browser, by those whose they are."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from funds import letters
from municipalities import offices
from municipalities.models import Draft, DraftVersion
from municipalities.notices import writing
from municipalities.notices.writing import Words
from tests.offices import officer
from tests.web.pages import world
from tests.web.pages.people import coordinator, sign_in_of

pytestmark = [pytest.mark.django_db, pytest.mark.browser]


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> None:
    settings.DOCUMENTS = str(tmp_path)


def assert_looks_well(page: Any, name: str, axe: Any, fits: Any, shot: Any) -> None:
    assert axe(page) == []
    assert fits(page)
    shot(page, name)


def test_a_letter_on_screen_and_the_page_that_verifies_it(
    visit: Any, axe: Any, no_sideways_scroll: Any, shot: Any
) -> None:
    certified = world.zone_years((2026, 2027))[2027].certification
    paper = letters.issue_certification(
        certified, "zone:Phillipsburg", on=date(2026, 7, 21), by=offices.system()
    )
    who = sign_in_of(coordinator("2119"))
    for name, address in (
        ("paper", reverse("paper", args=[paper.number])),
        ("papers", reverse("papers")),
        ("verify", reverse("verify", args=[paper.number]) + "?sha256=" + paper.sha256),
    ):
        page = visit(address, by=None if name == "verify" else who)
        assert_looks_well(page, name, axe, no_sideways_scroll, shot)
    narrow = visit(reverse("paper", args=[paper.number]), by=who, width=390)
    assert no_sideways_scroll(narrow)
    holder = visit(reverse("run_holder", args=[certified.run_id, "zone:Phillipsburg"]), by=who)
    holder.get_by_role("link", name="Letter of the certification").click()
    assert paper.number in holder.locator("h1").inner_text() or paper.title in holder.content()


def test_notices_with_those_that_were_not_delivered(
    visit: Any, axe: Any, no_sideways_scroll: Any, shot: Any
) -> None:
    world.three_zones()
    sender = officer("treasury-certifier")
    to = [coordinator(code) for code in ("2119", "0714")]
    words = Words("ZA-2027-01: $1.00 is certified for you", "The letter is enclosed.", "/papers/")
    first, _ = writing.write_each("certification", "c/1", to, lambda _: words, by=sender)
    who = sign_in_of(sender)
    assert_looks_well(visit(reverse("notices"), by=who), "notices", axe, no_sideways_scroll, shot)
    assert_looks_well(
        visit(reverse("notice", args=[first.pk]), by=who), "notice", axe, no_sideways_scroll, shot
    )


def test_a_draft_beside_its_earlier_version(
    visit: Any, axe: Any, no_sideways_scroll: Any, shot: Any
) -> None:
    world.three_zones()
    holder = coordinator("2119")
    draft = Draft.objects.create(
        person=holder.person, form="propose", about="2119", title="Propose a project",
        address="/zones/2119/propose/", answers={"title": ["Canopies"]}, version=2,
    )  # fmt: skip
    DraftVersion.objects.create(draft=draft, version=1, answers={"title": ["Lights"]})
    who = sign_in_of(holder)
    assert_looks_well(visit(reverse("drafts"), by=who), "drafts", axe, no_sideways_scroll, shot)
    page = visit(reverse("draft", args=[draft.pk]), by=who)
    assert_looks_well(page, "draft", axe, no_sideways_scroll, shot)
