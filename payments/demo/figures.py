"""The only home of the demonstration's figures and papers: each says whether it was published.

A demonstration figure is worked out from the municipality's code and the year, so that it is the
same on every machine; it says nothing about the municipality that bears it.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from hashlib import sha256
from pathlib import Path

from municipalities import facts
from municipalities.models import SourceDocument
from municipalities.reading import tables
from payments.demo.people import People

DATA = Path(__file__).parent / "data"
Standing = SourceDocument.Standing
BASIS = "Worked out from code and year to show the product; it describes no municipality."


def rows(name: str) -> list[dict[str, str]]:
    """Return the rows of a file of payments/demo/data."""
    return tables.plain_rows((DATA / f"{name}.csv").read_text(encoding="utf-8"), name)


def number(below: int, *words: object) -> int:
    """Return a whole number below a limit that is always the same for the same words."""
    text = "/".join(str(word) for word in words)
    return int(sha256(text.encode()).hexdigest(), 16) % below


def near(amount: Decimal | int, *words: object, permille: int = 10) -> Decimal:
    """Return the amount moved by at most so many thousandths of it, in whole units."""
    moved = 10_000 - 10 * permille + number(20 * permille + 1, *words)
    return Decimal(int(amount) * moved // 10_000)


def made_up(what: str, on: date) -> SourceDocument:
    """Return the paper of demonstration figures."""
    return _paper(
        f"Demonstration figures: {what}", "Demonstration", BASIS, on, Standing.DEMONSTRATION
    )


def published(title: str, publisher: str, reference: str, on: date) -> SourceDocument:
    """Return the paper of a published figure."""
    return _paper(title, publisher, reference, on, Standing.PUBLISHED)


def _paper(
    title: str, publisher: str, reference: str, on: date, standing: Standing
) -> SourceDocument:
    found, _ = SourceDocument.objects.get_or_create(
        title=title,
        received_on=on,
        defaults={"publisher": publisher, "reference": reference, "standing": standing},
    )
    return found


def record(
    kind: str,
    period: str,
    values: Mapping[str | None, Decimal],
    *,
    document: SourceDocument,
    people: People,
) -> None:
    """Load a version of figures in one office and accept it in another, as they are received."""
    on = document.received_on
    loaded = facts.load(
        kind, period, values, document=document, on=on, by=people.state("dca-analyst")
    )
    facts.accept(loaded, on=on, by=people.state("treasury-analyst"))
