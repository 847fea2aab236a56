"""Officers for tests, seated on demand: one person in each office."""

from datetime import date

from municipalities import offices
from municipalities.models import Officer

SINCE = date(1998, 1, 1)


def officer(title: str, *, place: str = "", person: str = "", **where: str) -> Officer:
    """Seat (or find) the holder of an office; `person` names another natural person."""
    name = f"{place or next(iter(where.values()), 'State')} {title}"
    return offices.seat(title, name, person or f"{name} holder", from_on=SINCE, **where)
