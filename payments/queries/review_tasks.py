"""The only home of tasks around reviews: to look, to confirm, to answer, to conclude. j."""

from collections.abc import Callable, Iterator
from datetime import date

from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from funds.appeals import last_day_to_appeal
from funds.models import (
    Appeal,
    Finding,
    PlanEvidence,
    PlanTask,
    Review,
    WithholdingOrder,
    YearReview,
)
from municipalities.models import Officer
from municipalities.page_parts import Tag, Task
from payments.queries import office_zones

CITE = "52:27H-88 j."
MANY = 10
Find = Callable[[Officer, date], Iterator[Task]]


def prepared(kind: str) -> Find:
    """What reviews of a kind wait for a second person."""

    def found(officer: Officer, on: date) -> Iterator[Task]:
        waiting = Review.objects.filter(kind=kind, decided_by=None)
        waiting = waiting.exclude(prepared_by__person=officer.person_id)
        for review in waiting.select_related("zone", "prepared_by__office")[:MANY]:
            yield Task(
                f"Confirm {review}, {review.zone}" if review.number else f"Sign: {review}",
                reverse("review", args=[review.pk]),
                about=f"Prepared by {review.prepared_by}. {review.reason}",
                cite=CITE,
                when=review.prepared_on,
                stake=review.amount,
                stake_note="found" if review.amount else "at stake",
            )

    return found


def to_confirm(officer: Officer, on: date) -> Iterator[Task]:
    """Findings to confirm, and year-end reviews to conclude."""
    yield from prepared(Review.Kind.FINDING)(officer, on)
    looked = Count("expenditures", filter=Q(expenditures__outcome=""))
    done = YearReview.objects.filter(concluded_by=None).annotate(unseen=looked)
    done = done.exclude(begun_by__person=officer.person_id).filter(unseen=0)
    for review in done.select_related("zone", "begun_by__office").order_by("sfy", "zone")[:MANY]:
        yield Task(
            f"Conclude the review of SFY{review.sfy}, {review.zone}",
            reverse("year_review", args=[review.zone_id, review.sfy]),
            about=f"Begun by {review.begun_by}; every expenditure is looked at.",
            cite=CITE,
            when=review.begun_on,
            stake=review.spent_total,
            stake_note="spent",
        )


def to_prepare(officer: Officer, on: date) -> Iterator[Task]:
    """What the Department's analyst has in hand: reviews to look through, plans to write."""
    yield from _to_look()
    yield from _of_plans(on)


def _to_look() -> Iterator[Task]:
    """Year-end reviews with expenditures that nobody looked at."""
    unseen = Count("expenditures", filter=Q(expenditures__outcome=""))
    open_ones = YearReview.objects.filter(concluded_by=None).annotate(unseen=unseen)
    rows = open_ones.filter(unseen__gt=0).select_related("zone").order_by("sfy", "zone")
    for review in rows[:MANY]:
        yield Task(
            f"Look through SFY{review.sfy} of the {review.zone}",
            reverse("year_review_look", args=[review.zone_id, review.sfy]),
            about=f"Expenditures not looked at: {review.unseen}.",
            cite=CITE,
            when=review.begun_on,
            stake=review.spent_total,
            stake_note="spent",
        )


def _of_plans(on: date) -> Iterator[Task]:
    """Orders without a plan, and evidence that the Department has not answered."""
    bare = WithholdingOrder.objects.filter(lifted_on=None, plan=None).select_related("zone")
    for order in bare[:MANY]:
        yield Task(
            f"Write the corrective action plan of the {order.zone}",
            reverse("plan_write", args=[order.zone_id]),
            about=f"Funding is withheld: {order.reason}",
            cite=CITE,
            when=order.from_on,
            stake_note="at stake",
        )
    filed = PlanEvidence.objects.filter(answered_by=None)
    for each in filed.select_related("task__plan__order__zone", "filed_by__office")[:MANY]:
        task = each.task
        yield Task(
            f"Answer the evidence of task {task.number}, {task.plan.order.zone}",
            reverse("plan_accept", args=[task.pk]),
            about=f"{task.what}. Filed by {each.filed_by}.",
            cite=CITE,
            when=each.filed_on,
            stake_note="at stake",
        )


