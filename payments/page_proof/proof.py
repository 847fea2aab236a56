"""The only home of the proof of pages: grown few and many, opened, compared, timed."""

from datetime import date
from decimal import Decimal

from payments import grow, scratch
from payments.page_proof import addresses, opening, ratios
from payments.page_proof.opening import Opened
from payments.proving import Outcome

FULL_TIMES = 20  # openings of each page from which the full State is grown
ON = date(2026, 11, 30)


def run(times: int, _seed: int) -> Outcome:
    """Open every page so many times; the more, the larger the State."""
    full = times >= FULL_TIMES
    few = opened(grow.TEN, 1)
    with scratch.database(reference=True):
        grow.grow(grow.FULL if full else grow.SMALL, on=ON, say=str)
        many = opening.every(times)
        found = ratios.measure(max(times, 10))
    relaxed = Decimal(1) if full else ratios.RELAXED
    said = [words for words, met in ratios.judged(found, relaxed) if not met]
    said += [*opening.unequal(few, many), *opening.faults(many)]
    if full:
        said += not_opened(many)
    return Outcome(len(many), said)


def opened(size: grow.Size, times: int) -> list[Opened]:
    """Open every page of a State of a size."""
    with scratch.database(reference=True):
        grow.grow(size, on=ON, say=str)
        return opening.every(times)


def not_opened(found: list[Opened]) -> list[str]:
    """Say which of our own pages with an address were never opened."""
    names = addresses.unopened({each.address.name for each in found})
    return [f"{name} was not opened" for name in names if name not in addresses.NO_PAGE]
