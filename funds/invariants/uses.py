"""The identities of what is credited, bound, spent and owed."""

from decimal import Decimal

from django.db.models import Max, Sum

from funds import caps, credited, frozen
from funds.invariants.identity import Identity, of_sql
from funds.models import Account, Correction, Credit, Kind, Posting, Receivable, Run
from municipalities.models import EnterpriseZone

ZERO = Decimal(0)


def _credits() -> list[str]:
    """Compare what each certification's posting moved with what its run gives beyond the last."""
    found = []
    credits_ = Credit.objects.select_related("certification__run", "posting")
    for each in credits_:
        run = each.certification.run
        _, before = credited.standing(run)
        after = credited.amounts(run)
        change = {h: after.get(h, ZERO) - before.get(h, ZERO) for h in {*before, *after}}
        moved = _moved(each)
        found += [
            f"{each.certification.number}, {holder}: {moved.get(holder, ZERO)}, not {amount}"
            for holder, amount in sorted(change.items())
            if moved.get(holder, ZERO) != amount
        ]
    return found


def _moved(credit: Credit) -> dict[str, Decimal]:
    """What the posting moved to each holder, and what became a receivable instead of moving."""
    moved: dict[str, Decimal] = {}
    entries = credit.posting.entries.select_related("debit", "credit") if credit.posting else []
    for entry in entries:
        to_holder = entry.debit.kind == Kind.POOL
        holder = (entry.credit if to_holder else entry.debit).holder
        moved[holder] = moved.get(holder, ZERO) + (entry.amount if to_holder else -entry.amount)
    owed = Receivable.objects.filter(
        kind=Receivable.Kind.OVERPAYMENT,
        key__startswith=f"certification/{credit.certification.number}/",
    )
    for each in owed:
        moved[each.holder] = moved.get(each.holder, ZERO) - each.amount
    return moved


def _inputs() -> list[str]:
    return [
        str(run)
        for run in Run.objects.order_by("pk")
        if run.inputs_hash
        != frozen.digest([run.fund_id, run.sfy, run.kind, run.facts, run.figures])
    ]


def _ceilings() -> list[str]:
    """A credit that was reduced later may leave its use over a ceiling; nothing else may."""
    last = Posting.objects.aggregate(on=Max("effective_on"))["on"]
    if last is None:
        return []
    zones = EnterpriseZone.objects.filter(accounts__kind=Kind.ENCUMBERED).distinct()
    return [
        f"{zone}, SFY{over.sfy}, {over.category}: {over.used} used of {over.limit}"
        for zone in zones
        for over in caps.over(zone, last)
        if not _was_reduced(zone, over.sfy)
    ]


def _was_reduced(zone: EnterpriseZone, sfy: int) -> bool:
    """Whether the year's credit to the zone was corrected, or certified anew as less."""
    if Correction.objects.filter(holder=zone.holder, sfy=sfy).exists():
        return True
    years = Run.objects.filter(fund="zone-assistance", sfy=sfy, supersedes__isnull=False)
    for run in years.filter(certification__credit__isnull=False):
        _, before = credited.standing(run)
        if before.get(zone.holder, ZERO) > credited.amounts(run).get(zone.holder, ZERO):
            return True
    return False


def _recovered() -> list[str]:
    held = Account.objects.filter(kind=Kind.RECOVERED).aggregate(s=Sum("balance"))["s"] or ZERO
    met = (
        Receivable.objects.filter(
            kind=Receivable.Kind.FINDING,
            recoveries__posting__act__in=["forfeit", "give back forfeit"],
        ).aggregate(s=Sum("recoveries__amount"))["s"]
        or ZERO
    )
    return [] if held == met else [f"{held} is held, {met} was forfeited and not given back"]


USES = (
    Identity("credits", "a certification moved what its run gives each holder", _credits),
    Identity("inputs", "a run's inputs are those that were hashed", _inputs),
    of_sql(
        "signatures",
        "a certification is of the run's preparer and another person",
        """SELECT c.number FROM funds_certification c JOIN funds_run r ON r.id = c.run_id
        JOIN municipalities_officer p ON p.id = c.prepared_by_id
        JOIN municipalities_officer s ON s.id = c.certified_by_id
        WHERE c.prepared_by_id <> r.prepared_by_id OR p.person_id = s.person_id ORDER BY 1""",
    ),
    of_sql(
        "encumbrances",
        "an encumbrance is what its posting bound",
        """SELECT n.number FROM funds_encumbrance n LEFT JOIN (
            SELECT e.posting_id, a.encumbrance_id, sum(e.amount) AS amount FROM funds_entry e
            JOIN funds_account a ON a.id = e.credit_id GROUP BY 1, 2) x
        ON x.posting_id = n.posting_id AND x.encumbrance_id = n.id
        WHERE x.amount IS DISTINCT FROM n.amount ORDER BY 1""",
    ),
    Identity("ceilings", "no use is over a ceiling unless its credit was reduced", _ceilings),
    of_sql(
        "recoveries",
        "a receivable is met by no more than is owed",
        """SELECT r.key FROM funds_receivable r JOIN (
            SELECT receivable_id, sum(amount) AS met FROM funds_recovery GROUP BY 1) x
        ON x.receivable_id = r.id WHERE x.met > r.amount - r.reduced OR x.met < 0 ORDER BY 1""",
    ),
    Identity("forfeited", "what the Department holds is what findings recovered", _recovered),
    of_sql(
        "second-generation",
        "what came into a second-generation account has its loan or its sale",
        """SELECT 'posting ' || p.fund_id || ' #' || p.number FROM funds_posting p
        JOIN funds_entry e ON e.posting_id = p.id
        JOIN funds_account a ON a.id = e.credit_id AND a.kind = 'SECOND_GENERATION'
        LEFT JOIN funds_secondgenerationreceipt r ON r.posting_id = p.id AND r.zone_id = a.zone_id
        WHERE r.id IS NULL ORDER BY 1""",
    ),
    of_sql(
        "authority",
        "what left the Authority's account has its purpose",
        """SELECT p.fund_id || ' #' || p.number FROM funds_posting p
        JOIN funds_entry e ON e.posting_id = p.id
        JOIN funds_account d ON d.id = e.debit_id AND d.kind = 'AUTHORITY'
        JOIN funds_account c ON c.id = e.credit_id AND c.kind = 'PAYABLE'
        LEFT JOIN funds_authorityspending s ON s.posting_id = p.id
        WHERE s.id IS NULL ORDER BY 1""",
    ),
)
