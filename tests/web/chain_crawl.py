"""The only home of reading pages for their amounts: where each leads, and how far a clause is.

A money cell is any text of a page's main part that matches an amount of dollars and cents. It leads
where the link leads that it stands in; in the chain of a page that explains an amount, to that
page.
Only links of the main part count: the bar above every page leads to the law, and explains nothing.
"""

import re
from collections import defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from django.test import Client
from django.urls import Resolver404, resolve

AMOUNT = re.compile(r"(?<![\d.,])[−+-]?\$?\d{1,3}(?:,\d{3})*\.\d{2}(?!\d|%|,\d|\.\d)")
CLICKS = 3
EXAMPLES = 2  # pages opened of one address and office
SKIPPED = {"script", "style", "select", "option", "textarea", "svg", "title"}


@dataclass
class Cell:
    """An amount as it stands on a page, and where it leads."""

    words: str
    to: str = ""


@dataclass
class Read:
    """A page: the amounts of its main part, and every address that part leads to."""

    path: str
    name: str
    cells: list[Cell] = field(default_factory=list)
    links: list[str] = field(default_factory=list)


class _Reader(HTMLParser):
    """Finds the amounts and the links of a page's main part."""

    def __init__(self, read: Read) -> None:
        super().__init__()
        self.read, self.stack = read, list[tuple[str, str]]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a link of the main part, and go into what opens; a chain counts as itself."""
        said = dict(attrs)
        href = said.get("href") or ""
        if tag == "a" and href and self._within("main"):
            self.read.links.append(_plain(self.read.path, href))
        if tag == "ol" and "chain" in (said.get("class") or "").split():
            href = self.read.path
        if tag not in _VOID:
            self.stack.append((tag, href))

    def handle_endtag(self, tag: str) -> None:
        """Leave what closes, and whatever was left open in it."""
        while self.stack and self.stack.pop()[0] != tag:
            continue

    def handle_data(self, data: str) -> None:
        """Note the amounts of a text, with what they stand in."""
        tags = {tag for tag, _ in self.stack}
        if "main" not in tags or tags & SKIPPED:
            return
        to = next((href for _, href in reversed(self.stack) if href), "")
        for hit in AMOUNT.finditer(data):
            self.read.cells.append(Cell(hit[0], _plain(self.read.path, to) if to else ""))

    def _within(self, name: str) -> bool:
        return any(tag == name for tag, _ in self.stack)


_VOID = {
    *("area", "base", "br", "col", "embed", "hr", "img"),
    *("input", "link", "meta", "source", "wbr"),
}


def _plain(at: str, href: str) -> str:
    """Return the path that an address of a page leads to, with its query; a fragment is no page."""
    whole = urlsplit(urljoin(at, href))
    return whole.path + (f"?{whole.query}" if whole.query else "")


def read_page(path: str, html: str) -> Read:
    """Read a page."""
    found = Read(path, name_of(path))
    _Reader(found).feed(html)
    return found


def name_of(path: str) -> str:
    """Return the name of an address; empty when nothing answers there."""
    try:
        return resolve(urlsplit(path).path).url_name or ""
    except Resolver404:
        return ""


def crawl(client: Client, starts: Iterable[str], most: int = EXAMPLES) -> dict[str, Read]:
    """Open pages from these on as links lead, so many of each address."""
    waiting, opened = deque(starts), dict[str, Read]()
    counted: dict[str, int] = defaultdict(int)
    while waiting:
        path = waiting.popleft()
        name = name_of(path)
        if path in opened or not name or counted[name] >= most or name.startswith("api_"):
            continue
        answer = client.get(path)
        if answer.status_code != 200 or not answer.get("Content-Type", "").startswith("text/html"):
            continue
        counted[name] += 1
        opened[path] = read_page(path, answer.content.decode())
        waiting.extend(opened[path].links)
    return opened


def distances(pages: dict[str, Read]) -> dict[str, int]:
    """Return how many clicks a clause is from each address: by its own links, or by its likes'.

    Pages of one address are alike: one that was not opened is as far as the farthest opened one.
    """
    by_name: dict[str, list[Read]] = defaultdict(list)
    for each in pages.values():
        if each.cells:  # an empty list explains nothing, and needs not
            by_name[each.name].append(each)
    far = {"clause": 0}
    for step in range(1, CLICKS + 1):
        near = {name for name, alike in by_name.items() if all(_leads(each, far) for each in alike)}
        far |= dict.fromkeys(near - set(far), step)
    return far


def _leads(page: Read, far: dict[str, int]) -> bool:
    return any(name_of(link) in far for link in page.links)


def leads(cell: Cell, far: dict[str, int]) -> bool:
    """Say whether an amount leads to a clause's page in at most so many clicks."""
    return bool(cell.to) and 1 + far.get(name_of(cell.to), CLICKS) <= CLICKS
