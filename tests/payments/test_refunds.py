"""What was paid comes back only as money: asked, confirmed, owed, and its deposit on record."""

from datetime import date
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from funds import caps, compliance, receivables
from funds.models import Encumbrance, Kind
from funds.refusal import Refusal
from municipalities.documents import store
from municipalities.models import EnterpriseZone
from payments import refunds, returns, vouchers
from payments.invariants import identities
from payments.models import Refund, Voucher
from tests import places
from tests.offices import officer
from tests.payments.aid import account, sent
from tests.zone_money import (
    FUND,
    approved,
    balance,
    cents,
    cfo,
    credit,
    encumber,
    project,
    refunded,
)

pytestmark = pytest.mark.django_db
DAY = date(2023, 10, 2)
PAPER = store.made("deposit.pdf", b"%PDF-1.7")


@pytest.fixture
def zone() -> EnterpriseZone:
    zone = places.zone("Exampleton", "9901")
    credit(zone, 2024, "400,000.00")
    return zone


@pytest.fixture
def bound(zone: EnterpriseZone) -> Encumbrance:
    of = project(zone, {2024: "40,000"}, on=DAY, category="administration")
    return encumber(of, "40,000.00", on=DAY)


@pytest.fixture
def paid(bound: Encumbrance) -> Voucher:
    """The voucher of the review: 39,999.00 of a ceiling of 40,000.00, sent by warrant."""
    made = approved(bound, "39,999.00", on=DAY)
    account("9901", "first-generation", on=date(2023, 7, 3))
    sent(FUND, DAY)
    return made


def asked(made: Voucher, amount: str = "39,999.00", key: str = "refund/1") -> Refund:
    by = officer("preparer", municipality="9901")
    return refunds.ask(made, cents(amount), "double payment", key, on=DAY, by=by)


def holds(name: str) -> bool:
    return next(each for each in identities() if each.name == name).line()[0]


def used(zone: EnterpriseZone) -> Decimal:
    return caps.headroom(zone, "9901", 2024, "administration", DAY).expended


def test_a_paid_voucher_is_not_voided(paid: Voucher) -> None:
    with pytest.raises(Refusal, match="was paid: nothing is voided"):
        vouchers.void(paid, cents("39,999"), "spend it again", "void/1", on=DAY, by=cfo("9901"))
    assert balance(Kind.PAID, "9901") == cents("39,999")


def test_what_is_not_paid_is_voided_and_not_refunded(bound: Encumbrance) -> None:
    made = approved(bound, "100.00", on=DAY)
    with pytest.raises(Refusal, match="was not paid: void it"):
        asked(made, "100.00")


def test_asked_and_confirmed_it_is_owed_and_frees_nothing(
    zone: EnterpriseZone, bound: Encumbrance, paid: Voucher
) -> None:
    made = refunds.confirm(asked(paid), on=DAY, by=cfo("9901"))
    assert made.receivable is not None
    assert (made.receivable.holder, made.receivable.municipality_id) == ("9901", "9901")
    assert receivables.outstanding(made.receivable) == cents("39,999")
    assert used(zone) == cents("39,999")
    with pytest.raises(Refusal, match=r"\$1\.00 is left"):
        approved(bound, "39,999.00", "V-2", on=DAY)
    assert holds("paid")


def test_the_deposit_on_record_frees_it_once_and_nothing_is_owed(
    zone: EnterpriseZone, bound: Encumbrance, paid: Voucher
) -> None:
    posting = refunded(paid, "39,999.00", on=DAY)
    made = paid.refunds.get()
    again = refunds.record(made, PAPER, on=DAY, by=officer("treasury-releaser"))
    assert again.posting == posting
    assert made.receivable is not None
    assert receivables.outstanding(made.receivable) == 0
    assert (used(zone), balance(Kind.PAID, "9901")) == (0, 0)
    assert balance(Kind.ENCUMBERED, zone.holder) == cents("40,000")
    assert holds("paid")
    assert approved(bound, "39,999.00", "V-2", on=DAY).posting is not None


