"""The only home of taking an expenditure back when a part of its voucher is voided."""

from decimal import Decimal

from funds.models import Expenditure, Posting
from payments.models import Voucher


def take_back(voucher: Voucher, posting: Posting, taken: dict[int, Decimal]) -> None:
    """Take dollars by vintage off the expenditure that the voucher made."""
    spent = {each.sfy: each for each in Expenditure.objects.filter(posting=voucher.posting)}
    Expenditure.objects.bulk_create(
        Expenditure(
            posting=posting,
            encumbrance=voucher.encumbrance,
            sfy=sfy,
            category=voucher.category,
            amount=-part,
            takes_back=spent[sfy],
        )
        for sfy, part in taken.items()
    )
