"""A zone's account as its page shows it: what was credited is what became of it."""

from datetime import date
from decimal import Decimal

import pytest

from funds import receivables
from funds.models import Receivable
from funds.queries import zone_account
from tests import places
from tests.offices import officer
from tests.zone_money import FUND, credit

pytestmark = pytest.mark.django_db


def test_what_is_recovered_from_a_credit_stays_part_of_what_was_credited() -> None:
    zone = places.zone("Exampleton", "9901")
    by, on = officer("treasury-certifier"), date(2026, 8, 3)
    account = credit(zone, 2027, "400.00")
    receivables.open(
        FUND, Receivable.Kind.OVERPAYMENT, "zone:Exampleton", Decimal("10.00"), "owed",
        "52:27H-88 i.", "lapsed in a trust", on=on, by=by,
    )  # fmt: skip
    receivables.recover(
        FUND, "zone:Exampleton", account, limit=Decimal("400.00"), key="taken", on=on, by=by
    )
    (year,) = zone_account.vintages(zone)
    assert (year.credited, year.unencumbered, year.recovered) == (
        Decimal("400.00"), Decimal("390.00"), Decimal("10.00"),
    )  # fmt: skip
