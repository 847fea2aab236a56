"""The only home of what an office sent on and others have in hand, by the duties it has."""

from collections.abc import Iterator

from django.urls import reverse

from funds.models import Run
from municipalities.models import Officer
from municipalities.page_parts import Task
from payments.models import Warrant
from payments.queries import refund_tasks, zone_tasks

MANY = 10


def tasks(officer: Officer) -> list[Task]:
    """Return what of the office's waits for another's hand."""
    if not officer.may("read-all"):
        return [*zone_tasks.waiting(officer), *refund_tasks.waiting(officer)]
    found: list[Task] = []
    if officer.may("prepare-run"):
        found.extend(_runs(officer))
    if officer.may("certify-warrant"):
        found.extend(_warrants(officer))
    return found


def _runs(officer: Officer) -> Iterator[Task]:
    mine = Run.objects.filter(
        certification=None, superseded_by=None, prepared_by__office=officer.office_id
    )
    for run in mine.select_related("fund").order_by("-pk")[:MANY]:
        yield Task(
            f"{run.fund.name}, SFY{run.sfy}",
            reverse("run", args=[run.pk]),
            about="With a Treasury certifier.",
            cite=run.fund.statute,
            when=run.prepared_on,
        )


def _warrants(officer: Officer) -> Iterator[Task]:
    mine = Warrant.objects.filter(
        posting=None, withdrawn_on=None, certified_by__office=officer.office_id
    )
    for warrant in mine.order_by("pays_on", "pk")[:MANY]:
        yield Task(
            f"Warrant {warrant.number}",
            reverse("warrant", args=[warrant.pk]),
            about="With the releaser." if warrant.warranted_by_id else "With the Budget officer.",
            when=warrant.pays_on,
            stake=warrant.total,
            stake_note="to pay",
        )
