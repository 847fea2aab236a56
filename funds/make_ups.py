"""The only home of making up a year's shortfall in a later year (N.J.S.A. 52:27H-88 k.)."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from django.db import transaction

from funds import arrears, frozen, ledger, municipal_shares
from funds.frozen import Facts
from funds.models import Run
from funds.refusal import Refusal
from funds.rules.determined_amount import MAKE_UP
from funds.rules.fiscal_year import first_day, sfy_of
from funds.rules.money import ZERO, apportion
from funds.rules.parameters import law
from funds.rules.worksheet import Line
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
    owed = arrears.outstanding(cured)
    if not ZERO < amount <= owed:
        raise Refusal(
            f"SFY{cures_sfy}: ${amount:,.2f} can't be made up; ${owed:,.2f} is still owed.", MAKE_UP
        )
    facts = _facts(cured, amount, sfy)
    shares, good = _shares(cured, facts, sfy), standing.all_on(on)
    left_out = [code for code, share in shares.items() if share and not good.get(code)]
    if left_out:
        facts["zones_not_in_good_standing"] = ", ".join(left_out)
    result = result_of(cured, sfy, facts)
    return frozen.freeze(_label(cured, sfy, reason), facts, result, on=on, by=by)


def result_of(cured: Run, sfy: int, facts: Facts) -> frozen.Result:
    """Share the amount of the facts among the zones in good standing, and their municipalities."""
    left_out = facts.get("zones_not_in_good_standing", "").split(", ")
    shares = _shares(cured, facts, sfy)
    lines = _lines(cured, {code: part for code, part in shares.items() if code not in left_out})
    return frozen.Result(lines, {"step_down": "none, 52:27H-88 k."}, frozen.by_holder(lines))


def _facts(cured: Run, amount: Decimal, sfy: int) -> dict[str, Any]:
    """Put down what the shares follow from, so that they can be computed again at any time.

    Once something was made up, what each zone is owed itself decides: a zone that was left out
    then is not left behind. The paying year needs a run only if its shares decide.
    """
    facts: dict[str, Any] = {
        "cures_sfy": cured.sfy,
        "amount": frozen.plain(amount),
        "cured_run": str(cured),
        "paying_run": str(arrears.latest_run(sfy) or cured),
    }
    owed = arrears.by_zone(cured)
    begun = any(each.made for each in owed.values())
    if begun and law().word("zone_assistance.make_up_shares", first_day(sfy)) == "cured_year":
        facts["owed"] = {code: frozen.plain(max(each.left, ZERO)) for code, each in owed.items()}
    return facts


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


def _shares(cured: Run, facts: Facts, sfy: int) -> dict[str, Decimal]:
    """Each zone's part by the reading in force: of what it is still owed, or by a year's shares."""
    amount = Decimal(facts["amount"])
    if "owed" in facts:
        left = {code: Decimal(each) for code, each in facts["owed"].items()}
        return apportion(amount, left, "what is owed", MAKE_UP)
    paying = Run.named(facts["paying_run"])
    return share_make_up(amount, arrears.zone_weights(cured), arrears.zone_weights(paying), sfy)


def _lines(cured: Run, shares: Mapping[str, Decimal]) -> list[Line]:
    """A line for each zone, and one for each municipality's part of it."""
    zones = {zone.code: zone.holder for zone in EnterpriseZone.objects.filter(code__in=shares)}
    towns = arrears.town_weights(cured)
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


def _cured_run(cures_sfy: int, sfy: int) -> Run:
    if cures_sfy >= sfy:
        raise Refusal(f"A make-up in SFY{sfy} cures an earlier year, not SFY{cures_sfy}.", MAKE_UP)
    run = arrears.latest_run(cures_sfy)
    if run is None:
        raise Refusal(f"SFY{cures_sfy} has no certified run: no shortfall is on record.", MAKE_UP)
    return run
