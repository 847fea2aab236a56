"""The only home of what every year of the demonstration repeats: sign and credit, pay, close."""

from datetime import date, timedelta

from django.db import connection

from funds import allocation, year_end
from funds.models import Account, Kind, LedgerHead, Run
from funds.refusal import Refusal
from payments import approvals, bank_files, banking_days, holds, installments, warrants
from payments.demo.people import People
from payments.models import Hold, Warrant


def accounts_stay(*, but_here: bool = False) -> None:
    """Let no other story change an account until the chapter ends; or change one here alone.

    Stories are told at once, each chapter in a transaction, and an account that closes between a
    warrant's certification and its issue is refused. Asked first of all in a chapter.
    """
    kind = "pg_advisory_xact_lock" if but_here else "pg_advisory_xact_lock_shared"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {kind}(hashtext('demonstration/accounts'))")


def credit(run: Run, *, on: date, people: People, statement: str = "") -> None:
    """Certify a run by another office, credit it, and cut it into installments."""
    certifier = people.state("treasury-certifier")
    certification = allocation.certify(run, on=on, by=certifier, statement=statement)
    allocation.credit(certification, on=on, by=certifier)
    installments.plan(certification, on=on)


def release(on: date, people: People) -> None:
    """Release what is due; a refusal would be a fault of the demonstration and ends it."""
    outcome = installments.release_due(on=on, by=people.system())
    for refused in outcome.refused:
        raise Refusal(f"{refused.installment}: {refused.reason}")


def pay(fund: str, on: date, people: People) -> Warrant | None:
    """Certify, warrant and send what the fund owes, by three offices; None when it owes nothing."""
    day = banking_days.on_or_after(on)
    if not Account.objects.filter(fund=fund, kind=Kind.PAYABLE, balance__gt=0).exists():
        return None
    look_at_what_was_lowered(fund, day, people)
    warrant = warrants.certify(fund, pays_on=day, on=day, by=people.state("treasury-certifier"))
    if warrant.approvals_needed > 1:
        approvals.approve(warrant, on=day, by=people.second("treasury-certifier"))
    warrants.issue(warrant, on=day, by=people.state("budget-officer"))
    sent = warrants.send(warrant, on=day, by=people.state("treasury-releaser"))
    bank_files.take(sent, on=day, by=people.state("treasury-releaser"))
    return sent


def look_at_what_was_lowered(fund: str, on: date, people: People) -> None:
    """A person lifts what is held by itself because a payment became less."""
    held = Hold.objects.filter(category=Hold.Category.LOWERED, fund=fund, lifted_on=None)
    for each in held:
        holds.lift(each, on=on, by=people.state("treasury-certifier"), because="Looked at")


def close(fund: str, sfy: int, people: People) -> None:
    """Rehearse, certify and close a year in the days after its June 30, once."""
    if LedgerHead.objects.get(pk=fund).sealed_through >= sfy:
        return
    rehearsed_on = date(sfy, 7, 1)
    signed_on = rehearsed_on + timedelta(days=7)
    closing = year_end.rehearse(fund, sfy, on=rehearsed_on, by=people.state("dca-analyst"))
    year_end.certify(closing, on=signed_on, by=people.state("treasury-certifier"))
    year_end.close(closing, on=signed_on, by=people.system())
