"""A long form in steps, with and without a connection: nothing that was typed is lost."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse

from municipalities.models import Draft
from tests.web.pages import people, world
from tests.web.pages.people import sign_in_of

NO_CONNECTION = "() => { window.fetch = () => Promise.reject(new TypeError('no connection')); }"
pytestmark = [pytest.mark.browser, pytest.mark.django_db]


@pytest.fixture
def at(visit: Any) -> Iterator[Any]:
    """The form of a new proposal, at a width."""
    world.zone_years((2026, 2027))
    by = sign_in_of(people.coordinator("2119"))
    yield lambda width=1280, scripts=True: visit(
        reverse("propose", args=["2119"]), by=by, width=width, scripts=scripts
    )


def onward(page: Any) -> None:
    page.get_by_role("button", name="Save and continue").click()


def test_a_step_that_is_left_is_kept_and_the_list_says_what_is_filled_in(at: Any) -> None:
    page = at()
    page.get_by_label("Project number").fill("P-9")
    page.get_by_label("Title", exact=True).fill("Canopies")
    with page.expect_response("**/drafts/save/"):
        onward(page)
    assert Draft.objects.get().answers["title"] == ["Canopies"]
    marks = page.locator(".steps-list li").all_inner_texts()
    assert len(marks) == 10
    assert "Filled in" in marks[0] and "To fill in" in marks[1] and "Nothing to say" in marks[3]
    assert page.get_by_label("Description of the project").is_visible()
    assert not page.get_by_label("Title", exact=True).is_visible()
    page.get_by_role("button", name="10. Check the answers").click()
    assert page.locator(".answers .missing").count() > 5
    page.get_by_role("button", name="Change: Title").click()
    assert page.get_by_label("Title", exact=True).is_visible()


def test_what_the_server_refuses_opens_at_the_step_to_mend(at: Any) -> None:
    page = at()
    page.get_by_role("button", name="10. Check the answers").click()
    page.get_by_role("button", name="Propose the project").click()
    page.locator(".error-summary").wait_for()
    assert page.get_by_label("Project number").is_visible()
    page.locator(".error-summary a", has_text="Controls and reporting").click()
    assert page.get_by_label("Controls and reporting", exact=True).is_visible()
    assert "To mend" in page.locator(".steps-list li").nth(6).inner_text()


def test_without_scripts_the_whole_form_stands_on_the_page(at: Any) -> None:
    page = at(scripts=False)
    for name in ("Title", "Months to complete it", "Resolution"):
        assert page.get_by_label(name, exact=True).is_visible()
    assert page.get_by_role("button", name="Propose the project").is_visible()


def test_without_a_connection_the_browser_keeps_it_and_sends_it_when_there_is_one(at: Any) -> None:
    page = at()
    page.context.set_offline(True)
    page.get_by_label("Title", exact=True).fill("Canopies")
    onward(page)
    page.get_by_text("There is no connection").wait_for()
    page.get_by_label("Description of the project").fill("Ten of them")
    onward(page)
    assert not Draft.objects.exists()
    with page.expect_response("**/drafts/save/"):
        page.context.set_offline(False)
    page.wait_for_function("localStorage.length === 0")
    assert Draft.objects.get().answers["description"] == ["Ten of them"]


def test_a_page_that_was_lost_offers_what_was_typed_and_forgets_it_once_it_was_kept(
    at: Any,
) -> None:
    page = at()
    page.evaluate(NO_CONNECTION)
    page.get_by_label("Title", exact=True).fill("Canopies")
    page.get_by_label("Public safety (25%)").check()
    onward(page)
    page.get_by_label("Description of the project").fill("Ten of them")
    page.reload()  # the connection is back, and nothing had been kept
    assert not Draft.objects.exists()
    assert page.get_by_label("Title", exact=True).input_value() == ""
    page.get_by_text("did not reach us").wait_for()
    with page.expect_response("**/drafts/save/"):
        page.get_by_role("button", name="Put it back").click()
    assert page.get_by_label("Title", exact=True).input_value() == "Canopies"
    assert page.get_by_label("Public safety (25%)").is_checked()
    page.wait_for_function("localStorage.length === 0")
    assert Draft.objects.get().answers["description"] == ["Ten of them"]
    page.reload()
    assert page.get_by_text("did not reach us").count() == 0
    assert page.get_by_label("Title", exact=True).input_value() == "Canopies"


def test_it_can_be_thrown_away_and_signing_out_leaves_nothing(at: Any) -> None:
    page = at()
    page.evaluate(NO_CONNECTION)
    page.get_by_label("Title", exact=True).fill("Canopies")
    page.reload()
    page.get_by_role("button", name="Throw it away").click()
    page.reload()
    assert page.get_by_text("did not reach us").count() == 0
    page.evaluate(NO_CONNECTION)
    page.get_by_label("Title", exact=True).fill("Canopies")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(lambda url: "propose" not in url)
    assert page.evaluate("Object.keys(localStorage).length") == 0


def test_each_step_can_be_used_by_everyone(
    at: Any, axe: Any, no_sideways_scroll: Any, shot: Any
) -> None:
    for width in (1280, 390):
        page = at(width)
        assert axe(page) == []
        for _ in range(9):
            onward(page)
            assert no_sideways_scroll(page)
        assert axe(page) == []
        shot(page, "propose-check")
        page.get_by_role("button", name="3. Cost").click()
        shot(page, "propose-step")
