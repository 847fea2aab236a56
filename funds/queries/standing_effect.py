"""The only home of what a change of a zone's standing does, said before it is recorded."""

from dataclasses import dataclass, field
from decimal import Decimal

from django.db.models import Sum

from funds import computed
from funds.models import Account, Kind, Project, Run
from funds.refusal import Refusal
from funds.rules.money import CENT, ZERO
from funds.splits import FUND
from municipalities.models import EnterpriseZone

YES = {True: "yes", False: "no"}


@dataclass(frozen=True)
class Effect:
    """What a change of standing moves, in dollars, and what it leaves alone.

    `before` and `after` are the credits of every zone by the latest run's own data; `why_not` says
    why they could not be worked out. `runs` have a line for the zone and wait for a credit.
    """

    run: Run | None
    before: dict[str, Decimal] = field(default_factory=dict)
    after: dict[str, Decimal] = field(default_factory=dict)
    why_not: str = ""
    runs: list[Run] = field(default_factory=list)
    proposals: int = 0
    unencumbered: Decimal = ZERO
    encumbered: Decimal = ZERO

    def change(self, holder: str) -> Decimal:
        """By how much a zone's credit would differ."""
        return self.after.get(holder, ZERO) - self.before.get(holder, ZERO)


def effect(zone: EnterpriseZone, *, good: bool) -> Effect:
    """Return what recording this standing would do by what is on record now."""
    run = Run.objects.filter(fund=FUND, kind=Run.Kind.YEAR).order_by("-sfy", "-number").first()
    before, after, why_not = _credits(zone, run, good)
    held = Account.objects.filter(zone=zone, fund=FUND).values_list("kind")
    sums = dict(held.order_by().annotate(total=Sum("balance")))
    return Effect(
        run,
        before,
        after,
        why_not,
        runs=[] if good else _waiting(zone),
        proposals=Project.objects.filter(zone=zone, determined_by=None).count(),
        unencumbered=sums.get(Kind.ZONE, ZERO),
        encumbered=sums.get(Kind.ENCUMBERED, ZERO) + sums.get(Kind.TRUST, ZERO),
    )


def _credits(
    zone: EnterpriseZone, run: Run | None, good: bool
) -> tuple[dict[str, Decimal], dict[str, Decimal], str]:
    """Work the latest run out twice, by its own data: as it is and with the changed standing."""
    rows = run.facts["municipalities"] if run else []
    if run is None or not any(row["zone"] == zone.name for row in rows):
        return {}, {}, "No run of the formula has data of this zone yet."
    changed = [
        row | {"in_good_standing": YES[good]} if row["zone"] == zone.name else row for row in rows
    ]
    try:
        return _allocated(run, rows), _allocated(run, changed), ""
    except Refusal as no:
        return {}, {}, str(no)


def _allocated(run: Run, rows: list[dict[str, str]]) -> dict[str, Decimal]:
    facts = {"figures": run.facts["figures"], "municipalities": rows}
    result = computed.compute(FUND, run.sfy, facts)
    lines = [line for line in result.lines if line.component == "allocation"]
    return {line.holder: line.value.quantize(CENT) for line in lines}


def _waiting(zone: EnterpriseZone) -> list[Run]:
    """The runs with a line for the zone that wait for a signature or a credit."""
    found = Run.objects.filter(fund=FUND, lines__zone=zone, superseded_by=None)
    waiting = found.filter(certification__credit=None).distinct()
    return list(waiting.order_by("sfy", "number"))
