"""The second factor is shown again before what certifies, releases, pays, or seats anybody."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.urls import URLResolver, get_resolver

from municipalities.doors import Door, Seen

ACTS = {
    "run_certify", "year_end_certify", "warrant_certify", "warrant_issue", "warrant_send",
    "seat", "hand_over", "grant", "grant_refuse", "term", "renew", "renewal", "recertify",
    "invitation",
}  # fmt: skip


def views(resolver: URLResolver) -> Iterator[tuple[str, type[Seen]]]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from views(each)
        elif hasattr(each.callback, "view_class"):
            yield each.name or "", each.callback.view_class


def test_these_addresses_ask_for_the_factor_again() -> None:
    acts = {name: view for name, view in views(get_resolver()) if name in ACTS}
    assert acts.keys() == ACTS
    assert [name for name, view in acts.items() if not view().asks_for_the_factor] == []


@pytest.mark.parametrize("duty", sorted(settings.ASKED_AGAIN))
def test_no_door_of_such_a_duty_can_forget_to_ask(duty: str) -> None:
    door = type("ForgetfulDoor", (Door,), {"permission": duty})
    assert door().asks_for_the_factor
    assert not type("OtherDoor", (Door,), {"permission": "encumber"})().asks_for_the_factor


def test_each_of_these_duties_is_some_offices() -> None:
    every = frozenset[str]().union(*settings.ROLES.values())
    assert every >= settings.ASKED_AGAIN
