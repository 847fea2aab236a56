"""A town taken into another: what is unreleased and unpaid is its heir's; a correction replans."""

from datetime import date
from decimal import Decimal

import pytest

from funds import corrections
from funds import successions as balances
from funds.models import Kind
from municipalities import successions
from payments.models import Installment
from tests.offices import officer
from tests.payments.aid import RECEIPTS, account, allotted, released, sent, stands
from tests.places import municipality

pytestmark = pytest.mark.django_db
JULY = date(2026, 7, 15)


def taken_in(on: date) -> None:
    by = officer("dca-director")
    made = successions.record(
        municipality("9905"), municipality("9906"), document="Order 1", on=on, by=by
    )
    balances.move_balances(made, on=on, by=by)


def test_what_is_unreleased_is_planned_anew_for_the_successor() -> None:
    allotted({"9905": "1000.00", "9906": "500.00"})
    released(JULY)
    taken_in(date(2026, 7, 20))
    assert stands(RECEIPTS, Kind.ENTITLED, "9905") == 0
    assert stands(RECEIPTS, Kind.ENTITLED, "9906") == 975
    released(date(2026, 12, 31))
    assert stands(RECEIPTS, Kind.ENTITLED, "9906") == 0
    assert stands(RECEIPTS, Kind.PAYABLE, "9906") == 1500


def test_what_was_released_and_not_paid_is_paid_to_the_successor() -> None:
    allotted({"9905": "1000.00", "9906": "500.00"})
    released(JULY)
    taken_in(date(2026, 7, 15))
    account("9906")
    warrant = sent(RECEIPTS, date(2026, 7, 16))
    assert warrant.total == 525
    assert stands(RECEIPTS, Kind.PAID, "9906") == 525
    assert stands(RECEIPTS, Kind.PAYABLE, "9906") == 0


def test_a_correction_of_certified_aid_leaves_installments_that_can_all_be_paid() -> None:
    allotted({"9906": "1000.00"})
    released(JULY)
    corrections.correct(
        "C-1",
        RECEIPTS,
        "9906",
        {2027: (Decimal(1000), Decimal(900))},
        "wrong base",
        on=date(2026, 7, 20),
        by=officer("treasury-analyst"),
        approved_by=officer("treasury-certifier"),
    )
    released(date(2026, 12, 31))
    assert stands(RECEIPTS, Kind.PAYABLE, "9906") == 900
    assert stands(RECEIPTS, Kind.ENTITLED, "9906") == 0
    assert not Installment.objects.filter(posting=None, replaced_by=None).exists()
