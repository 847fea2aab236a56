"""The only home of what the State and the county boards owe by a day, to be reminded of until done.

Assessors' reports, quarterly reports and offsets have homes of their own.
"""

from collections.abc import Iterator
from datetime import date

from django.urls import reverse

from funds import declines, filing_days, receipts_watch
from funds.models import Certification, Enactment
from funds.rules import energy_watch
from funds.rules.energy_amount import POISON_PILL
from funds.rules.fiscal_year import sfy_of
from funds.rules.highlands_chain import BOARD, CERTIFIED, sfy_for
from funds.vacant_land_owed import year_asked
from municipalities.models import County
from municipalities.notices import ladder
from municipalities.notices.ladder import Owed
from municipalities.notices.writing import holders_of


def owed(on: date) -> list[Owed]:
    """Return what is owed near the day: declines, the year's amounts, and acts that are short."""
    year = year_asked(on)
    found = [*_short_acts(on)]
    if year is not None:
        found += [*_declines(year, on), *_amounts(year, on)]
    return found


def _near(due_on: date, on: date) -> bool:
    first, last = ladder.days_around(on)
    return first <= due_on <= last


def _declines(year: int, on: date) -> Iterator[Owed]:
    """The county boards whose towns' declines are not all certified (d.(1))."""
    due_on = filing_days.chain(year).board.last_on
    if not _near(due_on, on):
        return
    rows = declines.computed(declines.towns_of(None), year, on)
    missing = {each.town.county_id for each in rows if each.certified is None}
    director = holders_of("taxation-director", on=on)
    for county in County.objects.filter(pk__in=missing).order_by("pk"):
        yield Owed(
            key=f"declines/{county.pk}/{year}",
            what=f"The certification of the declines of {county}, {year}",
            due_on=due_on,
            cite=BOARD,
            url=reverse("board", args=[county.pk, year]),
            owner=holders_of("county-board", on=on, county=county.pk),
            above=director,
            department=director,
        )


def _amounts(year: int, on: date) -> Iterator[Owed]:
    """The Treasurer's certification of the year's amounts. e."""
    sfy, due_on = sfy_for(year), filing_days.chain(year).treasurer.last_on
    done = Certification.objects.filter(run__fund="highlands", run__sfy=sfy, reopening=None)
    if _near(due_on, on) and not done.exists():
        yield Owed(
            key=f"highlands/SFY{sfy}",
            what=f"The certification of the stabilization amounts of SFY{sfy}",
            due_on=due_on,
            cite=CERTIFIED,
            url=reverse("highlands", args=[year]),
            owner=holders_of("treasury-certifier", on=on),
            above=holders_of("treasury-analyst", on=on),
            department=holders_of("dca-director", on=on),
        )


def _short_acts(on: date) -> Iterator[Owed]:
    """Acts that are short: to be certified so, then the taxpayers notified (52:27D-441)."""
    for act in Enactment.objects.filter(sfy__gte=sfy_of(on) - 1, notified_on=None):
        if act.certified_on is not None:
            due = energy_watch.notify_by(act.certified_on)
            yield _of_the_act(act, "notice to the taxpayers", due, "filers_notify", on)
            continue
        judgment = receipts_watch.judged(act.sfy, on=on)
        if judgment is not None and judgment.short:
            due = energy_watch.certify_by(act.enacted_on)
            yield _of_the_act(act, "certification", due, "short_certify", on)


OWNERS = {"short_certify": "budget-officer", "filers_notify": "taxation-director"}


def _of_the_act(act: Enactment, what: str, due_on: date, door: str, on: date) -> Owed:
    return Owed(
        key=f"{door}/SFY{act.sfy}",
        what=f"The {what} that the act of SFY{act.sfy} is short",
        due_on=due_on,
        cite=POISON_PILL,
        url=reverse(door, args=[act.sfy]),
        owner=holders_of(OWNERS[door], on=on),
        above=holders_of("treasury-certifier", on=on),
        department=holders_of("dca-director", on=on),
    )
