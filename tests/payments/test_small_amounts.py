"""Two persons at any amount, and however it is split. O-82."""

from datetime import date

import pytest

from funds.models import Encumbrance, Kind
from funds.refusal import Refusal
from payments import vouchers, warrants
from payments.models import Installment
from tests import places
from tests.offices import officer
from tests.payments.aid import RECEIPTS, account, allotted, released
from tests.zone_money import balance, cfo, credit, encumber, project, voucher

pytestmark = pytest.mark.django_db
DAY = date(2023, 10, 2)
PAID = date(2026, 7, 15)


@pytest.fixture
def bound() -> Encumbrance:
    zone = places.zone("Exampleton", "9901")
    credit(zone, 2024, "2,000.00")
    return encumber(project(zone, {2024: "2,000"}, on=DAY), "1,500.00", on=DAY)


@pytest.mark.parametrize("amounts", [["0.01"], ["999.99"], ["500.00", "499.99"], ["0.01"] * 3])
def test_o82_no_small_or_split_voucher_is_approved_by_who_prepared_it(
    bound: Encumbrance, amounts: list[str]
) -> None:
    same = officer("cfo", place="acting", person="9901 preparer holder", municipality="9901")
    for number, amount in enumerate(amounts):
        made = voucher(bound, amount, f"V-{number}", on=DAY)
        with pytest.raises(Refusal, match="another person"):
            vouchers.approve(made, on=DAY, by=same)
        assert balance(Kind.PAYABLE, "9901") == 0
    assert vouchers.approve(made, on=DAY, by=cfo("9901")).posting is not None


@pytest.mark.parametrize("amount", ["0.10", "2857.11"])  # 35 % of it: 0.04 and 999.99
def test_o82_no_small_warrant_is_certified_and_sent_by_one_person(amount: str) -> None:
    allotted({"0101": amount})
    released(PAID)
    account("0101")
    one = officer("treasury-certifier", person="One person")
    warrant = warrants.certify(RECEIPTS, pays_on=PAID, on=PAID, by=one)
    assert warrant.total == Installment.objects.exclude(posting=None).get().amount
    with pytest.raises(Refusal, match="another person warrants it"):
        warrants.issue(
            warrant, on=PAID, by=officer("budget-officer", place="Acting", person="One person")
        )
    warrants.issue(warrant, on=PAID, by=officer("budget-officer"))
    with pytest.raises(Refusal, match="a third person sends it"):
        warrants.send(
            warrant, on=PAID, by=officer("treasury-releaser", place="Acting", person="One person")
        )
