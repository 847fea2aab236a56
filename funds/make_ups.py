"""The only home of making up a year's shortfall in a later year (N.J.S.A. 52:27H-88 k.)."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from django.db import transaction
from django.db.models import Sum

from funds import frozen, ledger, municipal_shares
from funds.models import Run, RunLine
from funds.refusal import Refusal
from funds.rules.determined_amount import MAKE_UP
from funds.rules.fiscal_year import sfy_of
from funds.rules.money import CENT, ZERO, Exact, apportion
from funds.rules.worksheet import Line
from funds.rules.zone_assistance import FACTORS, ZoneMunicipality, formula_shares
from funds.rules.zone_assistance import make_up as share_make_up
from municipalities import offices, standing
from municipalities.models import EnterpriseZone, Officer

FUND = "zone-assistance"
LABEL = "Make-up of an earlier year's shortfall"


@transaction.atomic
def make_up(
    cures_sfy: int,
    amount: Decimal,
    *,
    on: date,
    by: Officer,
    reason: str = "",
) -> Run:
    """Share an amount that makes up an earlier year's shortfall, without step-down.

    R: by the cured year's shares, in the vintage of the year in which it is credited. Raises
    Refusal when that year has no shortfall on record or less of one is still owed.
    """
    offices.require(by, "prepare-run", on=on)
    ledger.hold(FUND)
    sfy = sfy_of(on)
    cured = _cured_run(cures_sfy, sfy)
    owed = outstanding(cured)
    if not ZERO < amount <= owed:
        raise Refusal(
            f"SFY{cures_sfy}: ${amount:,.2f} can't be made up; ${owed:,.2f} is still owed.", MAKE_UP
        )
    shares = _shares(cured, amount, sfy)
    good = standing.all_on(on)
    lines = _lines(cured, {code: share for code, share in shares.items() if good.get(code)})
    facts = {"cures_sfy": cures_sfy, "amount": frozen.plain(amount), "cured_run": str(cured)}
    left_out = [code for code, share in shares.items() if share and not good.get(code)]
    if left_out:
        facts["zones_not_in_good_standing"] = ", ".join(left_out)
    result = frozen.Result(lines, {"step_down": "none, 52:27H-88 k."}, frozen.by_holder(lines))
    return frozen.freeze(_label(cured, sfy, reason), facts, result, on=on, by=by)


def _label(cured: Run, sfy: int, reason: str) -> frozen.Label:
    """What cures a demonstration is one itself."""
    return frozen.Label(
        FUND,
        sfy,
        Run.Kind.MAKE_UP,
        reason or f"Make-up of SFY{cured.sfy}",
        cures_sfy=cured.sfy,
        demonstration=cured.demonstration,
    )


def _shares(cured: Run, amount: Decimal, sfy: int) -> dict[str, Decimal]:
    """Each zone's part by the reading in force; the paying year needs a run only if it decides."""
    paying = _latest_run(sfy) or cured
    return share_make_up(amount, _zone_weights(cured), _zone_weights(paying), sfy)


def _lines(cured: Run, shares: Mapping[str, Decimal]) -> list[Line]:
    """A line for each zone, and one for each municipality's part of it."""
    zones = {zone.code: zone.holder for zone in EnterpriseZone.objects.filter(code__in=shares)}
    towns = _town_weights(cured)
    lines: list[Line] = []
    for code, share in sorted(shares.items()):
        members = {town: weight for town, (zone, weight) in towns.items() if zone == code}
        if not share:
            continue
        lines.append(Line(MAKE_UP, LABEL, share, holder=zones[code], component="allocation"))
        if any(members.values()):
            parts = apportion(share, members, "formula share", municipal_shares.CITE)
            lines += municipal_shares.lines(parts)
    return lines


def outstanding(cured: Run) -> Decimal:
    """Return what is still owed of the year's shortfall after its make-ups, in dollars."""
    short = cured.lines.filter(component="shortfall").aggregate(sum=Sum("amount"))["sum"] or ZERO
    made = RunLine.objects.filter(
        run__fund=FUND,
        run__kind=Run.Kind.MAKE_UP,
        run__cures_sfy=cured.sfy,
        run__superseded_by=None,
        component="allocation",
    ).exclude(run__certification__reopening__isnull=False)
    done = made.aggregate(sum=Sum("amount"))["sum"] or ZERO
    return Decimal(short - done).quantize(CENT)


def _cured_run(cures_sfy: int, sfy: int) -> Run:
    if cures_sfy >= sfy:
        raise Refusal(f"A make-up in SFY{sfy} cures an earlier year, not SFY{cures_sfy}.", MAKE_UP)
    run = _latest_run(cures_sfy)
    if run is None:
        raise Refusal(f"SFY{cures_sfy} has no certified run: no shortfall is on record.", MAKE_UP)
    return run


def _latest_run(sfy: int) -> Run | None:
    signed = Run.objects.filter(
        fund=FUND,
        sfy=sfy,
        kind=Run.Kind.YEAR,
        certification__isnull=False,
        certification__reopening=None,
    )
    return signed.order_by("-number").first()


def _town_weights(run: Run) -> dict[str, tuple[str, int]]:
    """Each municipality's zone code and exact formula share in a run, from its frozen facts."""
    rows = [row for row in run.facts["municipalities"] if row["in_good_standing"] == "yes"]
    towns = [
        ZoneMunicipality(
            row["municode"], row["zone"], True, **{name: Decimal(row[name]) for name in FACTORS}
        )
        for row in rows
    ]
    shares = formula_shares(towns, run.sfy)
    codes = dict(EnterpriseZone.objects.values_list("name", "code"))
    return {town.code: (codes[town.zone], shares[town.code]) for town in towns}


def _zone_weights(run: Run) -> Mapping[str, Exact]:
    sums: dict[str, int] = {}
    for zone, share in _town_weights(run).values():
        sums[zone] = sums.get(zone, 0) + share
    return sums