def to_comply(officer: Officer, on: date) -> Iterator[Task]:
    """Orders to sign, and plans whose tasks are all accepted."""
    yield from prepared(Review.Kind.WITHHOLDING)(officer, on)
    orders = WithholdingOrder.objects.filter(lifted_on=None, plan_entered_on__isnull=False)
    done = orders.exclude(pk__in=_unaccepted().values("plan__order"))
    for order in done.select_related("zone")[:MANY]:
        yield Task(
            f"Record that the {order.zone} complies with its plan",
            reverse("order_step", args=[order.zone_id, "compliance"]),
            about="Every task’s evidence is accepted; the order ends that day.",
            cite=CITE,
            when=order.plan_entered_on or on,
            stake_note="at stake",
        )


def _unaccepted() -> QuerySet[PlanTask]:
    """The tasks of plans whose evidence is not accepted."""
    accepted = PlanEvidence.objects.filter(answered_by__isnull=False, sent_back="")
    return PlanTask.objects.exclude(pk__in=accepted.values("task"))


def to_answer(officer: Officer, on: date) -> Iterator[Task]:
    """A zone's own tasks of its plan: to file evidence, by their days."""
    if not any(each.withheld for each in office_zones.of(officer, on)):
        return
    office = officer.office
    of_zone = Q(plan__order__zone=office.zone_id)
    of_town = Q(
        plan__order__zone__memberships__municipality=office.municipality_id,
        plan__order__zone__memberships__until_on=None,
    )
    mine = of_zone if office.zone_id else of_town
    waiting = PlanEvidence.objects.filter(answered_by=None)
    entered = _unaccepted().filter(
        mine, plan__order__plan_entered_on__isnull=False, plan__order__lifted_on=None
    )
    rows = entered.exclude(pk__in=waiting.values("task")).distinct()
    for task in rows.order_by("due_on", "number")[:MANY]:
        yield Task(
            f"File evidence: {task.what}",
            reverse("plan_evidence", args=[task.pk]),
            about="A task of the corrective action plan; funding is withheld until then.",
            cite=CITE,
            when=task.due_on,
            tag=Tag("Late", "bad") if task.due_on < on else None,
            stake_note="at stake",
        )


def of_the_zone(officer: Officer, on: date) -> Iterator[Task]:
    """What stands against the officer's zones: withheld funding, findings that may be appealed."""
    acted = office_zones.of(officer, on)
    zones = [each.zone for each in acted]
    orders = WithholdingOrder.objects.filter(zone__in=zones, lifted_on=None, from_on__lte=on)
    for order in orders.select_related("zone") if any(each.withheld for each in acted) else ():
        yield Task(
            f"Funding of the {order.zone} is withheld",
            reverse("reviews", args=[order.zone_id]),
            about="Nothing is encumbered or paid until a plan is entered into and complied with.",
            cite=CITE,
            when=order.from_on,
            tag=Tag("Withheld"),
            stake_note="at stake",
        )
    found = Finding.objects.filter(zone__in=zones, appeal=None).select_related("zone", "receivable")
    any_found = any(each.findings for each in acted)
    for each in found.order_by("-found_on")[:MANY] if any_found else ():
        last = last_day_to_appeal(each)
        if last >= on:
            yield Task(
                f"Read finding {each}, {each.zone}",
                reverse("finding", args=[each.pk]),
                about=f"{each.reason} An appeal is open until {last:%B %-d, %Y}.",
                cite=CITE,
                when=last,
                stake=each.receivable.amount,
                stake_note="found",
            )


def appeals(officer: Officer, on: date) -> Iterator[Task]:
    """Appeals that are not decided, of findings the person had no part in."""
    waiting = Appeal.objects.filter(decided_by=None).exclude(
        Q(confirmed_by__person=officer.person_id) | Q(finding__found_by__person=officer.person_id)
    )
    rows = waiting.select_related("finding__zone", "finding__receivable").order_by("filed_on")
    for appeal in rows[:MANY]:
        yield Task(
            f"Decide the appeal of the {appeal.finding.zone}",
            reverse("appeal_decide", args=[appeal.finding_id]),
            about=f"Against finding {appeal.finding}. {appeal.grounds}"[:200],
            cite=CITE,
            when=appeal.filed_on,
            stake=appeal.finding.receivable.amount,
            stake_note="found",
        )
