"""A hold on a payee is noted at the year's end and never a reason to skip a balance."""

from datetime import date
from decimal import Decimal

import pytest

from funds import ledger, year_end
from payments import holds
from tests.offices import officer
from tests.payments.aid import RECEIPTS, allotted, released

pytestmark = pytest.mark.django_db


def test_o33_what_is_held_is_noted_and_keeps_its_disposition() -> None:
    ledger.open_books(RECEIPTS, 2027)
    allotted({"0101": "100.00", "0102": "100.00"})
    released(date(2026, 7, 15))
    by = officer("treasury-certifier")
    holds.place("0101", "a levy by order of court", on=date(2026, 8, 1), by=by, fund=RECEIPTS)
    closing = year_end.rehearse(RECEIPTS, 2027, on=date(2027, 7, 1), by=officer("dca-analyst"))
    rows = {
        (row.account.kind, row.account.holder): (row.what, row.amount, row.note)
        for row in closing.dispositions.filter(account__kind="PAYABLE")
    }
    assert rows == {
        ("PAYABLE", "0101"): (
            "stays", Decimal("35.00"), "held since August 1, 2026: a levy by order of court",
        ),
        ("PAYABLE", "0102"): ("stays", Decimal("35.00"), ""),
    }  # fmt: skip
