"""The only home of what a holder's key is called on a page."""

from collections.abc import Sequence

from funds.models import Account
from funds.sources import SOURCES

KNOWN = {
    "AUTHORITY": "UEZ Authority",
    "FUND": "The fund",
    "GENERAL_FUND": "General Fund",
    "DEPARTMENT": "Community Affairs",
}
NAMED = ("municipality", "zone", "county")  # what a name needs: select_related(*NAMED)


def along(path: str) -> Sequence[str]:
    """Return what a name needs read of the accounts at the end of a path, such as debit."""
    return [f"{path}__{name}" for name in NAMED]


def name_of(account: Account) -> str:
    """Call an account's holder by its name: "Phillipsburg zone", "Newark (0714)"."""
    place = account.zone or account.municipality or account.county
    if place is not None:
        return str(place)
    named = SOURCES.get(account.fund_id, {}).get(account.holder)
    return KNOWN.get(account.holder) or named or account.holder
