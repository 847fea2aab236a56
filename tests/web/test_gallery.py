"""Every part of a page, looked at in a browser."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.urls("tests.web.gallery")]
NARROW = 320


@pytest.mark.parametrize("width", [1280, 390])
def test_every_part_is_reachable_for_everyone(visit: Any, axe: Any, width: int) -> None:
    page = visit("/gallery/", width=width)
    assert axe(page) == []


@pytest.mark.parametrize("width", [1280, 1024, 640, 390, NARROW])
def test_the_page_never_scrolls_sideways(visit: Any, no_sideways_scroll: Any, width: int) -> None:
    assert no_sideways_scroll(visit("/gallery/", width=width))


def test_the_gallery_is_kept_as_pictures(visit: Any, shot: Any) -> None:
    pictures = shot(visit("/gallery/"), "gallery")
    assert all(picture.stat().st_size > 20_000 for picture in pictures)


def test_a_form_with_every_error_is_reachable_and_its_summary_has_the_focus(
    visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    page = visit("/gallery/form/")
    page.click("text=Send voucher 149 to the CFO")
    page.wait_for_selector(".error-summary:focus")
    assert axe(page) == []
    shot(page, "form-with-errors")
    assert no_sideways_scroll(page)


def test_each_line_of_the_summary_leads_to_a_field_that_says_the_same(visit: Any) -> None:
    page = visit("/gallery/form/")
    page.click("text=Send voucher 149 to the CFO")
    targets = page.eval_on_selector_all(".error-summary a", "all => all.map(a => a.hash)")
    assert len(targets) == 8
    for target in targets:
        field = page.locator(target)
        assert field.count() == 1, target
        described = field.get_attribute("aria-describedby") or field.locator(
            "xpath=ancestor::fieldset[1]"
        ).get_attribute("aria-describedby")
        for name in described.split():
            assert page.locator(f"#{name}").inner_text()


def test_without_scripts_the_menu_and_the_form_still_work(visit: Any) -> None:
    page = visit("/gallery/form/", width=390, scripts=False)
    page.click("summary:has-text('Menu')")
    assert page.locator(".menu-sheet a:has-text('Payments')").is_visible()
    page.click("summary:has-text('Menu')")
    page.click("text=Send voucher 149 to the CFO")
    assert page.locator(".error-summary").is_visible()
