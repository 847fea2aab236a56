"""Pages of all deposits are read from the warrants they fall on: each payment once, in order."""

from datetime import date, timedelta
from typing import Any

import pytest

from payments.models import Payment
from payments.queries.deposits import Latest
from tests.payments.aid import RECEIPTS, account, allotted, released, sent
from tests.places import municipality

pytestmark = pytest.mark.django_db


DAYS = (date(2026, 7, 15), date(2026, 8, 3), date(2026, 9, 1))


@pytest.fixture
def paid(db: None) -> list[Payment]:
    """Three warrants of three towns, in the order in which their payments are listed."""
    towns = ("9901", "9902", "9903")
    for code in towns:
        municipality(code, f"Town {code}")
    allotted(dict.fromkeys(towns, "1000000.00"))
    for code in towns:
        account(code)
    for day in DAYS:
        released(day)
        sent(RECEIPTS, day)
    return list(every().order_by("-warrant__pays_on", "-warrant", "trace"))


def every() -> Any:
    return Payment.objects.exclude(warrant__posting=None).select_related("warrant")


def test_slices_of_whatever_size_are_the_whole_list_once(paid: list[Payment]) -> None:
    latest = Latest(every(), None)
    assert latest.count() == len(latest) == len(paid) == 9
    for size in (1, 2, 3, 7, 50):
        parts = [list(latest[at : at + size]) for at in range(0, len(paid), size)]
        assert [each.pk for part in parts for each in part] == [each.pk for each in paid]


def test_near_a_day_only_its_warrants_are_read(paid: list[Payment]) -> None:
    day = paid[0].warrant.pays_on
    near = [each.pk for each in paid if abs(each.warrant.pays_on - day) <= timedelta(days=5)]
    assert [each.pk for each in Latest(every(), day)[0:50]] == near
    assert list(Latest(every(), day - timedelta(days=4_000))[0:50]) == []
