"""The only home of the made-up towns' aid outside zones: late, returned by the bank, held.

They are paid by runs of their own from deposits of their own, so that no published amount and no
statewide count has them in it.
"""

from datetime import date
from decimal import Decimal

from funds import allocation
from payments import holds, returns
from payments.demo import places, steps
from payments.demo.people import People
from payments.models import Hold, Payment

RECEIPTS, HIGHLANDS = "energy-receipts", "highlands"
OF_RECEIPTS = {"9901": 612_000, "9902": 348_500, "9903": 127_250}
OF_HIGHLANDS = {"9903": 40_001}
REASON = "Made-up towns: outside the statewide amounts"
LATE_IN = 2024  # their run is certified after the first payment day, so what was due is late
RETURNED_IN = 2025
NO_ACCOUNT = "R03"
HELD_IN = 2026


def credit_receipts(sfy: int, people: People) -> None:
    """Credit the made-up towns' energy tax receipts of a year."""
    on = date(sfy - 1, 8, 14) if sfy == LATE_IN else date(sfy - 1, 7, 20)
    if sfy != LATE_IN:
        _credit(RECEIPTS, sfy, OF_RECEIPTS, on, people)


def after_payment(sfy: int, day: date, people: People) -> None:
    """Tell what happens to the made-up towns after a payment day of a year."""
    if sfy == LATE_IN and day.month == 8:
        on = date(day.year, 8, 14)
        _credit(RECEIPTS, sfy, OF_RECEIPTS, on, people)
        steps.release(on, people)
        steps.pay(RECEIPTS, on, people)
    if sfy == RETURNED_IN and day.month == 9:
        _return(RECEIPTS, "9902", date(day.year, 9, 5), people)
    if sfy == HELD_IN:
        _hold(day, people)


def credit_highlands(sfy: int, on: date, people: People) -> None:
    """Credit Specimen Township's Highlands aid of a year."""
    _credit(HIGHLANDS, sfy, OF_HIGHLANDS, on, people)


def return_highlands(on: date, people: People) -> None:
    """The bank sends Specimen Township's second installment back."""
    _return(HIGHLANDS, "9903", on, people)


def _hold(day: date, people: People) -> None:
    """Specimen Township's payments are held from September until November."""
    by = people.state("treasury-certifier")
    if day.month == 8:
        basis = "Made-up order: an audit of the year before is not filed"
        holds.place("9903", basis, on=date(day.year, 8, 20), by=by, fund=RECEIPTS)
    if day.month == 10:
        held = Hold.objects.get(payee="9903", lifted_on=None)
        holds.lift(held, on=date(day.year, 10, 20), by=people.state("budget-officer"))


def _return(fund: str, payee: str, on: date, people: People) -> None:
    """The bank sends a payment back; the next warrant pays it again."""
    paid = Payment.objects.filter(payee=payee, warrant__fund=fund).select_related("warrant")
    last = paid.latest("warrant__pays_on")
    closed = last.bank_account
    returns.record(last, NO_ACCOUNT, on=on, by=people.state("treasury-releaser"))
    if closed is not None:
        places.enter(payee, closed.purpose, on, people)


def _credit(fund: str, sfy: int, amounts: dict[str, int], on: date, people: People) -> None:
    given = {code: Decimal(amount) for code, amount in amounts.items()}
    # Income is outside the year's amount, which the five revenues and the top-up alone make up.
    allocation.invest(
        fund,
        "investment-income",
        sum(given.values(), Decimal(0)),
        on=on,
        by=people.state("treasury-analyst"),
        document=f"Made-up money for made-up towns, SFY{sfy}",
        key=f"demonstration/{fund}/SFY{sfy}/made-up-towns",
    )
    run = allocation.allot(
        fund, sfy, given, on=on, by=people.state("dca-analyst"), reason=REASON, demonstration=True
    )
    steps.credit(run, on=on, people=people)
