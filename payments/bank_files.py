"""The only home of acts on bank files: made once from a sent warrant, the same whenever taken."""

import hashlib
from datetime import date

from django.conf import settings
from django.db import transaction

from funds.certification import PREFIXES
from funds.refusal import Refusal
from municipalities import offices, standstills
from municipalities.models import County, Municipality, Officer
from payments import account_numbers
from payments.bank_file.reading import Control, read
from payments.bank_file.records import Credit, Origin, write
from payments.models import BankFile, BankFileTaking, Payment, Warrant

PURPOSES = {
    "zone-assistance": "ZONE AID",
    "energy-receipts": "ENERGY TAX",
    "highlands": "HIGHLANDS",
}
CLAUSES = {"zone-assistance": "52:27H-88", "energy-receipts": "52:27D-439", "highlands": "54:1-85"}


@transaction.atomic
def take(warrant: Warrant, *, on: date, by: Officer) -> str:
    """Return the content of a sent warrant's bank file, and record that it was taken.

    It is made at the first taking; each later one gives the same bytes and is of a file already
    sent. Raises Refusal before the warrant is sent, when a payment has no account, when what is
    read back from the file is not what was certified, and when it is not the file first made.
    """
    offices.require(by, "send-warrant", on=on)
    standstills.refuse()
    found = Warrant.objects.select_for_update(of=("self",)).get(pk=warrant.pk)
    if found.posting_id is None:
        raise Refusal(f"{found} was not sent: its payments are in no bank file yet.")
    content = content_of(found)
    control = checked(found, content)
    digest = hashlib.sha256(content.encode()).hexdigest()
    file, _ = BankFile.objects.get_or_create(
        warrant=found,
        defaults={
            "made_by": by,
            "made_on": on,
            "payments_count": control.count,
            "total": control.total,
            "entry_hash": control.hashed,
            "sha256": digest,
        },
    )
    if file.sha256 != digest:
        raise Refusal(
            f"{file} was made on {file.made_on} with other content: nothing is taken until it is "
            f"known what changed. Then {file.sha256[:8]}, now {digest[:8]}."
        )
    BankFileTaking.objects.create(file=file, taken_by=by, taken_on=on)
    return content


def checked(warrant: Warrant, content: str) -> Control:
    """Read the file again and return its control totals.

    Raises Refusal when they are not the certified ones, or an obligation stands in it twice.
    """
    lines, control = read(content)
    if (control.count, control.total) != (warrant.payments_count, warrant.total):
        raise Refusal(
            f"The bank file of {warrant} has {control.count} payments of ${control.total:,.2f}; "
            f"certified are {warrant.payments_count} of ${warrant.total:,.2f}."
        )
    if len({each.payment for each in lines}) != control.count:
        raise Refusal(f"The bank file of {warrant} has a payment twice.")
    return control


def content_of(warrant: Warrant) -> str:
    """Return the file of a warrant that was sent, as it is written today and on every other day.

    Raises Refusal when a payment has no account, or one that no key opens.
    """
    names = dict(Municipality.objects.values_list("code", "name"))
    names |= {f"county:{code}": name for code, name in County.objects.values_list("code", "name")}
    related = ("installment", "voucher", "other", "bank_account")
    payments = warrant.payments.select_related(*related).order_by("trace")
    return write(
        Origin(
            settings.BANK_ROUTING,
            settings.BANK_NAME,
            settings.BANK_SENDER_ID,
            settings.BANK_SENDER_NAME,
        ),
        [_credit(each, names.get(each.payee, each.payee), warrant) for each in payments],
        pays_on=warrant.pays_on,
        written_on=warrant.sent_on or warrant.pays_on,
        purpose=PURPOSES[warrant.fund_id],
        reference=f"{warrant.pk:08d}",
    )


def _credit(payment: Payment, name: str, warrant: Warrant) -> Credit:
    account = payment.bank_account
    if account is None:
        raise Refusal(f"{warrant}: the payment to {payment.payee} names no account.")
    return Credit(
        routing=account.routing,
        number=account_numbers.unseal(account.sealed_number),
        savings=account.savings,
        amount=payment.amount,
        payment=payment.trace,
        name=name,
        note=f"{PREFIXES[warrant.fund_id]} {_paid(payment)} N.J.S.A. {CLAUSES[warrant.fund_id]}",
    )


def _paid(payment: Payment) -> str:
    """Say what a payment pays, within the eighty characters that the bank passes on."""
    if payment.installment is not None:
        of = payment.installment
        return f"SFY{of.entitlement_sfy} {of.stream} installment {of.number}"
    if payment.voucher is not None:
        return f"voucher {payment.voucher.number}"[:40]
    return f"posting {payment.other.number}" if payment.other else ""
