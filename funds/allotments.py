"""The only home of runs whose amounts are given rather than computed, recorded as such."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import frozen, ledger, municipal_shares
from funds.certification import refuse_zones
from funds.credits import CLAUSES
from funds.deposits import code_of
from funds.frozen import Facts
from funds.models import Fund, Run
from funds.refusal import Refusal
from funds.rules import determined_amount
from funds.rules.determined_amount import STEP_DOWN
from funds.rules.money import to_cents
from funds.rules.worksheet import Line
from municipalities import offices
from municipalities.models import Officer

GIVEN = "Given amount, recorded as such"
GENERAL_FUND = "GENERAL_FUND"


@transaction.atomic
def allot(
    fund: Fund | str,
    sfy: int,
    amounts: Mapping[str, Decimal],
    *,
    on: date,
    by: Officer,
    reason: str = "",
    supersedes: Run | None = None,
    demonstration: bool = False,
) -> Run:
    """Record given amounts as a run of their own, beside the year's other runs.

    Raises Refusal for no amount, a negative one, a holder the fund does not pay, a General Fund
    share in a year of 100 percent, and a zone that is not in good standing.
    """
    offices.require(by, "prepare-run", on=on)
    code = code_of(fund)
    ledger.hold(code)
    _refuse(code, sfy, amounts, on)
    _refuse_undiminished(sfy, amounts)
    facts = {"amounts": {holder: frozen.plain(amount) for holder, amount in amounts.items()}}
    kind, why = Run.Kind.ALLOTTED, reason or GIVEN
    label = frozen.Label(code, sfy, kind, why, supersedes, demonstration=demonstration)
    return frozen.freeze(label, facts, result_of(code, sfy, facts, on), on=on, by=by)


def result_of(
    fund: str, sfy: int, facts: Facts, on: date, before: Run | None = None
) -> frozen.Result:
    """Write the given amounts as lines, a zone's split among its municipalities.

    `before` replays a run: it splits by what stood when that one was frozen.
    """
    lines = [
        Line(
            CLAUSES[fund],
            GIVEN,
            to_cents(Decimal(amount)),
            holder=holder,
            component=_component(fund, holder),
        )
        for holder, amount in sorted(facts["amounts"].items())
    ]
    lines += municipal_shares.given(fund, sfy, lines, on, before)
    return frozen.Result(lines, {}, frozen.by_holder(lines))


def _refuse(fund: str, sfy: int, amounts: Mapping[str, Decimal], on: date) -> None:
    clause = CLAUSES[fund]
    if not amounts:
        raise Refusal(f"{fund} SFY{sfy}: no amount is given.", clause)
    first = Fund.objects.get(pk=fund).first_sfy
    if sfy < first:
        raise Refusal(f"{fund}: its first year is SFY{first}, not SFY{sfy}.", clause)
    for holder, amount in sorted(amounts.items()):
        if amount < 0 or to_cents(amount) != amount:
            raise Refusal(f"{holder}: {amount} is no amount in whole cents, zero or more.", clause)
        _component(fund, holder)
    if fund == "zone-assistance":
        refuse_zones(list(amounts), on)


def _refuse_undiminished(sfy: int, amounts: Mapping[str, Decimal]) -> None:
    """The General Fund has a share only of the years that are stepped down."""
    if amounts.get(GENERAL_FUND) and determined_amount.available_percent(sfy) == 100:
        raise Refusal(f"SFY{sfy} keeps 100%: the General Fund has no share.", STEP_DOWN)


def _component(fund: str, holder: str) -> str:
    """The component under which the fund credits such a holder."""
    if fund == "zone-assistance" and holder == "AUTHORITY":
        return "authority"
    if fund == "zone-assistance" and holder == GENERAL_FUND:
        return "general_fund"
    if fund == "zone-assistance" and holder.startswith("zone:"):
        return "allocation"
    if fund == "energy-receipts" and holder.startswith("county:"):
        return "county"
    if fund != "zone-assistance" and holder.isdigit():
        return "total" if fund == "energy-receipts" else "payable"
    raise Refusal(f"{holder} is no one whom {fund} credits.", CLAUSES[fund])
