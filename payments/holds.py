"""The only home of stops on a payee's payments. A hold moves nothing."""

from datetime import date

from django.db import transaction
from django.db.models import Q

from funds.models import Fund
from funds.refusal import Refusal
from municipalities import offices
from municipalities.models import Officer
from payments.models import Hold


@transaction.atomic
def place(payee: str, basis: str, *, on: date, by: Officer, fund: Fund | str | None = None) -> Hold:
    """Stop a payee's payments from the day on, of one fund or of all; a standing hold is returned.

    What is on a warrant that was sent stays paid. Raises Refusal without a basis in law.
    """
    offices.require(by, "certify-warrant", on=on)
    code = fund.code if isinstance(fund, Fund) else fund
    if not payee.strip() or not basis.strip():
        raise Refusal("A hold names the payee and the law or order it rests on.")
    standing = Hold.objects.filter(payee=payee, fund=code, lifted_on=None).first()
    if standing is not None:
        return standing
    return Hold.objects.create(payee=payee, basis=basis, fund_id=code, placed_on=on, placed_by=by)


@transaction.atomic
def lift(hold: Hold, *, on: date, by: Officer) -> Hold:
    """Lift a hold from the day on. Raises Refusal before the day it was placed."""
    offices.require(by, "certify-warrant", on=on)
    found = Hold.objects.select_for_update(of=("self",)).get(pk=hold.pk)
    if found.lifted_on is not None:
        return found
    if on < found.placed_on:
        raise Refusal(f"The hold on {found.payee} was placed on {found.placed_on}, after {on}.")
    found.lifted_on, found.lifted_by = on, by
    found.save(update_fields=["lifted_on", "lifted_by"])
    return found


def standing(fund: str, on: date) -> dict[str, Hold]:
    """Return the holds that stop the fund's payments on the day, by payee."""
    held = Hold.objects.filter(Q(fund=fund) | Q(fund=None), placed_on__lte=on)
    held = held.filter(Q(lifted_on=None) | Q(lifted_on__gt=on))
    return {each.payee: each for each in held}


def notes(fund: str, on: date) -> dict[str, str]:
    """Return, by payee, what a year's end notes of the holds that stand."""
    return {
        payee: f"held since {hold.placed_on}: {hold.basis}"
        for payee, hold in standing(fund, on).items()
    }
