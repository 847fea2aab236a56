"""A hand that counts its clicks: what a job costs, against its budget."""

from typing import Any


class Hand:
    """Clicks links and buttons of a page by their names, and counts."""

    def __init__(self, page: Any) -> None:
        self.page, self.clicks = page, 0

    def link(self, name: str) -> None:
        self._click(self.page.get_by_role("link", name=name).first)

    def button(self, name: str) -> None:
        self._click(self.page.get_by_role("button", name=name).first)

    def _click(self, found: Any) -> None:
        found.click()
        self.clicks += 1

    def said(self) -> str:
        """What the product says happened."""
        return str(self.page.locator(".messages").inner_text())
