"""The only home of which vintages of a zone's money an encumbrance is made from. 52:27H-88 h."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from funds import caps
from funds.models import Account, Kind, Project
from funds.refusal import Refusal
from funds.rules.fiscal_year import last_day_unencumbered
from funds.rules.money import ZERO
from funds.splits import FUND
from municipalities.models import EnterpriseZone

CITE, CEILINGS = "52:27H-88 h.", "52:27H-88 b."


def draw(
    project: Project,
    amount: Decimal,
    on: date,
    vintages: Sequence[int] | None = None,
    ceilings: caps.Ceilings | None = None,
) -> dict[int, Decimal]:
    """Return how much is taken of each vintage, in dollars: the oldest usable one first.

    A vintage gives what is there and what the ceilings leave of it; given vintages are taken in
    the order given. `ceilings` are the zone's, where they are read already. Raises Refusal when a
    window is over or when the vintages are short.
    """
    ceilings = ceilings or caps.load(project.zone, on)
    balances = unencumbered(project.zone)
    if vintages is not None:
        refuse_expired(project.zone, vintages, on)
    usable = [sfy for sfy in balances if on <= last_day_unencumbered(sfy)]
    order = list(dict.fromkeys(vintages)) if vintages is not None else usable
    room = caps.room(project, order, ceilings)
    taken: dict[int, Decimal] = {}
    left = amount
    for sfy in order:
        part = min(balances.get(sfy, ZERO), room[sfy], left)
        if part > 0:
            taken[sfy] = part
            left -= part
    if left > 0:
        offered = {sfy: balances.get(sfy, ZERO) for sfy in order}
        _refuse_short(project, amount, offered, ceilings)
    return taken


def unencumbered(zone: EnterpriseZone) -> dict[int, Decimal]:
    """Return what the zone has credited and unencumbered by vintage, oldest first, in dollars."""
    rows = Account.objects.filter(fund=FUND, kind=Kind.ZONE, zone=zone, balance__gt=0)
    return {a.sfy: a.balance for a in rows.order_by("sfy") if a.sfy is not None}


def day(on: date) -> str:
    """A date as a letter writes it."""
    return f"{on:%B} {on.day}, {on.year}"


def refuse_expired(zone: EnterpriseZone, vintages: Sequence[int], on: date) -> None:
    """Refuse a vintage after its last usable day, naming the day."""
    for sfy in vintages:
        last = last_day_unencumbered(sfy)
        if on > last:
            raise Refusal(f"{zone}: SFY{sfy} was usable through {day(last)}, not on {on}.", CITE)


def _refuse_short(
    project: Project, amount: Decimal, offered: dict[int, Decimal], ceilings: caps.Ceilings
) -> None:
    """Say what is missing: money, or room under a ceiling."""
    available = sum(offered.values(), ZERO)
    if available < amount:
        raise Refusal(
            f"{project.zone}: ${amount - available:,.2f} short; ${available:,.2f} is available."
            + _expired(project.zone, ceilings.on),
            CITE,
        )
    for sfy in offered:  # where it takes one vintage, the ceiling itself says it best
        if len(offered) == 1:
            caps.refuse_encumbrance(project, sfy, amount, ceilings)
    room = caps.room(project, offered, ceilings)
    under = {sfy: min(balance, room[sfy]) for sfy, balance in offered.items()}
    parts = ", ".join(f"SFY{sfy} ${part:,.2f}" for sfy, part in under.items())
    raise Refusal(
        f"{project.municipality}: cannot encumber ${amount:,.2f} for {project.category}; the "
        f"ceilings of the years leave ${sum(under.values(), ZERO):,.2f} ({parts}).",
        CEILINGS,
    )


def _expired(zone: EnterpriseZone, on: date) -> str:
    past = [
        f" ${balance:,.2f} of SFY{sfy} was usable through {day(last_day_unencumbered(sfy))}."
        for sfy, balance in unencumbered(zone).items()
        if on > last_day_unencumbered(sfy)
    ]
    return "".join(past)
