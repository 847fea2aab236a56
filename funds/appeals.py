"""The only home of appeals against findings: filed in time, decided by others, given back. j.

The section says nothing of an appeal; what is read into it stands in the figures of the law.
"""

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from decimal import Decimal

from django.db import transaction
from django.db.models import F, Q, Sum
from django.db.models.functions import Coalesce

from funds import accounts, filing_receipts, ledger
from funds.duties import refuse_elsewhere, refuse_same_person
from funds.ledger import Move
from funds.models import (
    Account,
    Appeal,
    Entry,
    Finding,
    FindingExpenditure,
    Kind,
    Posting,
    Receivable,
    Recovery,
)
from funds.refusal import Refusal
from funds.rules.fiscal_year import last_day_unencumbered, sfy_of
from funds.rules.money import ZERO
from funds.rules.parameters import law
from funds.splits import FUND
from municipalities import offices
from municipalities.documents import store
from municipalities.documents.store import Checked, Whose
from municipalities.models import EnterpriseZone, Officer

CITE = "52:27H-88 j."
Home = Callable[[EnterpriseZone, Entry, date], Account]


def last_day_to_appeal(finding: Finding) -> date:
    """Return the last day on which the zone may appeal, by the reading of the day it was found."""
    days = law().whole("zone_assistance.appeal_days", finding.found_on)
    return finding.found_on + timedelta(days=days)


def waits(finding: Finding, on: date) -> bool:
    """Say whether what the finding owes is not taken on the day, because an appeal is open."""
    way = law().word("zone_assistance.appealed_recovery", on)
    return way == "waits" and Appeal.objects.filter(finding=finding, decided_by=None).exists()


@transaction.atomic
def file(
    finding: Finding, grounds: str, document: Checked | None = None, *, on: date, by: Officer
) -> Appeal:
    """File the zone's appeal against a finding, once.

    Raises Refusal for an office of another zone, without grounds, and after the last day.
    """
    offices.require(by, "appeal-finding", on=on)
    refuse_elsewhere(by, finding.zone, on)
    ledger.hold(FUND)
    done = Appeal.objects.filter(finding=finding).first()
    if done is not None:
        return done
    if not grounds.strip():
        raise Refusal(f"{finding}: an appeal says why.", CITE)
    last = last_day_to_appeal(finding)
    if on > last:
        raise Refusal(f"{finding}: an appeal could be filed through {last}, not on {on}.", CITE)
    kept = store.keep(document, Whose(zone=finding.zone_id), by=by) if document else None
    made = Appeal.objects.create(
        finding=finding,
        grounds=grounds.strip(),
        document=kept,
        filed_by=by,
        filed_on=on,
        confirmed_by=finding.confirmed_by,
    )
    filing_receipts.appeal(made, by=by)
    return made


def home(zone: EnterpriseZone, taken: Entry, on: date) -> Account:
    """Return where a forfeited amount goes back to: the vintage it was of, while that is usable.

    Later it is credited as of the year of the decision, so that the zone can still use it.
    """
    sfy = taken.debit.sfy or 0
    if on > last_day_unencumbered(sfy):
        sfy = sfy_of(on)
    return accounts.find(FUND, Kind.ZONE, zone.holder, sfy)


@transaction.atomic
def decide(
    appeal: Appeal,
    reversed_: Mapping[FindingExpenditure, Decimal],
    reason: str,
    *,
    on: date,
    by: Officer,
    back: Home = home,
) -> list[Posting]:
    """Decide an appeal: how much of each expenditure's finding is reversed, and why, once.

    What is reversed is no longer owed; what was recovered beyond the rest is given back, each
    forfeiture by a posting of its own that is linked to it, the latest first. Raises Refusal for
    who found, confirmed or appealed, without a reason, and when more is reversed than was found.
    """
    offices.require(by, "decide-appeal", on=on)
    ledger.hold(FUND)
    appeal = Appeal.objects.select_related("finding__zone", "finding__receivable").get(pk=appeal.pk)
    if appeal.decided_by_id:
        return given_back(appeal.finding)
    _refuse_decision(appeal, reversed_, reason, on, by)
    appeal.decided_by, appeal.decided_on, appeal.reason = by, on, reason.strip()
    appeal.save(update_fields=["decided_by", "decided_on", "reason"])
    for each, amount in reversed_.items():
        each.reversed_amount = amount
        each.save(update_fields=["reversed_amount"])
    finding = appeal.finding
    made = _give_back(finding, sum(reversed_.values(), ZERO), on, by, back)
    finding.receivable.reduced = sum(reversed_.values(), ZERO)
    finding.receivable.save(update_fields=["reduced"])
    return made


