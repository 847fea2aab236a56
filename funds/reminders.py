"""The only home of what the funds remind of: lapses, tasks of plans (j.), reports not filed.

Of money a zone is told 12, 6, 3 and 1 months before its last usable day, in one notice for each
day with the dollars by project (municipalities/data/lapse_ladder.csv).
"""

from datetime import date
from decimal import Decimal

from django.urls import reverse

from funds import chain_owed, offsets, reports_owed, vacant_land_owed
from funds.models import PlanEvidence, PlanTask
from funds.queries import lapses
from funds.queries.lapses import Named
from municipalities import offices
from municipalities.models import EnterpriseZone, Notice, Officer, ZoneMembership
from municipalities.notices import ladder
from municipalities.notices.ladder import Owed
from municipalities.notices.writing import holders_of

LADDER = "lapse_ladder"
CLAUSE = "52:27H-88 h., i."
ZERO = Decimal(0)


def remind(*, on: date) -> list[Notice]:
    """Write what the ladder asks for on the day."""
    owed = [
        *lapsing(on),
        *plan_tasks(on),
        *reports_owed.owed(on),
        *offsets.owed(on),
        *vacant_land_owed.owed(on),
        *chain_owed.owed(on),
    ]
    return ladder.remind(owed, on=on, by=offices.system())


def lapsing(on: date) -> list[Owed]:
    """Return what of each zone's money lapses on a day that is near, and not yet over."""
    found = []
    for each in lapses.of_state():
        days = sorted({*each.free, *each.bound})
        near = [day for day in days if day >= on and ladder.reached(day, on, LADDER)]
        if near:
            named = lapses.of_zone(each.zone, on)
            found += [_owed(each.zone, day, named, on) for day in near]
    return found


def _owed(zone: EnterpriseZone, day: date, named: list[Named], on: date) -> Owed:
    rows = [each for each in named if each.lapse.last_on == day]
    total = sum((each.lapse.of.amount for each in rows), ZERO)
    until = f"{day:%B} {day.day}, {day.year}"
    return Owed(
        key=f"zone/{zone.pk}/lapses/{day}",
        what=f"${total:,.2f} of the {zone}",
        due_on=day,
        cite=CLAUSE,
        url=reverse("zone_lapses", args=[zone.pk]),
        owner=officers_of(zone, on),
        above=holders_of("dca-analyst", on=on),
        department=holders_of("dca-director", on=on),
        ladder=LADDER,
        text=f"On {until} ${total:,.2f} of the {zone} reaches its last usable day; what is left "
        f"of it that night goes to the UEZ Authority ({CLAUSE}). {_lines(rows)}",
    )


def _lines(rows: list[Named]) -> str:
    """Say how much lapses by project, and the first thing that saves it."""
    said = []
    for each in rows:
        bound, of = each.encumbrance, each.lapse.of
        what = f"{bound.number}, {bound.project.title}" if bound else f"SFY{of.vintage} credit"
        saves = next((r.words for r in each.lapse.remedies if r.amount), "")
        said.append(f"{what}: ${of.amount:,.2f}. {saves}.")
    return " ".join(said)


def plan_tasks(on: date) -> list[Owed]:
    """Return the tasks of corrective action plans whose evidence is due and not filed. j."""
    filed = PlanEvidence.objects.filter(sent_back="")
    rows = PlanTask.objects.filter(
        plan__order__lifted_on=None, plan__order__plan_entered_on__isnull=False
    ).exclude(pk__in=filed.values("task"))
    return [
        Owed(
            key=f"plan-task/{each.pk}",
            what=f"Evidence of the corrective action plan, {each.what}",
            due_on=each.due_on,
            cite="52:27H-88 j.",
            url=reverse("plan_evidence", args=[each.pk]),
            owner=officers_of(each.plan.order.zone, on),
            department=holders_of("dca-analyst", on=on),
        )
        for each in rows.select_related("plan__order__zone").order_by("pk")
    ]


def officers_of(zone: EnterpriseZone, on: date) -> list[Officer]:
    """The zone's coordinator, and the CFO of each municipality in it."""
    found = holders_of("coordinator", on=on, zone=zone.pk)
    members = ZoneMembership.objects.filter(zone=zone, until_on=None).order_by("municipality")
    for code in members.values_list("municipality", flat=True):
        found += holders_of("cfo", on=on, municipality=code)
    return found
