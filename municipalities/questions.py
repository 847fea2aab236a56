"""The only reader of what an address asks behind its question mark: known names, readable values.

What a page does not know it refuses in words: a filter that is silently dropped shows more than
was asked for, and is believed.
"""

from collections.abc import Collection
from datetime import date, datetime
from typing import Any

from django.core.exceptions import BadRequest
from django.core.paginator import InvalidPage, Page, Paginator
from django.http import HttpRequest

MANY = 50  # rows of a page
LONGEST = 200  # characters of an answer to a question


class UnknownQuestion(BadRequest):
    """A question that the page does not know, or a value that it can't read; worded for people."""


def check(request: HttpRequest, known: Collection[str]) -> None:
    """Refuse a name that the page does not know, one asked twice, and what no page can read."""
    for name, values in request.GET.lists():
        if name not in known:
            raise UnknownQuestion(f"This page knows no “{name[:40]}”. {_known(known)}")
        if len(values) > 1:
            raise UnknownQuestion(f"“{name}” stands twice in the address; once is needed.")
        if "\0" in values[0] or len(values[0]) > LONGEST:
            raise UnknownQuestion(f"“{name}” can’t be read; at most {LONGEST} characters fit.")


def _known(known: Collection[str]) -> str:
    if not known:
        return "It takes no question."
    return f"It knows {', '.join(sorted(known))}."


def number(request: HttpRequest, name: str) -> int | None:
    """Read a whole number from 1; None when it is not asked."""
    found = request.GET.get(name, "")
    if not found:
        return None
    if not (found.isascii() and found.isdigit() and len(found) < 10 and int(found)):
        raise UnknownQuestion(f"“{name}” is {_quoted(found)}; a whole number from 1 is needed.")
    return int(found)


def one_of(request: HttpRequest, name: str, choices: Collection[str]) -> str:
    """Read one of a few words; empty when it is not asked."""
    found = request.GET.get(name, "")
    if found and found not in choices:
        needed = ", ".join(choices)
        raise UnknownQuestion(f"“{name}” is {_quoted(found)}; one of {needed} is needed.")
    return found


def day(request: HttpRequest, name: str) -> date | None:
    """Read a day as 2026-11-30; None when it is not asked."""
    found = request.GET.get(name, "")
    if not found:
        return None
    try:
        return datetime.strptime(found, "%Y-%m-%d").date()  # noqa: DTZ007  a day has no zone
    except ValueError:
        needed = "a day such as 2026-11-30 is needed."
        raise UnknownQuestion(f"“{name}” is {_quoted(found)}; {needed}") from None


def page_of(request: HttpRequest, rows: Any, many: int = MANY) -> Page[Any]:
    """Return the page that is asked for. Raises UnknownQuestion for one that is not there."""
    paginator = rows if isinstance(rows, Paginator) else Paginator(rows, many)
    asked = number(request, "page") or 1
    try:
        return paginator.page(asked)
    except InvalidPage:
        last = paginator.num_pages
        raise UnknownQuestion(f"There is no page {asked}; the last is {last}.") from None


def _quoted(found: str) -> str:
    return f"“{found[:40]}”"
