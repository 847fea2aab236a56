"""The only home of what a route says: of which record, for which duty, and whether it is sent."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Route:
    """What an address is of, and the duty it needs; by default a page for every office."""

    of: str = ""
    duty: str = ""
    sends: bool = False
    open: bool = False
    down: bool = False  # answers 503 while a part of the product is silent


ANYONE = Route(open=True, sends=True)
ONE_SELF = Route(sends=True)  # about nobody but who is signed in
STATE = Route(duty="read-all")


def door(duty: str, of: str = "") -> Route:
    """Return the route of a door: it takes a POST, and needs the duty."""
    return Route(of, duty, sends=True)
