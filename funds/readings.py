"""The only home of the readings in force: the law's files, and the changes two persons recorded.

A change is used by runs that are prepared once it is confirmed. Each run keeps which changes it
used, so that it is computed again by them, whatever was decided since.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from funds import computed, spellings
from funds.frozen import Facts, Result
from funds.models import ReadingChange, Run
from funds.refusal import Refusal
from funds.rules.fiscal_year import first_day
from funds.rules.parameters import Figure, Figures, Value, law
from municipalities import offices
from municipalities.models import Officer

USED = "readings"  # the name under which a run keeps the changes it used
# What a year's computation asks for, by fund; other readings decide what an act does.
OF_AMOUNTS = (
    "zone_assistance.after_last_year", "zone_assistance.allocated_fills",
    "zone_assistance.authority_base_year", "zone_assistance.authority_rounding",
    "zone_assistance.authority_source", "zone_assistance.first_year",
    "zone_assistance.formula_weights", "zone_assistance.municipal_split",
    "zone_assistance.savings_floor", "zone_assistance.savings_methodology",
    "zone_assistance.standing_gates",
    "energy_receipts.corrections", "energy_receipts.difference_july",
    "energy_receipts.difference_sign", "energy_receipts.growth_shares",
    "energy_receipts.index_floor", "energy_receipts.index_tie",
    "energy_receipts.remainder_weight", "energy_receipts.schedule",
    "highlands.amount_due", "highlands.first_year", "highlands.phase_down_order",
    "highlands.residue", "highlands.watershed_order",
)  # fmt: skip


def confirmed(on: date) -> QuerySet[ReadingChange]:
    """Return the changes that were confirmed by a day, the oldest first."""
    return ReadingChange.objects.filter(confirmed_on__lte=on).order_by("confirmed_on", "pk")


def with_changes(changes: Iterable[ReadingChange]) -> Figures:
    """Return the law with changes as dated lines; of one day, the later one holds."""
    lines: dict[str, dict[date, Value]] = {}
    for each in changes:
        lines.setdefault(each.reading, {})[each.effective_on] = value_of(each)
    return law().with_lines(lines)


def of_run(run: Run) -> Figures:
    """Return the law by which a run was computed."""
    return with_changes(_used(run))


def value_of(change: ReadingChange) -> Value:
    """Return what a change reads its sentence as."""
    return spellings.typed(change.value, law().figure(change.reading).values[-1][1])


def _used(run: Run) -> list[ReadingChange]:
    kept = run.figures.get(USED, [])
    return list(ReadingChange.objects.filter(pk__in=kept).order_by("confirmed_on", "pk"))


def year(fund: str, sfy: int, facts: Facts, on: date) -> Result:
    """Compute a year by the readings in force on a day, and keep which changes those are."""
    return _computed(fund, sfy, facts, list(confirmed(on)))


def again(run: Run, facts: Facts) -> Result:
    """Compute a run's year again by the changes it used, whatever was decided since."""
    return _computed(run.fund_id, run.sfy, facts, _used(run))


def _computed(fund: str, sfy: int, facts: Facts, changes: list[ReadingChange]) -> Result:
    result = computed.compute(fund, sfy, facts, with_changes(changes))
    own, day = fund.replace("-", "_"), first_day(sfy)
    used = [c.pk for c in changes if c.reading.startswith(own) and c.effective_on <= day]
    return replace(result, figures={**result.figures, USED: used}) if used else result


def figure(name: str) -> Figure:
    """Return a reading that decides amounts; raises Refusal for any other figure."""
    found = law().figures.get(name)
    if found is None or not found.reading:
        raise Refusal(f"“{name}” is no reading.")
    if name not in OF_AMOUNTS:
        raise Refusal(
            f"{found.title}: this reading decides what an act does, not an amount of a run."
            " It changes with a dated line of the law’s files.",
            found.reference,
        )
    return found


@transaction.atomic
def propose(
    name: str, value: str, *, from_sfy: int, authority: str, on: date, by: Officer
) -> ReadingChange:
    """Propose that a sentence is read otherwise from a State fiscal year on.

    Raises Refusal for what is no alternative, is in force already, waits already, or has no word
    to rest on.
    """
    offices.require(by, "propose-decision", on=on)
    found = figure(name)
    chosen = next((v for v in values(found) if spellings.words(v) == value), None)
    if chosen is None:
        known = ", ".join(spellings.words(v) for v in values(found))
        raise Refusal(f"{found.title}: found {value}; needed is one of {known}.", found.reference)
    waiting = ReadingChange.objects.filter(reading=name, confirmed_on=None).first()
    if waiting is not None:
        raise Refusal(f"{found.title}: {words(waiting)} waits to be confirmed.", found.reference)
    effective = first_day(from_sfy)
    if with_changes(confirmed(on)).value(name, max(effective, found.values[0][0])) == chosen:
        raise Refusal(f"{found.title}: SFY{from_sfy} is read so already.", found.reference)
    if not authority.strip():
        raise Refusal(f"{found.title}: a reading rests on a decision or advice.", found.reference)
    return ReadingChange.objects.create(
        reading=name, value=computed.spelled(chosen), effective_on=effective,
        authority=authority, proposed_by=by, proposed_on=on,
    )  # fmt: skip


@transaction.atomic
def confirm(change: ReadingChange, *, on: date, by: Officer) -> ReadingChange:
    """Confirm a proposed reading as another person; runs prepared from now on use it.

    Raises Refusal for the person who proposed it.
    """
    offices.require(by, "decide", on=on)
    change = ReadingChange.objects.select_for_update().get(pk=change.pk)
    if change.confirmed_on is not None:
        return change
    if by.person_id == change.proposed_by.person_id:
        raise Refusal(f"{by.person} proposed it: another person confirms a reading.")
    change.confirmed_by, change.confirmed_on = by, on
    change.save(update_fields=["confirmed_by", "confirmed_on"])
    return change


def values(found: Figure) -> list[Any]:
    """Return every value that a reading may have: the ones taken, then the alternatives."""
    return [*dict.fromkeys(v for _, v in found.values), *(a.value for a in found.alternatives)]


def words(change: ReadingChange) -> str:
    """Say a change: what it is read as, and from when."""
    return f"{spellings.words(value_of(change))} from SFY{change.effective_on.year + 1}"
