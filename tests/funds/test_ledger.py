"""What the ledger's door does: once, in words, in the open year, and never below zero."""

from datetime import date
from decimal import Decimal

import pytest

from funds import accounts, ledger
from funds.ledger import Move
from funds.models import Account, Entry, Kind, LedgerHead, Posting
from funds.refusal import Refusal
from municipalities.models import Officer
from tests.offices import officer

pytestmark = pytest.mark.django_db

FUND = "zone-assistance"
CLAUSE = "52:27H-88 a."
DAY = date(2026, 7, 15)


@pytest.fixture
def by() -> Officer:
    return officer("treasury-analyst")


@pytest.fixture
def source() -> Account:
    return accounts.find(FUND, Kind.SOURCE, "appropriation")


@pytest.fixture
def pool() -> Account:
    return accounts.find(FUND, Kind.POOL, "FUND")


@pytest.fixture
def authority() -> Account:
    return accounts.find(FUND, Kind.AUTHORITY, "AUTHORITY")


def post(
    debit: Account, credit: Account, amount: str, key: str, by: Officer, on: date = DAY
) -> Posting:
    moves = [Move(debit, credit, Decimal(amount))]
    return ledger.post("deposit", moves, fund=FUND, key=key, on=on, by=by, clause=CLAUSE)


def test_a_posting_moves_both_balances_and_nothing_else(
    source: Account, pool: Account, by: Officer
) -> None:
    post(source, pool, "1000.00", "d/1", by)
    assert accounts.balance(pool) == Decimal("1000.00")
    assert accounts.balance(source) == Decimal("-1000.00")
    assert sum(Account.objects.values_list("balance", flat=True)) == 0


def test_a_posting_says_what_when_who_and_under_which_clause(
    source: Account, pool: Account, by: Officer
) -> None:
    made = post(source, pool, "1000.00", "d/1", by)
    assert (made.act, made.effective_on, made.by, made.clause) == ("deposit", DAY, by, CLAUSE)
    assert (made.number, made.sfy, made.entry_count, made.total) == (1, 2027, 1, Decimal(1000))


def test_postings_are_numbered_without_gaps_and_chained(
    source: Account, pool: Account, by: Officer
) -> None:
    made = [post(source, pool, "1.00", f"d/{n}", by) for n in range(3)]
    assert [p.number for p in made] == [1, 2, 3]
    assert made[0].previous_hash == "0" * 64
    assert [p.previous_hash for p in made[1:]] == [p.hash for p in made[:-1]]
    head = LedgerHead.objects.get(pk=FUND)
    assert (head.number, head.hash) == (3, made[2].hash)


def test_each_fund_has_a_chain_of_its_own(source: Account, pool: Account, by: Officer) -> None:
    post(source, pool, "1.00", "d/1", by)
    other = [accounts.find("highlands", k, "x") for k in (Kind.SOURCE, Kind.POOL)]
    made = ledger.post(
        "deposit", [Move(other[0], other[1], Decimal(1))],
        fund="highlands", key="h/1", on=DAY, by=by, clause="54:1-85",
    )  # fmt: skip
    assert (made.number, made.previous_hash) == (1, "0" * 64)


def test_the_same_key_with_the_same_content_posts_once(
    source: Account, pool: Account, by: Officer
) -> None:
    first = post(source, pool, "5.00", "d/1", by)
    assert post(source, pool, "5.00", "d/1", by) == first
    assert Posting.objects.count() == 1
    assert accounts.balance(pool) == Decimal("5.00")


@pytest.mark.parametrize("amount", ["5.01", "4.99", "50.00"])
def test_the_same_key_with_another_amount_is_refused(
    source: Account, pool: Account, by: Officer, amount: str
) -> None:
    post(source, pool, "5.00", "d/1", by)
    with pytest.raises(Refusal, match=r"d/1 was already used for another posting \(#1\)"):
        post(source, pool, amount, "d/1", by)


def test_the_same_key_for_another_act_is_refused(
    source: Account, pool: Account, by: Officer
) -> None:
    post(source, pool, "5.00", "d/1", by)
    with pytest.raises(Refusal, match="already used"):
        ledger.post(
            "invest", [Move(source, pool, Decimal("5.00"))],
            fund=FUND, key="d/1", on=DAY, by=by, clause=CLAUSE,
        )  # fmt: skip


@pytest.mark.parametrize("amount", ["0", "0.00", "-1.00", "0.001", "1.005", "NaN", "Infinity"])
def test_an_amount_is_positive_and_in_whole_cents(
    source: Account, pool: Account, by: Officer, amount: str
) -> None:
    with pytest.raises(Refusal, match="not a positive amount in whole cents"):
        post(source, pool, amount, "d/1", by)


def test_a_posting_without_moves_is_refused(by: Officer) -> None:
    with pytest.raises(Refusal, match="nothing to post"):
        ledger.post("deposit", [], fund=FUND, key="d/1", on=DAY, by=by, clause=CLAUSE)


def test_an_overdraft_is_refused_in_words_with_what_is_available(
    source: Account, pool: Account, authority: Account, by: Officer
) -> None:
    post(source, pool, "1250.00", "d/1", by)
    with pytest.raises(Refusal, match=r"\$4,000\.00 short; \$1,250\.00 is available") as refused:
        post(pool, authority, "5250.00", "c/1", by)
    assert refused.value.cite == CLAUSE
    assert Posting.objects.count() == 1


