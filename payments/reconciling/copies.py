"""The only home of the bank's own copy of a file: compared line by line, its result kept."""

import hashlib
from datetime import date

from django.db import transaction

from funds.refusal import Refusal
from municipalities import offices
from municipalities.models import Officer
from payments.models import BankCopy, Warrant
from payments.reconciling import bank_side, sides
from payments.reconciling.differences import Difference, Kind

FILE_HEADER = "101"


@transaction.atomic
def load(warrant: Warrant, content: bytes, filename: str, *, on: date, by: Officer) -> BankCopy:
    """Compare a file as the bank has it with its warrant, and keep what differs.

    The same file loaded again is the same comparison. Raises Refusal before the warrant's file
    was taken, and for what is no bank file.
    """
    offices.require(by, "reconcile", on=on)
    text = _text(content, filename)
    digest = hashlib.sha256(content).hexdigest()
    found = Warrant.objects.select_for_update(of=("self",)).get(pk=warrant.pk)
    last = BankCopy.objects.filter(warrant=found).first()
    if last is not None and last.sha256 == digest:
        return last
    read = sides.read(found, text)
    if read.file is None:
        raise Refusal(f"No file of {found} was taken yet: the bank has none to compare.")
    return BankCopy.objects.create(
        warrant=found,
        sha256=digest,
        filename=filename[:120],
        loaded_by=by,
        loaded_on=on,
        differences=[each.as_json() for each in bank_side.differences(read)],
    )


def _text(content: bytes, filename: str) -> str:
    try:
        text = content.decode("ascii")
    except UnicodeDecodeError as error:
        raise Refusal(f"{filename} is no bank file: byte {error.start} can’t be read.") from error
    if not text.startswith(FILE_HEADER):
        raise Refusal(
            f"{filename} begins with “{text[:10].strip()}”; a bank file begins with its header, "
            f"{FILE_HEADER}."
        )
    return text.replace("\r\n", "\n")


def differing(warrant: Warrant) -> list[Difference]:
    """Return what differs in the copy of the bank that was loaded last."""
    last = BankCopy.objects.filter(warrant=warrant).first()
    found = last.differences if last else []
    return [
        Difference(Kind(e["kind"]), e["warrant"], e["payee"], f"{e['words']} (the bank’s copy)")
        for e in found
    ]