def _refuse_decision(
    appeal: Appeal,
    reversed_: Mapping[FindingExpenditure, Decimal],
    reason: str,
    on: date,
    by: Officer,
) -> None:
    finding = appeal.finding
    for other in (finding.found_by, finding.confirmed_by, appeal.filed_by):
        refuse_same_person(str(appeal), other, by)
    if not reason.strip():
        raise Refusal(f"{appeal}: a decision says why.", CITE)
    if on < appeal.filed_on:
        raise Refusal(f"{appeal}: filed on {appeal.filed_on}, not decided on {on}.", CITE)
    for each, amount in reversed_.items():
        if each.finding_id != finding.pk or not ZERO <= amount <= each.amount:
            raise Refusal(
                f"{finding}: ${amount:,.2f} cannot be reversed; ${each.amount:,.2f} was found of "
                f"#{each.posting.number}.",
                CITE,
            )


def _give_back(
    finding: Finding, reversed_: Decimal, on: date, by: Officer, back: Home
) -> list[Posting]:
    owed = finding.receivable.amount - reversed_
    left = _met(finding.receivable) - owed
    made = []
    for recovery in finding.receivable.recoveries.select_related("posting").order_by("-pk"):
        part = min(left, recovery.amount)
        if part > 0:
            made.append(_return(finding, recovery, part, on, by, back))
            left -= part
    return made


def _met(receivable: Receivable) -> Decimal:
    return receivable.recoveries.aggregate(total=Sum("amount"))["total"] or ZERO


def _return(
    finding: Finding, recovery: Recovery, part: Decimal, on: date, by: Officer, back: Home
) -> Posting:
    """Post a part of a forfeiture back to where it was taken from, and link the two."""
    moves = [
        Move(entry.credit, back(finding.zone, entry, on), amount)
        for entry, amount in _taken(recovery, part)
    ]
    posting = ledger.post(
        "give back forfeit",
        moves,
        fund=FUND,
        key=f"finding/{finding.pk}/give-back/{recovery.pk}",
        on=on,
        by=by,
        clause=CITE,
        note=f"{finding}, reversed on appeal: gives back of #{recovery.posting.number}",
    )
    Recovery.objects.create(
        receivable=finding.receivable, posting=posting, amount=-part, gives_back=recovery
    )
    return posting


def _taken(recovery: Recovery, part: Decimal) -> list[tuple[Entry, Decimal]]:
    """Return the forfeiture's entries that a part is of, the last first.

    What was given back of the same posting for another finding is passed over.
    """
    others = Recovery.objects.filter(gives_back__posting=recovery.posting)
    skip = -(others.aggregate(total=Sum("amount"))["total"] or ZERO)
    found, left = [], part
    for entry in recovery.posting.entries.select_related("debit", "credit").order_by("-seq"):
        passed = min(entry.amount, skip)
        skip -= passed
        of_it = min(entry.amount - passed, left)
        if of_it > 0:
            found.append((entry, of_it))
            left -= of_it
    return found


def given_back(finding: Finding) -> list[Posting]:
    """Return the postings that gave back what was forfeited for a finding, the first first."""
    found = Q(recoveries__receivable=finding.receivable_id, recoveries__gives_back__isnull=False)
    return list(Posting.objects.filter(found).order_by("number"))


def lines(finding: Finding) -> list[FindingExpenditure]:
    """Return a finding's expenditures with `stands`: what is found and not reversed, in dollars."""
    rows = finding.expenditures.select_related("posting").order_by("posting__number")
    return list(rows.annotate(stands=Coalesce(F("amount") - F("reversed_amount"), ZERO)))
