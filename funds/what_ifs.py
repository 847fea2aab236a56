"""The only home of what-ifs: a run's year computed with something changed, kept beside it.

Nothing here posts, certifies or plans, and nothing that does so knows what a what-if is.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import computed, frozen, readings, rehearsals, what_if_changes
from funds.frozen import Result
from funds.models import Run, RunLine, WhatIf, WhatIfLine
from funds.models.what_if import HASH_MARK, MARK
from funds.refusal import Refusal
from funds.rules.parameters import Value
from funds.what_if_changes import Change
from municipalities import offices
from municipalities.models import Officer

WATERMARK = "WHAT IF: not certified, never payable"
Key = tuple[str, str]


@transaction.atomic
def keep(
    run: Run, name: str, changes: Sequence[Change], *, note: str = "", on: date, by: Officer
) -> WhatIf:
    """Compute the run's year with the changes and keep it under a name, beside the run.

    The same again is the same what-if. Raises Refusal without a change, for a run that was not
    computed, for a name that is taken, and where the law refuses what is asked.
    """
    offices.require(by, "prepare-run", on=on)
    _refuse(run, changes)
    facts, over = what_if_changes.apply(run, changes)
    result = computed_with(run, facts, over)
    digest = HASH_MARK + frozen.digest([run.pk, facts, [each.as_json() for each in changes]])
    taken = WhatIf.objects.filter(run=run, name=name).first()
    if taken is not None and taken.inputs_hash == digest:
        return taken
    if taken is not None:
        raise Refusal(f"“{name}” is kept already beside {run}, with other changes.")
    made = WhatIf.objects.create(
        run=run, fund_id=run.fund_id, sfy=run.sfy, name=name, note=note,
        changes=[[*each.as_json(), what_if_changes.in_words(run, each)] for each in changes],
        facts={MARK: True, **facts}, inputs_hash=digest, prepared_by=by, prepared_on=on,
    )  # fmt: skip
    WhatIfLine.objects.bulk_create(_lines(made, run, result))
    return made


@transaction.atomic
def share(what_if: WhatIf, *, on: date, by: Officer) -> WhatIf:
    """Show a what-if to the municipalities: each sees its own line. Done once."""
    offices.require(by, "prepare-run", on=on)
    found = WhatIf.objects.select_for_update().get(pk=what_if.pk)
    if found.shared_on is None:
        found.shared_by, found.shared_on = by, on
        found.save(update_fields=["shared_by", "shared_on"])
    return found


def changes_of(what_if: WhatIf) -> list[Change]:
    """Return a what-if's changes, for another one that begins with them."""
    return [Change.from_json(kept[:4]) for kept in what_if.changes]


def overlaid(what_if: WhatIf) -> dict[str, Value]:
    """Return what a what-if lays over the law's figures."""
    found = changes_of(what_if)
    return {each.name: each.value for each in found if each.kind in {"reading", "law"}}


def computed_with(run: Run, facts: frozen.Facts, over: dict[str, Value]) -> Result:
    """Compute a run's year from changed facts, some of the law's figures replaced."""
    paid = rehearsals.years_paid() if run.fund_id == rehearsals.FUND else []
    return computed.compute(run.fund_id, run.sfy, facts, readings.of_run(run).override(over), paid)


def _refuse(run: Run, changes: Iterable[Change]) -> None:
    if run.kind != Run.Kind.YEAR:
        raise Refusal(f"{run} was given, not computed: there is nothing to compute otherwise.")
    if not list(changes):
        raise Refusal("Nothing is changed: a what-if changes at least one thing.")


def _lines(made: WhatIf, run: Run, result: Result) -> list[WhatIfLine]:
    """Pair the amounts with the run's; a holder's keys are those of its line in the run."""
    was: dict[Key, RunLine] = {(line.holder, line.component): line for line in run.lines.all()}
    now = {(line.holder, line.component): line for line in result.lines}
    keys = frozen.foreign_keys(holder for holder, _ in {**was, **now})
    return [
        WhatIfLine(
            what_if=made, holder=key[0], component=key[1],
            amount=Decimal(now[key].value) if key in now else None,
            certified=was[key].amount if key in was else None,
            cite=now[key].cite if key in now else was[key].cite,
            **keys[key[0]],
        )
        for key in {**was, **now}
    ]  # fmt: skip
