"""What stands where: the balance of a holder, by kind of account and vintage."""

from decimal import Decimal

from django.db.models import Q, QuerySet

from funds import accounts
from funds.models import Account, Encumbrance, Kind
from funds.refusal import Refusal
from payments.play.acts.review import owed
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line
from payments.play.words import joined, kind, source

ZERO = Decimal(0)
OF_TOWNS = {Kind.PAYABLE, Kind.PAID}  # a zone's vouchers are paid to its municipalities
USUAL = {
    "AUTHORITY": Kind.AUTHORITY,
    "GENERAL_FUND": Kind.GENERAL_FUND,
    "FUND": Kind.POOL,
    "POOL": Kind.POOL,
    "": Kind.POOL,
    "DEPARTMENT": Kind.RECOVERED,
}


@act(
    "balance", "fund",
    columns="by anyone; holder; sfy: the vintage (nothing: all of them); note: kind of account"
    " (ZONE,\nENCUMBERED, PAYABLE, PAID, TRUST, ENTITLED, POOL, AUTHORITY, GENERAL_FUND, RECOVERED,"
    "\nSECOND_GENERATION, SOURCE, or RECEIVABLE), else the holder's own; ref E1: of that"
    " encumbrance.",
)  # fmt: skip
def balance(stage: Stage, line: Line) -> Decimal:
    """Read a balance as it stands at the end of the day."""
    if joined(line.note) in {"receivable", "receivables", "owed"}:
        return owed(line.fund, stage.holder(line))
    found = _accounts(stage, line)
    return sum((accounts.balance(each, line.on) for each in found), ZERO)


def _accounts(stage: Stage, line: Line) -> QuerySet[Account]:
    encumbrance = stage.met(line, Encumbrance)
    of = Kind.ENCUMBERED if encumbrance and not line.note else _kind(line)
    found = Account.objects.filter(_held(stage, line, of), fund=line.fund, kind=of)
    if line.sfy is not None and found.exclude(sfy=None).exists():
        found = found.filter(sfy=line.sfy)
    return found.filter(encumbrance=encumbrance) if encumbrance else found


def _kind(line: Line) -> Kind:
    """The kind that the note names, or the one in which such a holder's money usually is."""
    named = kind(line.note)
    if named is not None:
        return named
    if line.note:
        raise Refusal(f"“{line.note}” is no kind of account: {', '.join(Kind.values)}.")
    word = joined(line.holder).upper().replace("-", "_")
    if word in USUAL:
        return USUAL[word]
    if line.holder.startswith("zone:"):
        return Kind.ZONE
    if line.holder.isdigit() or line.holder.startswith("county:"):
        return Kind.ENTITLED if line.fund != "zone-assistance" else Kind.PAYABLE
    return Kind.SOURCE


def _held(stage: Stage, line: Line, of: Kind) -> Q:
    """Whose accounts: the holder's, for a zone's payments its municipalities' too."""
    holder = stage.holder(line)
    if holder.startswith("zone:") and of in OF_TOWNS:
        zone = stage.zone(holder)
        towns = zone.memberships.values_list("municipality_id", flat=True)
        return Q(holder=holder) | Q(holder__in=list(towns))
    if of == Kind.TRUST and holder.isdigit():
        return Q(zone=stage.zone(holder))
    if of in {Kind.POOL, Kind.AUTHORITY, Kind.GENERAL_FUND, Kind.RECOVERED}:
        return Q()
    if of == Kind.SOURCE:
        return Q(holder=source(line.fund, holder)) if holder else Q()
    return Q(holder=holder) if holder else Q()
