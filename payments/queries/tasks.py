"""The only home of what an office must do now, by the duties it has."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from django.db.models import Count, F, Q, QuerySet, Sum
from django.urls import reverse

from funds.models import Closing, LedgerHead, Run, RunLine
from funds.queries.runs import MAIN
from funds.queries.work import alarms
from funds.rules.fiscal_year import last_day
from municipalities.models import Officer
from municipalities.page_parts import Tag, Task
from payments.models import Warrant
from payments.queries import (
    file_tasks,
    highlands_tasks,
    office_tasks,
    payment_tasks,
    project_tasks,
    receipts_tasks,
    refund_tasks,
    report_tasks,
    review_tasks,
    vouchers,
    zone_tasks,
)


def now(officer: Officer, on: date) -> list[Task]:
    """Return what the office can do today, by the duties it has."""
    tasks: list[Task] = []
    for duty, find in DUTIES.items():
        if officer.may(duty):
            tasks.extend(find(officer, on))
    return tasks


def _certify_runs(officer: Officer, on: date) -> Iterator[Task]:
    waiting = Run.objects.filter(certification=None, superseded_by=None)
    waiting = waiting.exclude(prepared_by__person=officer.person_id)
    waiting = waiting.select_related("fund", "prepared_by__office")
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
    lapsed = Sum("dispositions__amount", filter=Q(dispositions__what="lapsed"))
    waiting = Closing.objects.filter(certified_by=None).annotate(lapses=lapsed)
    waiting = waiting.exclude(prepared_by__person=officer.person_id)
    for closing in waiting.select_related("fund", "prepared_by__office"):
        if last_day(closing.sfy) < on:
            yield Task(
                f"Sign the close of {closing.fund.name}, SFY{closing.sfy}",
                reverse("year_end", args=[closing.fund_id, closing.sfy]),
                about=f"Rehearsed by {closing.prepared_by}.",
                when=closing.prepared_on,
                stake=closing.lapses or Decimal(0),
                stake_note="lapses",
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
                stake_note="at stake",
            )


def _warrants(officer: Officer, on: date) -> Iterator[Task]:
    found = payment_tasks.without_a_warrant().aggregate(total=Sum("amount"))["total"]
    if found:
        yield Task(
            "Certify the payments that are released",
            reverse("payment_day"),
            about="Released installments wait for a warrant.",
            when=on,
            stake=found,
            stake_note="waits to be paid",
        )
    owed = vouchers.waiting_for_a_warrant()
    if owed:
        yield Task(
            "Certify the vouchers that are approved",
            reverse("warrant_certify", args=["zone-assistance"]),
            about="Approved vouchers of the zones wait for a warrant.",
            cite="52:27H-88 a.(2)",
            when=on,
            stake=owed,
            stake_note="waits to be paid",
        )


def _to_issue() -> QuerySet[Warrant]:
    """Warrants that have their approvals and were neither issued nor withdrawn."""
    open_ones = Warrant.objects.filter(warranted_by=None, withdrawn_on=None)
    approved = open_ones.annotate(given=Count("approvals") + 1)
    return approved.filter(given__gte=F("approvals_needed")).select_related("fund")


def _issue(officer: Officer, on: date) -> Iterator[Task]:
    for warrant in _to_issue():
        yield _warrant_task("Issue", warrant)


def _send(officer: Officer, on: date) -> Iterator[Task]:
    waiting = Warrant.objects.filter(warranted_by__isnull=False, posting=None)
    for warrant in waiting.select_related("fund"):
        yield _warrant_task("Send", warrant)
    sent = Warrant.objects.filter(posting__isnull=False, bank_file=None).select_related("fund")
    for warrant in sent.order_by("pays_on", "pk")[:10]:
        yield _warrant_task("Take the bank file of", warrant)


def _warrant_task(act: str, warrant: Warrant) -> Task:
    return Task(
        f"{act} warrant {warrant.number}",
        reverse("warrant", args=[warrant.pk]),
        about=f"{warrant.payments_count} payments of {warrant.fund.name}.",
        when=warrant.pays_on,
        stake=warrant.total,
        stake_note="to pay",
    )


def _alarms(officer: Officer, on: date) -> Iterator[Task]:
    """What long and scheduled work needs a person for."""
    for each in alarms():
        yield Task(each.what, reverse(each.page), about=each.why, tag=Tag("Needs a person", "bad"))


DUTIES = {
    "read-all": _alarms,
    "load-facts": file_tasks.to_forward,
    "accept-facts": zone_tasks.both(
        zone_tasks.both(file_tasks.to_accept, highlands_tasks.to_accept), receipts_tasks.to_accept
    ),
    "certify": _certify_runs,
    "credit": _credit_runs,
    "approve-correction": office_tasks.corrections,
    "certify-close": _sign_closes,
    "prepare-close": _rehearse,
    "certify-warrant": zone_tasks.both(_warrants, payment_tasks.to_approve),
    "confirm-bank-account": payment_tasks.accounts_to_confirm,
    "verify-bank-account": payment_tasks.accounts_to_call,
    "lift-hold": payment_tasks.lowered,
    "record-return": zone_tasks.both(payment_tasks.exceptions, refund_tasks.to_record),
    "reconcile": payment_tasks.differences,
    "answer-deposit": payment_tasks.questions,
    "issue-warrant": _issue,
    "send-warrant": _send,
    "approve-voucher": zone_tasks.both(zone_tasks.vouchers, refund_tasks.to_confirm),
    "determine-project": zone_tasks.of_the_authority,
    "adopt-for-governing-body": zone_tasks.both(
        zone_tasks.adoptions("governing"), project_tasks.adoptions("governing")
    ),
    "adopt-for-corporation": zone_tasks.both(
        zone_tasks.adoptions("corporation"), project_tasks.adoptions("corporation")
    ),
    "acknowledge-ethics": zone_tasks.ethics_status,
    "propose-project": project_tasks.of_the_town,
    "second-generation": report_tasks.of_the_town,
    "review-second-generation": report_tasks.to_review,
    "confirm-finding": review_tasks.to_confirm,
    "prepare-withholding": review_tasks.to_prepare,
    "order-withholding": review_tasks.to_comply,
    "answer-plan": review_tasks.to_answer,
    "appeal-finding": review_tasks.of_the_zone,
    "decide-appeal": review_tasks.appeals,
    "prepare-vacant-land": highlands_tasks.of_the_town,
    "certify-decline": highlands_tasks.of_the_county,
    "review-vacant-land": highlands_tasks.to_send,
    "attest-offset": highlands_tasks.to_attest,
    "find": office_tasks.empty,
    "seat-officers": office_tasks.hand_over,
    "manage-offices": office_tasks.administer,
    "certify-short-appropriation": receipts_tasks.to_certify,
    "decide": receipts_tasks.to_authorise,
    "decide-objection": receipts_tasks.to_decide,
    "acknowledge": receipts_tasks.to_acknowledge,
    "notify-filers": receipts_tasks.to_notify,
    "report-corrections": receipts_tasks.to_report,
    "attest-levy-relief": receipts_tasks.to_attest,
}
