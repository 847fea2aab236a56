"""The only home of what a browser test asks of a page: reachable, narrow, a picture of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe

SHOTS = Path(__file__).with_name("shots")
WIDTHS = (1280, 390)


def axe_violations(page: Any) -> list[str]:
    """What axe finds wrong, a line each: rule, help, and the first three places."""
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {each['help']}: {[node['html'][:160] for node in each['nodes'][:3]]}"
        for each in found
    ]


def scrolls_sideways(page: Any) -> bool:
    """Whether the page itself, not a frame in it, is wider than its window."""
    return bool(page.evaluate("document.documentElement.scrollWidth > window.innerWidth"))


def shoot(page: Any, name: str) -> list[Path]:
    """Keep a picture of the whole page at both widths; the folder is not kept in git."""
    SHOTS.mkdir(exist_ok=True)
    made = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        path = SHOTS / f"{name}-{width}.png"
        page.screenshot(path=path, full_page=True)
        made.append(path)
    return made
