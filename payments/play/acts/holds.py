"""Where money may go, and what stops it: bank accounts by their three signatures, and holds."""

from datetime import date, datetime, time, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

from django.conf import settings

from funds.refusal import Refusal
from municipalities import offices
from payments import approvals, bank_accounts, holds, obligations, practice
from payments.bank_accounts import Call
from payments.holds import Terms
from payments.models import BankAccount, Hold, Warrant
from payments.play.places import SINCE
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line


def look_at_what_was_lowered(stage: Stage, line: Line) -> None:
    """Let a person lift what is held by itself because a payment became less."""
    held = Hold.objects.filter(category=Hold.Category.LOWERED, placed_by=offices.system())
    for each in held.filter(fund=line.fund, lifted_on=None, placed_on__lte=line.on):
        holds.lift(each, on=line.on, by=stage.officer("treasury-certifier"), because="Looked at")


def approve_as_needed(warrant: Warrant, on: date) -> None:
    """Let further certifiers approve what needs them for its amount."""
    for number in range(approvals.given(warrant), warrant.approvals_needed):
        name = f"treasury-certifier {number + 1}"
        by = offices.seat("treasury-certifier", name, f"{name} holder", from_on=SINCE)
        approvals.approve(warrant, on=on, by=by)


def enter_bank_accounts(stage: Stage, line: Line, pays_on: date) -> None:
    """Let every payee have a verified account whose hold of days is over."""
    entered_on = line.on - timedelta(practice.hold_days(line.on) + 1)
    known = set(BankAccount.objects.filter(closed_on=None).values_list("payee", "purpose"))
    for each in obligations.open_ones(line.fund, pays_on):
        if (each.payee, each.purpose) in known:
            continue
        known.add((each.payee, each.purpose))
        of = f"cfo:{each.payee}" if each.payee.isdigit() else "treasury-analyst"
        account = bank_accounts.enter(
            each.payee,
            each.purpose,
            "Story Bank",
            settings.BANK_ROUTING,
            "000000001",
            on=entered_on,
            by=stage.officer(of),
        )
        confirm_and_call(stage, account, entered_on)


def confirm_and_call(stage: Stage, account: BankAccount, on: date) -> BankAccount:
    """Let a second officer of the same place confirm an account, and the Department call back."""
    town = account.entered_by.office.municipality_id
    second = f"clerk:{town}" if town else "treasury-releaser"
    bank_accounts.confirm(account, on=on, by=stage.officer(second))
    by = stage.officer("dca-analyst")
    return bank_accounts.verify(account, _call(account, on), on=on, by=by)


def _call(account: BankAccount, on: date) -> Call:
    at = datetime.combine(on, time(12), tzinfo=ZoneInfo("America/New_York"))
    return Call(f"Treasurer of {account.payee}", "000-555-0100", "A story’s directory", at)


@act(
    "bank-account", "holder", "note",
    columns="by who signs; holder: the payee; ref A1; note: a number enters it (by cfo or"
    "\ntreasury-analyst), “confirm” and “call” sign it; “for trust” and the like name a purpose.",
)  # fmt: skip
def bank_account(stage: Stage, line: Line) -> Decimal | None:
    """Enter an account, confirm it, or record the call-back."""
    found = stage.met(line, BankAccount)
    words = line.note.split()
    if words[0] in ("confirm", "call") and found is None:
        raise Refusal(f"{line.ref or 'Nothing'} names no account that could be signed.")
    if words[0] == "confirm" and found is not None:
        bank_accounts.confirm(found, on=line.on, by=stage.by(line))
    elif words[0] == "call" and found is not None:
        bank_accounts.verify(found, _call(found, line.on), on=line.on, by=stage.by(line))
    else:
        purpose = next((w for w in words if w in BankAccount.Purpose.values), "general")
        made = bank_accounts.enter(
            stage.holder(line), purpose, "Story Bank", settings.BANK_ROUTING, words[0],
            on=line.on, by=stage.by(line),
        )  # fmt: skip
        for name in stage.names(line):
            stage.rebind(name, made)
    return None


@act(
    "hold", "note",
    columns="by treasury-certifier, treasury-analyst or dca-analyst; holder, fund: whose payments;"
    "\nref H1; amount: holds payments of more than it; note: its basis.",
)  # fmt: skip
def hold(stage: Stage, line: Line) -> Decimal | None:
    """Hold a payee's payments."""
    rule = Hold.Rule.ALL if line.amount is None else Hold.Rule.OVER
    terms = Terms(line.note, Hold.Category.ORDER, rule, line.amount)
    payee = stage.holder(line) if line.holder else ""
    made = holds.place(payee, terms, on=line.on, by=stage.by(line), fund=line.fund or None)
    stage.bind(line, made)
    return None


@act(
    "lift-hold", "ref",
    columns="by treasury-certifier, budget-officer or dca-director, who did not place it; ref H1.",
)  # fmt: skip
def lift_hold(stage: Stage, line: Line) -> Decimal | None:
    """Lift a hold."""
    found = stage.met(line, Hold)
    if found is None:
        raise Refusal(f"{line.ref} names no hold.")
    holds.lift(found, on=line.on, by=stage.by(line), because=line.note)
    return None
