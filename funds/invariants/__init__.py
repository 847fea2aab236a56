"""What must always be true of the funds, each asked of the whole database."""

from funds.invariants.identity import Identity
from funds.invariants.ledger import LEDGER
from funds.invariants.uses import USES
from funds.invariants.years import YEARS

__all__ = ["Identity", "identities"]


def identities() -> tuple[Identity, ...]:
    """Return every identity of the funds, the ledger's first."""
    return (*LEDGER, *YEARS, *USES)
