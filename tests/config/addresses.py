"""The only home of walking every address of the product, as the URL configuration has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import get_resolver

# What stands where an address takes a value; anything else takes 1.
VALUES = {
    "fund": "highlands",
    "code": "0714",
    "holder": "0714",
    "sfy": "2027",
    "step": "plan",
    "number": "2027-1",
    "app_label": "funds",
    "url": "no-such-page",
}


def every() -> list[str]:
    """Every address once, with values that may lead nowhere."""
    return sorted(set(_below(get_resolver(), "/")))


def _below(resolver: Any, prefix: str) -> Iterator[str]:
    for key in resolver.reverse_dict:
        for possibilities, *_ in resolver.reverse_dict.getlist(key):
            for pattern, names in possibilities:
                yield prefix + pattern % {name: VALUES.get(name, "1") for name in names}
    for begins, below in resolver.namespace_dict.values():
        yield from _below(below, prefix + begins)
