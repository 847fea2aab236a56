"""Money leaves: installments, warrants, what the bank sends back."""

from decimal import Decimal

from funds.refusal import Refusal
from payments.models import Voucher
from payments.play.stage import Stage
from payments.play.story import Line


def pay(stage: Stage, line: Line, of: Voucher) -> Decimal:
    raise Refusal("later")
