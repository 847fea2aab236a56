"""A closed year is closed to every way in, and what is put right later is dated later."""

from datetime import date
from decimal import Decimal

import pytest

from funds import accounts, ledger
from funds.models import BalanceSnapshot, Disposition, Kind, Posting
from funds.proofs import closed_year
from funds.refusal import Refusal
from tests.funds.year_ends import FUND, account, begin, certified, close, credit, encumber, move
from tests.offices import officer

pytestmark = pytest.mark.django_db

NEXT = date(2026, 7, 15)


def test_o26_twelve_of_twelve_ways_into_a_closed_year_are_refused() -> None:
    assert closed_year.run() == (12, 12)


def test_each_attempt_of_each_way_is_refused_on_its_own() -> None:
    posting = closed_year._closed_year()
    for name, attempts in closed_year.ways(posting).items():
        for number, attempt in enumerate(attempts, 1):
            assert closed_year._is_refused(attempt), f"{name}, attempt {number}, got through"


def test_the_proof_leaves_nothing_behind() -> None:
    closed_year.run()
    assert Posting.objects.count() == 0


def test_o26_the_refusal_names_the_year_and_the_way_that_is_open() -> None:
    begin(2026)
    to = credit("100.00", 2026)
    close(2026)
    with pytest.raises(Refusal) as refused:
        move(account(Kind.SOURCE, "appropriation"), to, "1.00", date(2026, 6, 30))
    assert "SFY2026 of zone-assistance is sealed" in str(refused.value)
    assert "correction in the open year" in str(refused.value)


def test_between_certificate_and_seal_only_the_lapse_may_be_dated_in_the_year() -> None:
    begin(2026)
    to = credit("100.00", 2026)
    certified(2026)
    source = account(Kind.SOURCE, "appropriation")
    with pytest.raises(Refusal, match="certified for its close"):
        move(source, to, "1.00", date(2026, 6, 30))
    assert move(source, to, "1.00", NEXT).effective_on == NEXT


def test_o27_undoing_an_act_of_a_closed_year_is_dated_in_the_open_one() -> None:
    begin(2026)
    credit("100.00", 2026)
    made = encumber("E1", {2026: "80.00"}, date(2026, 1, 5))
    bound = account(Kind.ENCUMBERED, "zone:Exampleton", 2026, made)
    posting = Posting.objects.latest("number")
    close(2026)
    before = list(Disposition.objects.values()), list(BalanceSnapshot.objects.values())
    undone = ledger.reverse(
        posting, key="undo", on=NEXT, by=officer("treasury-analyst"), reason="void"
    )
    assert (undone.sfy, undone.reverses) == (2027, posting)
    assert accounts.balance(bound, date(2026, 6, 30)) == Decimal("80.00")
    assert accounts.balance(bound) == 0
    assert (list(Disposition.objects.values()), list(BalanceSnapshot.objects.values())) == before


def test_a_sealed_empty_book_is_not_opened_in_another_year() -> None:
    begin(2026)
    close(2026)
    with pytest.raises(Refusal, match="open since its first seal"):
        ledger.open_books(FUND, 2020)
