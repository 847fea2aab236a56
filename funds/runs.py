"""The only home of preparing a year's run: from accepted facts, or from facts given."""

from datetime import date

from django.db import transaction

from funds import computed, frozen, ledger, readings, run_facts
from funds.deposits import code_of
from funds.frozen import Facts
from funds.models import Fund, Run
from funds.refusal import Refusal
from municipalities import offices
from municipalities.models import FactSeries, Officer


@transaction.atomic
def run(
    fund: Fund | str,
    sfy: int,
    *,
    on: date,
    by: Officer,
    reason: str = "",
    supersedes: Run | None = None,
) -> Run:
    """Compute the year from the facts that are accepted and in force on the day, and freeze it.

    Raises Refusal, naming each, when a figure is missing or unusable, and where the law refuses.
    """
    offices.require(by, "prepare-run", on=on)
    gathered = run_facts.gather(code_of(fund), sfy, on=on)
    return run_on(
        fund,
        sfy,
        gathered.facts,
        on=on,
        by=by,
        reason=reason,
        supersedes=supersedes,
        series=gathered.series,
        demonstration=gathered.demonstration,
    )


@transaction.atomic
def run_on(
    fund: Fund | str,
    sfy: int,
    facts: Facts,
    *,
    on: date,
    by: Officer,
    reason: str = "",
    supersedes: Run | None = None,
    series: tuple[FactSeries, ...] = (),
    demonstration: bool = False,
) -> Run:
    """Compute the year from facts in the calculator's shape, and freeze it.

    It takes the place of the year's latest run. Raises Refusal like the calculator, and when the
    run it is to supersede was already superseded.
    """
    offices.require(by, "prepare-run", on=on)
    code = code_of(fund)
    ledger.hold(code)
    earlier = _earlier(code, sfy, supersedes)
    label = frozen.Label(
        code,
        sfy,
        Run.Kind.YEAR,
        reason,
        earlier,
        demonstration=demonstration,
        series=series,
    )
    stored = {
        "figures": {name: computed.plain(v) for name, v in facts["figures"].items()},
        "municipalities": computed.rows_of(facts),
    }
    return frozen.freeze(label, stored, readings.year(code, sfy, stored, on), on=on, by=by)


def _earlier(fund: str, sfy: int, given: Run | None) -> Run | None:
    """Return the run to supersede: the one given, or the latest computed one of the year."""
    if given is not None and given.kind not in Run.Kind.beside():
        later = Run.objects.filter(supersedes=given).first()
        if later is not None:
            raise Refusal(f"{given} is already superseded by run {later.number}.")
        return given
    return (
        Run.objects.filter(fund=fund, sfy=sfy, kind=Run.Kind.YEAR, superseded_by=None)
        .order_by("-number")
        .first()
    )
