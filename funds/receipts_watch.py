"""The only home of 52:27D-441: whether a year's act appropriates the amount, and what then is due.

When it does not, the Director of the Division of Budget and Accounting certifies that to the
Director of the Division of Taxation, who notifies the corporation business taxpayers.
"""

from datetime import date
from decimal import Decimal

from django.db import transaction

from funds.models import Enactment
from funds.refusal import Refusal
from funds.rules.energy_amount import POISON_PILL, Judgment, judge
from municipalities import offices
from municipalities.models import Fact, Officer

FUND = "energy-receipts"


def promulgated(*, on: date) -> dict[int, Decimal]:
    """Return the promulgated rates in force on a day, in percent by SFY; one statement."""
    return by_year("promulgated_percent", on=on)


def by_year(kind: str, *, on: date) -> dict[int, Decimal]:
    """Return a figure of the State that was in force on a day, by SFY or year; one statement."""
    rows = Fact.objects.filter(series__kind=kind, series__accepted_on__lte=on, municipality=None)
    told = rows.order_by("series__version").values_list("series__period", "value")
    return {int(period.removeprefix("SFY")): value for period, value in told}


def judged(sfy: int, *, on: date) -> Judgment | None:
    """Judge a year by the figures in force on a day; None while no appropriation is on record."""
    appropriated = by_year("receipts_appropriated", on=on).get(sfy)
    return None if appropriated is None else judge(sfy, appropriated, promulgated(on=on))


@transaction.atomic
def record(sfy: int, enacted_on: date, title: str, *, on: date, by: Officer) -> Enactment:
    """Record the day on which a year's appropriations act was enacted, once.

    Raises Refusal without its title, for a day to come, and when the year has another day.
    """
    offices.require(by, "record-enactment", on=on)
    if enacted_on > on:
        raise Refusal(f"SFY{sfy}: an act of {enacted_on} is not enacted yet on {on}.", POISON_PILL)
    if not title.strip():
        raise Refusal(f"SFY{sfy}: say which act it is.", POISON_PILL)
    made, new = Enactment.objects.get_or_create(
        sfy=sfy,
        defaults={
            "enacted_on": enacted_on, "title": title.strip(), "recorded_by": by, "recorded_on": on,
        },
    )  # fmt: skip
    if not new and made.enacted_on != enacted_on:
        raise Refusal(f"{made} is on record as of {made.enacted_on}, not {enacted_on}.",
                      POISON_PILL)  # fmt: skip
    return made


@transaction.atomic
def certify_short(enactment: Enactment, *, on: date, by: Officer) -> Enactment:
    """Certify to the Director of Taxation that the act appropriates less than is required, once.

    What it lacks is kept as it is judged today. Raises Refusal when it cannot be judged, and when
    nothing is lacking. A late certification is kept with its day, not refused.
    """
    offices.require(by, "certify-short-appropriation", on=on)
    found = Enactment.objects.select_for_update(of=("self",)).get(pk=enactment.pk)
    if found.certified_on is not None:
        return found
    judgment = judged(found.sfy, on=on)
    if judgment is None:
        raise Refusal(f"{found}: what it appropriates is not on record.", POISON_PILL)
    if not judgment.short:
        raise Refusal(f"{found}: {judgment}; nothing is certified.", POISON_PILL)
    found.short, found.certified_by, found.certified_on = judgment.short, by, on
    found.save(update_fields=["short", "certified_by", "certified_on"])
    return found


@transaction.atomic
def notify_filers(enactment: Enactment, notice: str, *, on: date, by: Officer) -> Enactment:
    """Record that the corporation business taxpayers were notified, and where the notice stands.

    Raises Refusal before the certification and without the place of the notice.
    """
    offices.require(by, "notify-filers", on=on)
    found = Enactment.objects.select_for_update(of=("self",)).get(pk=enactment.pk)
    if found.notified_on is not None:
        return found
    if found.certified_on is None:
        raise Refusal(f"{found}: that it is short is not certified yet.", POISON_PILL)
    if not notice.strip():
        raise Refusal(f"{found}: say where the notice stands.", POISON_PILL)
    found.notice, found.notified_by, found.notified_on = notice.strip(), by, on
    found.save(update_fields=["notice", "notified_by", "notified_on"])
    return found
