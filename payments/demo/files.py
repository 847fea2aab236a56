"""The only home of the demonstration's files of figures: one declined, one that waits, one refused.

Their figures are demonstration figures; the towns of the refused one are made up.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from hashlib import sha256

from municipalities.documents import store
from municipalities.intake import accepting, sending
from municipalities.models import Document, Intake, SourceDocument
from payments.demo import zone_facts
from payments.demo.people import People

ACCEPTED_ON, WAITS_ON = date(2026, 10, 14), date(2026, 11, 18)
HEAD = "Municode,taxable_sales"


def tell(people: People, towns: int) -> str:
    """Send three files of taxable sales, and put one forward."""
    by = people.state("dca-analyst")
    first = _sent("2025", _figures(2027), ACCEPTED_ON, people)
    accepting.decline(first, "The Division sent a corrected file.", on=ACCEPTED_ON, by=by)
    waits = _sent("2026", _figures(2028), WAITS_ON, people)
    accepting.forward(waits, looked=True, on=WAITS_ON, by=by)
    typed = ['9901,"1.204.000,00"', "9902,N/A", '9903,"88,12.50"', "990,5"]
    _sent("2026", typed, WAITS_ON, people, "typed by hand.csv")
    return "One file is declined, one waits to be accepted, one is refused."


def _figures(sfy: int) -> list[str]:
    """Return each zone town's sales as a line."""
    towns: Mapping[str, Mapping[str, object]] = zone_facts.factors(sfy)
    return [f"{code},{values['taxable_sales']}" for code, values in sorted(towns.items())]


def _sent(
    period: str, lines: Sequence[str], on: date, people: People, name: str = "sales.csv"
) -> Intake:
    content = "\r\n".join([f'"Taxable sales at the reduced rate, {period}"', HEAD, *lines]).encode()
    file = store.Checked(name, content, Document.Kind.CSV, sha256(content).hexdigest(), "made here")
    what = sending.Publication(
        "taxable-sales",
        period,
        f"Demonstration figures: taxable sales of {period}",
        "Demonstration",
        on,
        standing=SourceDocument.Standing.DEMONSTRATION,
    )
    by = people.state("dca-analyst")
    return sending.read(sending.send(file, what, on=on, by=by))
