"""The only home of the pictures of the main pages: `make screens` while the product is served.

They are taken at both widths from the served demonstration, as each office sees them, into
`var/screens`, which git ignores. The heads of those that the README shows go into `docs/img`.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
INTO = ROOT / "var" / "screens"
PASSWORD = ROOT / "var" / "demonstration-password"
SHOWN = ROOT / "docs" / "img"
IN_README = ("home-cfo", "zone", "run")
WIDTHS = (1280, 390)
# name of the picture: who signs in, the page, then the links to follow, by how their address
# begins or by their words
SCREENS: dict[str, tuple[str, ...]] = {
    "home-cfo": ("newark-cfo", "/"),
    "home-coordinator": ("newark-coordinator", "/"),
    "home-certifier": ("treasury-certifier", "/"),
    "home-releaser": ("treasury-releaser", "/"),
    "home-dca": ("dca-analyst", "/"),
    "home-auditor": ("auditor", "/"),
    "fund-zone": ("treasury-certifier", "/funds/zone-assistance/"),
    "fund-receipts": ("treasury-certifier", "/funds/energy-receipts/"),
    "run": ("treasury-certifier", "/funds/zone-assistance/", "SFY2027, run 1"),
    "run-holder": (
        "treasury-certifier",
        "/funds/zone-assistance/",
        "SFY2027, run 1",
        "/runs/*/why/",
    ),
    "municipality": ("newark-cfo", "/municipalities/0714/"),
    "zone": ("newark-coordinator", "/zones/0714/"),
    "payment-day": ("treasury-releaser", "/payments/"),
    "year-ends": ("treasury-certifier", "/year-end/"),
    "year-end": ("treasury-certifier", "/year-end/", "/year-end/zone-assistance/"),
    "work": ("treasury-certifier", "/jobs/"),
}


def signed_in(browser: Any, address: str, name: str) -> Any:
    """Return a window in which the demonstration's office has signed in."""
    page = browser.new_context(base_url=address).new_page()
    page.goto("/sign-in/")
    page.fill("input[type=text]", name)
    page.fill("input[type=password]", PASSWORD.read_text().strip())
    page.press("input[type=password]", "Enter")
    page.wait_for_load_state()
    return page


def follow(page: Any, beginning: str) -> None:
    """Open the first link of those words or whose address begins so; a `*` is one part of it."""
    if not beginning.startswith("/"):
        page.click(f"main a:text-is('{beginning}')")
        page.wait_for_load_state()
        return
    parts = beginning.split("*")
    links = page.eval_on_selector_all("main a", "all => all.map(a => a.getAttribute('href'))")
    for link in links:
        if link.startswith(parts[0]) and all(part in link for part in parts) and link != beginning:
            page.goto(link)
            return
    raise SystemExit(f"{page.url} has no link to {beginning}")


def picture(page: Any, name: str) -> None:
    """Keep the whole page at both widths, and what the README shows of it."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.screenshot(path=INTO / f"{name}-{width}.png", full_page=True)
    if name in IN_README:
        page.set_viewport_size({"width": WIDTHS[0], "height": 900})
        page.screenshot(path=SHOWN / f"{name}.png")


def main(address: str, *wanted: str) -> None:
    """Take the pictures of all pages, or of those that are named."""
    for folder in (INTO, SHOWN):
        folder.mkdir(parents=True, exist_ok=True)
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "chrome"))))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        people: dict[str, Any] = {}
        for name in wanted or SCREENS:
            who, start, *links = SCREENS[name]
            page = people.setdefault(who, None) or signed_in(browser, address, who)
            people[who] = page
            page.goto(start)
            for beginning in links:
                follow(page, beginning)
            picture(page, name)
            print(name, page.url)
        browser.close()


if __name__ == "__main__":
    main(*(sys.argv[1:] or ["http://127.0.0.1:8000"]))