def test_three_persons_ask_confirm_and_record(paid: Voucher) -> None:
    made = asked(paid)
    same = officer("cfo", place="acting", person="9901 preparer holder", municipality="9901")
    with pytest.raises(Refusal, match="another person"):
        refunds.confirm(made, on=DAY, by=same)
    with pytest.raises(Refusal, match="confirms it first"):
        refunds.record(made, PAPER, on=DAY, by=officer("treasury-releaser"))
    with pytest.raises(Refusal, match="approve-voucher"):
        refunds.confirm(made, on=DAY, by=officer("preparer", municipality="9901"))
    made = refunds.confirm(made, on=DAY, by=cfo("9901"))
    with pytest.raises(Refusal, match="record-return"):
        refunds.record(made, PAPER, on=DAY, by=cfo("9901"))
    with pytest.raises(IntegrityError, match="two duties"), transaction.atomic():
        Refund.objects.filter(pk=made.pk).update(confirmed_by=made.asked_by)


def test_one_refund_of_a_voucher_is_open_at_a_time_and_no_more_than_stands(paid: Voucher) -> None:
    with pytest.raises(Refusal, match=r"of \$39,999\.00 cannot"):
        asked(paid, "39,999.01")
    made = asked(paid, "100.00")
    assert asked(paid, "100.00") == made
    with pytest.raises(Refusal, match=r"refund of \$100\.00 is open already"):
        asked(paid, "1.00", "refund/2")
    refunds.drop(made, "a mistake", on=DAY, by=cfo("9901"))
    assert asked(paid, "1.00", "refund/2").amount == 1


def test_an_owed_refund_is_dropped_by_the_state_only(paid: Voucher) -> None:
    made = refunds.confirm(asked(paid), on=DAY, by=cfo("9901"))
    with pytest.raises(Refusal, match="record-return"):
        refunds.drop(made, "it will not come", on=DAY, by=cfo("9901"))
    by = officer("treasury-releaser")
    with pytest.raises(Refusal, match="needs a reason"):
        refunds.drop(made, " ", on=DAY, by=by)
    made = refunds.drop(made, "the vendor is bankrupt", on=DAY, by=by)
    assert made.receivable is not None
    assert receivables.outstanding(made.receivable) == 0
    with pytest.raises(Refusal, match="was dropped: the vendor is bankrupt"):
        refunds.record(made, PAPER, on=DAY, by=by)


def test_what_the_bank_sent_back_is_no_longer_to_come_back(paid: Voucher) -> None:
    made = refunds.confirm(asked(paid), on=DAY, by=cfo("9901"))
    returns.record(paid.payments.get(), "R03", on=DAY, by=officer("treasury-releaser"))
    made.refresh_from_db()
    assert made.dropped_because == "The bank sent the payment back."
    assert made.receivable is not None
    assert receivables.outstanding(made.receivable) == 0
    assert balance(Kind.PAYABLE, "9901") == cents("39,999")
    assert holds("paid")


def test_an_expenditure_in_a_standing_finding_is_neither_voided_nor_refunded(
    bound: Encumbrance, paid: Voucher
) -> None:
    other = approved(bound, "1.00", "V-2", on=DAY)
    for made, number in ((paid, "F-1"), (other, "F-2")):
        assert made.posting is not None
        compliance.find(
            bound.zone, number, {made.posting: cents("1.00")}, "no benefit", on=DAY,
            by=officer("dca-analyst"), confirmed_by=officer("dca-director"),
        )  # fmt: skip
    with pytest.raises(Refusal, match=r"in finding F-1: \$1\.00") as refused:
        asked(paid, "2.00")
    assert refused.value.cite == "52:27H-88 j."
    with pytest.raises(Refusal, match="in finding F-2"):
        vouchers.void(other, cents("1"), "out of the way", "void/2", on=DAY, by=cfo("9901"))


def test_what_a_trust_spent_comes_back_by_a_deposit_too(bound: Encumbrance) -> None:
    approved(bound, "100.00", "A-1", on=DAY, kind="advance")
    account("9901", "trust", on=date(2023, 7, 3))
    sent(FUND, DAY)
    made = approved(bound, "60.00", "S-1", on=DAY, kind="spent")
    with pytest.raises(Refusal, match="was paid: nothing is voided"):
        vouchers.void(made, cents("60"), "wrong", "void/1", on=DAY, by=cfo("9901"))
    assert refunded(made, "60.00", on=DAY).total == 60
    assert holds("paid")
