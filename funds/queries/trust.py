"""The only home of what was advanced into a zone's trust: spent, given back, lapsed, unexpended.

An advance is no expenditure (52:27H-88 i.): what the trust holds stays unexpended until a voucher
says what it was spent on.
"""

from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Sum

from funds.models import Account, Encumbrance, Kind
from funds.queries.postings import touching
from funds.rules.money import ZERO
from funds.splits import FUND
from municipalities.models import EnterpriseZone

# Which column a move into or out of a trust changes, and its sign. What the bank sent back of an
# advance never arrived.
COLUMNS = {
    (Kind.PAYABLE, Kind.TRUST): ("advanced", 1),
    (Kind.TRUST, Kind.PAYABLE): ("advanced", -1),
    (Kind.TRUST, Kind.PAID): ("spent", 1),
    (Kind.PAID, Kind.TRUST): ("spent", -1),
    (Kind.TRUST, Kind.ENCUMBERED): ("given_back", 1),
    (Kind.ENCUMBERED, Kind.TRUST): ("given_back", -1),
    (Kind.TRUST, Kind.AUTHORITY): ("lapsed", 1),
}


@dataclass
class Advance:
    """What one encumbrance's part of a trust took in and gave out, in dollars."""

    encumbrance: Encumbrance
    advanced: Decimal = ZERO
    spent: Decimal = ZERO
    given_back: Decimal = ZERO
    lapsed: Decimal = ZERO

    @property
    def unexpended(self) -> Decimal:
        """What is in the trust and not spent: advanced − spent − given back − lapsed."""
        return self.advanced - self.spent - self.given_back - self.lapsed


def advances(zone: EnterpriseZone) -> list[Advance]:
    """Return the zone's advances by encumbrance, the first to lapse on top; two statements."""
    held = Account.objects.filter(fund=FUND, kind=Kind.TRUST, zone=zone)
    rows = touching(held).values_list(
        "debit__kind", "credit__kind", "debit__encumbrance", "credit__encumbrance"
    )
    sums = list(rows.order_by().annotate(total=Sum("amount")))
    bound = Encumbrance.objects.filter(zone=zone).select_related("project", "municipality")
    found = {each.pk: Advance(each) for each in bound.order_by("last_usable_on", "number")}
    for debit, credit, from_, to, total in sums:
        name, sign = COLUMNS[Kind(debit), Kind(credit)]
        of = found[to if credit == Kind.TRUST else from_]
        setattr(of, name, getattr(of, name) + sign * total)
    return [each for each in found.values() if each.advanced]
