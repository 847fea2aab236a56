"""The only home of what an office must do now, what comes, and what waits for others."""

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal

from django.db.models import Sum
from django.urls import reverse

from funds.models import Closing, LedgerHead, Project, Run, RunLine
from funds.queries.runs import MAIN
from funds.queries.zone_account import vintages
from funds.rules.fiscal_year import last_day
from municipalities.models import EnterpriseZone, Officer
from municipalities.page_parts import Tag, Task
from payments.models import Installment, Voucher, Warrant

SOON = timedelta(days=60)


def now(officer: Officer, on: date) -> list[Task]:
    """Return what the office can do today, by the duties it has."""
    tasks: list[Task] = []
    for duty, find in DUTIES.items():
        if officer.may(duty):
            tasks.extend(find(officer, on))
    return tasks


def _certify_runs(officer: Officer, on: date) -> Iterator[Task]:
    waiting = Run.objects.filter(certification=None, superseded_by=None).select_related("fund")
    for run in waiting.order_by("-sfy")[:10]:
        yield Task(
            f"Certify {run.fund.name}, SFY{run.sfy}",
            reverse("run", args=[run.pk]),
            about=f"Prepared by {run.prepared_by}.",
            cite=run.fund.statute,
            when=run.prepared_on,
            stake=_total(run),
            stake_note="to certify",
        )


def _total(run: Run) -> Decimal:
    lines = RunLine.objects.filter(run=run, component=MAIN[run.fund_id])
    total = lines.aggregate(total=Sum("amount"))["total"] or Decimal(0)
    return Decimal(total).quantize(Decimal("0.01"))


def _credit_runs(officer: Officer, on: date) -> Iterator[Task]:
    waiting = Run.objects.filter(
        certification__isnull=False, certification__credit=None, superseded_by=None
    ).select_related("fund", "certification")
    for run in waiting.order_by("-sfy")[:10]:
        yield Task(
            f"Credit {run.fund.name}, SFY{run.sfy}",
            reverse("run", args=[run.pk]),
            about=f"Certified as {run.certification.number}.",
            cite=run.fund.statute,
            when=run.certification.certified_on,
            stake=_total(run),
            stake_note="to credit",
        )


def _sign_closes(officer: Officer, on: date) -> Iterator[Task]:
    for closing in Closing.objects.filter(certified_by=None).select_related("fund"):
        if last_day(closing.sfy) < on:
            yield Task(
                f"Sign the close of {closing.fund.name}, SFY{closing.sfy}",
                reverse("year_end", args=[closing.fund_id, closing.sfy]),
                about=f"Rehearsed by {closing.prepared_by}.",
                when=closing.prepared_on,
            )


def _rehearse(officer: Officer, on: date) -> Iterator[Task]:
    heads = LedgerHead.objects.filter(number__gt=0).select_related("fund")
    done = set(Closing.objects.values_list("fund_id", "sfy"))
    for head in heads:
        sfy = head.sealed_through + 1
        if last_day(sfy) < on and (head.fund_id, sfy) not in done:
            yield Task(
                f"Rehearse the year end of {head.fund.name}, SFY{sfy}",
                reverse("rehearse", args=[head.fund_id]),
                about="The year has ended; nothing moves until it is signed.",
                when=last_day(sfy),
            )


def _warrants(officer: Officer, on: date) -> Iterator[Task]:
    waiting = Installment.objects.filter(
        posting__isnull=False, payments=None, replaced_by=None, amount__gt=0
    )
    found = waiting.aggregate(total=Sum("amount"))["total"]
    if found:
        yield Task(
            "Certify the payments that are released",
            reverse("payment_day"),
            about="Released installments wait for a warrant.",
            stake=found,
            stake_note="waits to be paid",
        )


def _issue(officer: Officer, on: date) -> Iterator[Task]:
    for warrant in Warrant.objects.filter(warranted_by=None).select_related("fund"):
        yield _warrant_task("Issue", warrant)


def _send(officer: Officer, on: date) -> Iterator[Task]:
    waiting = Warrant.objects.filter(warranted_by__isnull=False, posting=None)
    for warrant in waiting.select_related("fund"):
        yield _warrant_task("Send", warrant)


def _warrant_task(act: str, warrant: Warrant) -> Task:
    return Task(
        f"{act} warrant {warrant.number}",
        reverse("warrant", args=[warrant.pk]),
        about=f"{warrant.payments_count} payments of {warrant.fund.name}.",
        when=warrant.pays_on,
        stake=warrant.total,
        stake_note="to pay",
    )


def _vouchers(officer: Officer, on: date) -> Iterator[Task]:
    waiting = Voucher.objects.filter(
        municipality=officer.office.municipality_id, posting=None
    ).select_related("prepared_by__office")
    for voucher in waiting.order_by("entered_on")[:10]:
        yield Task(
            f"Approve voucher {voucher.number}, {voucher.vendor}",
            reverse("voucher", args=[voucher.pk]),
            about=f"Prepared by {voucher.prepared_by}.",
            cite="52:27H-88 b.",
            when=voucher.entered_on,
            stake=voucher.amount,
            stake_note="waits to be paid",
        )


def _projects(officer: Officer, on: date) -> Iterator[Task]:
    waiting = Project.objects.filter(approved_on=None, rejected_on=None).select_related("zone")
    for project in waiting.order_by("proposed_on")[:10]:
        yield Task(
            f"Determine {project.title}",
            reverse("project", args=[project.pk]),
            about=f"Proposed by {project.proposed_by} for {project.zone}.",
            cite="52:27H-88 c.",
            when=project.proposed_on,
        )


DUTIES = {
    "certify": _certify_runs,
    "credit": _credit_runs,
    "certify-close": _sign_closes,
    "prepare-close": _rehearse,
    "certify-warrant": _warrants,
    "issue-warrant": _issue,
    "send-warrant": _send,
    "approve-voucher": _vouchers,
    "determine-project": _projects,
}


def coming(zone: EnterpriseZone | None, on: date) -> list[Task]:
    """Return what the zone loses next unless it is encumbered."""
    if zone is None:
        return []
    found = []
    for year in vintages(zone):
        if year.unencumbered and year.last_usable_on >= on:
            days = (year.last_usable_on - on).days
            found.append(
                Task(
                    f"Encumber what is left of the SFY{year.sfy} zone credit",
                    reverse("zone", args=[zone.code]),
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
    mine = Voucher.objects.filter(prepared_by__office=officer.office, posting=None)
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
        for v in mine.order_by("entered_on")[:10]
    ]
    proposed = Project.objects.filter(
        proposed_by__office=officer.office, approved_on=None, rejected_on=None
    )
    found += [
        Task(
            f"Proposal: {p.title}",
            reverse("project", args=[p.pk]),
            about="With the UEZ Authority.",
            cite="52:27H-88 c.",
            when=p.proposed_on,
        )
        for p in proposed.order_by("proposed_on")[:10]
    ]
    return found
