"""The only home of the filings of a place as a page tells them: each with its receipt."""

from funds import filing_receipts
from municipalities.notices import receipts
from municipalities.page_parts import Event


def told(stem: str) -> list[Event]:
    """Return the filings whose receipts' numbers begin so, the first on top; one statement."""
    return [
        Event(
            each.written_at,
            f"{each.subject}, by {each.office}",
            filing_receipts.in_words(each),
        )
        for each in receipts.under(stem)
    ]
