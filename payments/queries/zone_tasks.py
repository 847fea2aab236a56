"""The only home of tasks around a zone's money: vouchers, projects, reviews, what lapses next."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta

from django.db.models import Sum
from django.urls import reverse

from funds.models import Pledge, Project
from funds.queries.projects import ADOPTED, CHANGES_ASKED
from funds.queries.zone_account import Vintage
from municipalities.models import EnterpriseZone, Officer
from municipalities.page_parts import Tag, Task
from payments.models import Voucher
from payments.queries import office_zones

KEPT = "vouchers_undecided"
SOON = timedelta(days=60)
COMING = timedelta(days=400)  # what lapses later than that is no task yet
Find = Callable[[Officer, date], Iterator[Task]]


def _open(officer: Officer) -> list[Voucher]:
    """Return the vouchers of the officer's municipality or office that nobody has decided on."""
    kept: list[Voucher] | None = getattr(officer, KEPT, None)
    if kept is None:
        town = officer.office.municipality_id
        mine = {"municipality": town} if town else {"prepared_by__office": officer.office}
        found = Voucher.objects.filter(posting=None, sent_back_by=None, **mine)
        found = found.select_related("prepared_by__office", "duplicate_of")
        kept = list(found.order_by("entered_on"))
        setattr(officer, KEPT, kept)
    return kept


def vouchers(officer: Officer, on: date) -> Iterator[Task]:
    """The municipality's vouchers that another person prepared."""
    of_others = [v for v in _open(officer) if v.prepared_by.person_id != officer.person_id]
    for voucher in of_others[:10]:
        yield Task(
            f"Approve voucher {voucher.number}, {voucher.vendor}",
            reverse("voucher", args=[voucher.pk]),
            about=f"It looks like {voucher.duplicate_of}. Say why it is another expense."
            if voucher.held
            else f"Prepared by {voucher.prepared_by}.",
            tag=Tag("Held") if voucher.held else None,
            cite="52:27H-88 b.",
            when=voucher.entered_on,
            stake=voucher.amount,
            stake_note="waits to be paid",
        )


def projects(officer: Officer, on: date) -> Iterator[Task]:
    """The proposals that wait for the Authority, and not for the town's answer."""
    waiting = Project.objects.filter(approved_on=None, rejected_on=None, withdrawn_on=None)
    waiting = waiting.exclude(CHANGES_ASKED)
    waiting = waiting.select_related("zone", "proposed_by__office").annotate(
        budget=Sum("budgets__amount"), adopted=ADOPTED
    )
    for project in waiting.order_by("proposed_on")[:10]:
        yield Task(
            f"Determine {project.title}",
            reverse("project", args=[project.pk]),
            about=f"Proposed by {project.proposed_by} for {project.zone}."
            + ("" if vars(project)["adopted"] else " Both bodies adopt it before."),
            cite="52:27H-88 c.",
            when=project.proposed_on,
            stake=project.budget,
            stake_note="asked for",
        )


def pledges(officer: Officer, on: date) -> Iterator[Task]:
    """The pledges of credits to come that wait for the Authority."""
    waiting = Pledge.objects.filter(decided_by=None).select_related("project__zone")
    for pledge in waiting.annotate(total=Sum("years__amount")).order_by("pledged_on")[:10]:
        yield Task(
            f"Decide pledge {pledge.number} to {pledge.project.title}",
            reverse("pledge", args=[pledge.pk]),
            about=f"Of credits to come of {pledge.project.zone}, for {pledge.loan}.",
            cite="52:27H-62 m.",
            when=pledge.pledged_on,
            stake=pledge.total,
            stake_note="pledged",
        )


def of_the_authority(officer: Officer, on: date) -> Iterator[Task]:
    """What waits for the Authority: proposals, and pledges of credits to come."""
    yield from projects(officer, on)
    yield from pledges(officer, on)


def both(first: Find, second: Find) -> Find:
    """The tasks of two kinds that one duty has."""

    def found(officer: Officer, on: date) -> Iterator[Task]:
        yield from first(officer, on)
        yield from second(officer, on)

    return found


def adoptions(body: str) -> Find:
    """The proposals that one of the two bodies has not adopted yet."""

    def found(officer: Officer, on: date) -> Iterator[Task]:
        of = "municipality" if body == "governing" else "zone"
        waiting = Project.objects.filter(
            approved_on=None,
            rejected_on=None,
            withdrawn_on=None,
            **{"proposals__superseded": False, f"proposals__{body}_by": None},
            **{of: getattr(officer.office, f"{of}_id")},
        ).annotate(budget=Sum("budgets__amount"))
        for project in waiting.order_by("proposed_on")[:10]:
            yield Task(
                f"Record the adoption of {project.title}",
                reverse("adopt", args=[project.pk, body]),
                about="The Authority determines it when both bodies adopted it.",
                cite="52:27H-88 c.",
                when=project.proposed_on,
                stake=project.budget,
                stake_note="asked for",
            )

    return found


def ethics_status(officer: Officer, on: date) -> Iterator[Task]:
    """A local officer's own acknowledgement, while none is on record."""
    acted = office_zones.of(officer, on)
    if acted and not acted[0].acknowledged:
        zone = acted[0].zone
        yield Task(
            "Acknowledge the Local Government Ethics Law",
            reverse("ethics_record", args=[zone.pk, officer.pk]),
            about="Who administers, allocates or approves zone money is under it.",
            cite="52:27H-88 a.(4)",
            when="Any time",
            stake_note="at stake",
        )


def coming(zone: EnterpriseZone | None, years: list[Vintage], on: date) -> list[Task]:
    """Return what the zone loses next, of its credit years, unless it is encumbered."""
    if zone is None:
        return []
    found = []
    for year in years:
        if year.unencumbered and on <= year.last_usable_on <= on + COMING:
            days = (year.last_usable_on - on).days
            found.append(
                Task(
                    f"Encumber what is left of the SFY{year.sfy} zone credit",
                    reverse("zone_lapses", args=[zone.code]),
                    about="What is not encumbered goes to the UEZ Authority that night.",
                    cite="52:27H-88 h.",
                    when=year.last_usable_on,
                    when_note=f"in {days} days",
                    tag=Tag(f"{days} days left") if days <= SOON.days else None,
                    stake=year.unencumbered,
                    stake_note="can be lost",
                )
            )
    return found


def waiting(officer: Officer) -> list[Task]:
    """Return what the office sent on and others have in hand."""
    mine = [v for v in _open(officer) if v.prepared_by.office_id == officer.office_id]
    found = [
        Task(
            f"Voucher {v.number}, {v.vendor}",
            reverse("voucher", args=[v.pk]),
            about="With the CFO.",
            cite="52:27H-88 b.",
            when=v.entered_on,
            stake=v.amount,
            stake_note="asked for",
        )
        for v in mine[:10]
    ]
    proposed = Project.objects.filter(
        proposed_by__office=officer.office, approved_on=None, rejected_on=None, withdrawn_on=None
    ).exclude(CHANGES_ASKED)
    proposed = proposed.annotate(budget=Sum("budgets__amount"), adopted=ADOPTED)
    found += [
        Task(
            f"Proposal: {p.title}",
            reverse("project", args=[p.pk]),
            about="With the UEZ Authority."
            if vars(p)["adopted"]
            else "With the clerk and the corporation: both bodies adopt it.",
            cite="52:27H-88 c.",
            when=p.proposed_on,
            stake=p.budget,
            stake_note="asked for",
        )
        for p in proposed.order_by("proposed_on")[:10]
    ]
    return found
