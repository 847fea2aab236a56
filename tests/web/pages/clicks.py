"""A hand that counts its clicks: what a job costs, against its budget. Typing costs none."""

from collections.abc import Mapping
from typing import Any


class Hand:
    """Clicks links, buttons and boxes of a page by their names, one after the other, and counts."""

    def __init__(self, page: Any) -> None:
        self.page, self.clicks = page, 0

    def link(self, name: str) -> "Hand":
        return self._click(self.page.get_by_role("link", name=name).first)

    def button(self, name: str) -> "Hand":
        return self._click(self.page.get_by_role("button", name=name).first)

    def tick(self, label: str) -> "Hand":
        return self._click(self.page.get_by_label(label))

    def follow(self, address: str) -> "Hand":
        """Click the first link of the page that leads to an address."""
        return self._click(self.page.locator(f"main a[href='{address}']").first)

    def _click(self, found: Any) -> "Hand":
        found.click()
        self.clicks += 1
        return self

    def said(self) -> str:
        """What the product says happened."""
        return str(self.page.locator(".messages").inner_text())


def in_steps(page: Any, answers: Mapping[str, str]) -> None:
    """Fill a form in steps in by its labels, going on where a label is of a later step."""
    for label, words in answers.items():
        field = page.get_by_label(label, exact=True)
        while not field.is_visible():
            page.get_by_role("button", name="Save and continue").click()
        field.fill(words)
    while page.get_by_role("button", name="Save and continue").is_visible():
        page.get_by_role("button", name="Save and continue").click()
