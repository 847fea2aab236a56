"""The only home of tasks of the State's offices: who holds one, and corrections to approve."""

from collections.abc import Iterator
from datetime import date

from django.urls import reverse

from funds.queries import corrections as queries
from municipalities import recertification, vacancies
from municipalities.models import Grant, Office, Officer, Renewal
from municipalities.page_parts import Tag, Task
from payments.queries import once

SHOWN = 3


def empty(officer: Officer, on: date) -> Iterator[Task]:
    """The offices of the State and its places in which nobody can act."""
    found = once.empty(officer, on)
    if not found:
        return
    names = ", ".join(each.office.name for each in found[:SHOWN])
    more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    yield Task(
        f"{len(found)} offices are empty" if len(found) > 1 else "An office is empty",
        reverse("vacancies"),
        about=f"{names}{more}: what waits for them waits.",
        when="Today",
        tag=Tag("Needs a person", "bad"),
    )


def corrections(officer: Officer, on: date) -> Iterator[Task]:
    """Corrections of the State's errors that another person prepared."""
    for case, wrong in queries.waiting(officer.person_id)[:10]:
        yield Task(
            f"Approve {case}",
            reverse("correction", args=[case.pk]),
            about=f"Prepared by {case.prepared_by}. {case.reason}",
            when=case.prepared_on,
            stake=wrong,
            stake_note="credited too much",
        )


def hand_over(officer: Officer, on: date) -> Iterator[Task]:
    """The clerk's: the chief financial officer's office of their municipality is empty."""
    own = Office.objects.filter(title="cfo", municipality=officer.office.municipality_id)
    for each in vacancies.empty(on, own.exclude(municipality=None)):
        yield Task(
            f"Hand over {each.office}",
            reverse("hand_over", args=[each.office.pk]),
            about=f"{each.why}. The municipality’s vouchers wait.",
            cite="40A:9-133",
            when=each.since or "Today",
            tag=Tag("Needs a person", "bad"),
        )


def administer(officer: Officer, on: date) -> Iterator[Task]:
    """What two administrators decide, the empty offices, and the quarter's list."""
    yield from empty(officer, on)
    for grant in (
        Grant.objects.filter(officer=None, refused_because="")
        .exclude(proposed_by__person=officer.person_id)
        .select_related("office", "person", "proposed_by__office")[:10]
    ):
        yield Task(
            f"Confirm {grant}",
            reverse("grant", args=[grant.pk]),
            about=f"Proposed by {grant.proposed_by}.",
            when=grant.proposed_on,
        )  # fmt: skip
    for renewal in (
        Renewal.objects.filter(done_by=None)
        .exclude(asked_by__person=officer.person_id)
        .select_related("user", "asked_by__office")[:10]
    ):
        yield Task(
            f"Renew the sign-in {renewal.user}",
            reverse("renewal", args=[renewal.pk]),
            about=f"Asked for by {renewal.asked_by}: {renewal.reason}",
            when=renewal.asked_on,
        )  # fmt: skip
    if left := recertification.left(on):
        yield Task(
            f"Look through who holds which office, {recertification.quarter(on)}",
            reverse("recertification"),
            about=f"{left} places are left this quarter.",
            when="This quarter",
        )
