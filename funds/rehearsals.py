"""The only home of rehearsing a Highlands year under another reading; nothing certifies or pays it.

A program year is one in which aid was paid (54:1-85 f.(3)), instead of every year of the program.
"""

from datetime import date
from decimal import localcontext
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db import transaction

from funds import computed, frozen, run_facts
from funds.calculator import Faults, highlands
from funds.models import Account, Kind, RehearsedReading
from funds.refusal import Refusal
from funds.rules.money import WIDE
from funds.rules.parameters import law
from municipalities import offices
from municipalities.models import Officer

FUND, READING, VALUE = "highlands", "highlands.year_count", "years_paid"


def years_paid() -> list[int]:
    """Return the SFYs of which aid was paid, by the ledger."""
    rows = Account.objects.filter(fund=FUND, kind=Kind.PAID, balance__gt=0)
    return sorted({sfy for sfy in rows.values_list("sfy", flat=True) if sfy is not None})


@transaction.atomic
def rehearse(sfy: int, *, on: date, by: Officer) -> RehearsedReading:
    """Compute a year from the accepted figures as if a program year were one that was paid.

    Raises Refusal, naming each, when a figure is missing, and where the reading itself refuses.
    """
    offices.require(by, "prepare-run", on=on)
    gathered = run_facts.gather(FUND, sfy, on=on)
    paid = years_paid()
    figures = law().override({READING: VALUE})
    stored = {
        "figures": {name: computed.plain(v) for name, v in gathered.facts["figures"].items()},
        "municipalities": computed.rows_of(gathered.facts),
    }
    with TemporaryDirectory() as name, localcontext(WIDE):
        computed.write(stored, Path(name))
        try:
            answer = highlands.answer(sfy, Path(name), figures, paid)
        except Faults as faults:
            raise Refusal("\n".join(str(each) for each in faults.faults)) from faults
    lines = [list(line) for line in answer.lines]
    digest = frozen.digest([sfy, READING, VALUE, paid, stored])
    same = RehearsedReading.objects.filter(inputs_hash=digest, lines=lines).first()
    return same or RehearsedReading.objects.create(
        sfy=sfy, reading=READING, value=VALUE, years_paid=paid, facts=stored, lines=lines,
        inputs_hash=digest, prepared_by=by, prepared_on=on,
    )  # fmt: skip
