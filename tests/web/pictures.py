"""The only home of reading a picture's figures from its SVG, and of finding them in its table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lxml import html

FIGURE = re.compile(r"[+−-]?\d[\d,]*\.\d\d(?!\d)|\d+(?:\.\d+)?%")
SPACE = re.compile(r"\s+")


def titles(page: str) -> list[str]:
    """What every picture of a page says, a title a mark or a map; bars in tables stand beside."""
    return [_text(each) for each in html.fromstring(page).iter("title") if _is_picture(each)]


def unequal(page: str) -> list[str]:
    """The marks whose figures no row of the tables of their section shows under their label."""
    return [
        said
        for title in html.fromstring(page).iter("title")
        if _is_picture(title)
        for said in _marks(_text(title))
        if not any(_shows(row, said) for row in _rows(title))
    ]


def _is_picture(title: Any) -> bool:
    return title.getparent() is not None and title.getparent().tag == "svg"


def _marks(said: str) -> Iterator[str]:
    """A map says all its counties in one title, each after a semicolon."""
    parts = said.split("; ")
    yield from (part for part in parts if len(parts) == 1 or FIGURE.search(part))


def _rows(title: Any) -> list[str]:
    section = next(each for each in title.iterancestors() if each.tag in ("section", "main"))
    return [_text(row) for row in section.iter("tr")]


def _shows(row: str, said: str) -> bool:
    label, _, figures = said.partition(": ")
    cells = FIGURE.findall(row)
    wanted = FIGURE.findall(figures)
    return label.lower() in row.lower() and all(
        cells.count(each) >= wanted.count(each) for each in wanted
    )


def _text(node: Any) -> str:
    return SPACE.sub(" ", " ".join(node.itertext())).strip()