def test_the_last_cent_may_leave_an_account(
    source: Account, pool: Account, authority: Account, by: Officer
) -> None:
    post(source, pool, "1250.00", "d/1", by)
    post(pool, authority, "1250.00", "c/1", by)
    assert accounts.balance(pool) == 0


def test_what_passes_through_an_account_in_one_posting_needs_no_balance_there(
    source: Account, pool: Account, authority: Account, by: Officer
) -> None:
    moves = [Move(source, pool, Decimal(7)), Move(pool, authority, Decimal(7))]
    ledger.post("credit", moves, fund=FUND, key="c/1", on=DAY, by=by, clause=CLAUSE)
    assert (accounts.balance(pool), accounts.balance(authority)) == (0, 7)


def test_many_entries_are_posted_by_copy_with_the_same_result(source: Account, by: Officer) -> None:
    codes = [f"source {n:03}" for n in range(ledger.COPY_FROM + 10)]
    found = accounts.find_many(FUND, Kind.PAID, codes)
    moves = [Move(source, found[code], Decimal(n)) for n, code in enumerate(codes, 1)]
    made = ledger.post("deposit", moves, fund=FUND, key="d/1", on=DAY, by=by, clause=CLAUSE)
    assert made.entry_count == Entry.objects.filter(posting=made).count() == len(codes)
    assert made.total == sum(range(1, len(codes) + 1))
    assert accounts.balance(found[codes[-1]]) == len(codes)


def test_a_query_is_posted_as_a_set_once(source: Account, pool: Account, by: Officer) -> None:
    sql = "SELECT %s::bigint, %s::bigint, amount FROM (VALUES (1.5), (2.25)) x (amount)"
    for _ in range(2):
        made = ledger.post_all(
            "deposit", sql, [source.pk, pool.pk],
            fund=FUND, key="d/all", on=DAY, by=by, clause=CLAUSE,
        )  # fmt: skip
        assert made is not None
        assert (made.entry_count, made.total) == (2, Decimal("3.75"))
    assert accounts.balance(pool) == Decimal("3.75")


def test_a_query_that_says_nothing_posts_nothing(source: Account, by: Officer) -> None:
    sql = "SELECT 1::bigint, 2::bigint, 1 WHERE false"
    assert ledger.post_all(
        "deposit", sql, [], fund=FUND, key="d/all", on=DAY, by=by, clause=CLAUSE
    ) is None  # fmt: skip
    assert not Posting.objects.exists()


def test_a_key_of_a_query_is_not_taken_by_another_act(
    source: Account, pool: Account, by: Officer
) -> None:
    post(source, pool, "1.00", "d/1", by)
    with pytest.raises(Refusal, match="already used"):
        ledger.post_all(
            "lapse", "SELECT 1::bigint, 2::bigint, 1", [],
            fund=FUND, key="d/1", on=DAY, by=by, clause=CLAUSE,
        )  # fmt: skip


def test_a_day_before_the_books_is_refused_and_the_first_day_is_not(
    source: Account, pool: Account, by: Officer
) -> None:
    ledger.open_books(FUND, 2027)
    with pytest.raises(Refusal, match="SFY2026 of zone-assistance is sealed"):
        post(source, pool, "1.00", "d/0", by, on=date(2026, 6, 30))
    assert post(source, pool, "1.00", "d/1", by, on=date(2026, 7, 1)).sfy == 2027


def test_books_with_a_posting_are_not_opened_again(
    source: Account, pool: Account, by: Officer
) -> None:
    post(source, pool, "1.00", "d/1", by)
    with pytest.raises(Refusal, match="is open since #1"):
        ledger.open_books(FUND, 2030)


def test_a_reversal_is_the_opposite_and_linked(source: Account, pool: Account, by: Officer) -> None:
    made = post(source, pool, "9.00", "d/1", by)
    undone = ledger.reverse(made, key="r/1", on=date(2026, 8, 1), by=by, reason="twice entered")
    assert undone.reverses == made
    assert (accounts.balance(pool), accounts.balance(source)) == (0, 0)
    assert undone.note == "twice entered"


def test_a_posting_is_reversed_once(source: Account, pool: Account, by: Officer) -> None:
    made = post(source, pool, "9.00", "d/1", by)
    first = ledger.reverse(made, key="r/1", on=DAY, by=by, reason="error")
    assert ledger.reverse(made, key="r/1", on=DAY, by=by, reason="error") == first
    with pytest.raises(Refusal, match="Already reversed by #2"):
        ledger.reverse(made, key="r/2", on=DAY, by=by, reason="error")


def test_a_reversal_is_not_itself_reversed(source: Account, pool: Account, by: Officer) -> None:
    made = post(source, pool, "9.00", "d/1", by)
    undone = ledger.reverse(made, key="r/1", on=DAY, by=by, reason="error")
    with pytest.raises(Refusal, match="not itself reversed"):
        ledger.reverse(undone, key="r/2", on=DAY, by=by, reason="error")


def test_a_reversal_of_money_that_has_gone_on_is_refused(
    source: Account, pool: Account, authority: Account, by: Officer
) -> None:
    made = post(source, pool, "9.00", "d/1", by)
    post(pool, authority, "4.00", "c/1", by)
    with pytest.raises(Refusal, match=r"\$4\.00 short; \$5\.00 is available"):
        ledger.reverse(made, key="r/1", on=DAY, by=by, reason="error")


def test_a_kind_within_a_sentence_keeps_the_capitals_of_names() -> None:
    assert Kind.AUTHORITY.in_words == "UEZ Authority"
    assert Kind.GENERAL_FUND.in_words == "General Fund"
    assert Kind.RECOVERED.in_words == "forfeited to the Department"
