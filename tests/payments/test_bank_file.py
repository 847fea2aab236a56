"""A bank file says what it pays: to the character, read again by other code than wrote it."""

from __future__ import annotations

import random
from datetime import date
from decimal import Decimal

import achkit
import pytest

from funds.refusal import Refusal
from payments.bank_file import records
from payments.bank_file.reading import read
from payments.bank_file.records import Credit, Origin, write

ORIGIN = Origin("990000000", "Bank of the State", "1216000928", "State of New Jersey")
DAY = date(2026, 12, 1)


def routing(eight: str) -> str:
    return eight + records.check_digit(eight)


def credit(eight: str = "99000000", amount: str = "1.00", **other: str) -> Credit:
    given = {"number": "123456789", "payment": "000000010000001", "name": "Exampleton",
             "note": "ENERGY RECEIPTS SFY2027 INSTALLMENT 5"} | other  # fmt: skip
    return Credit(routing=routing(eight), savings=False, amount=Decimal(amount), **given)


def made(*paid: Credit) -> str:
    return write(ORIGIN, paid, pays_on=DAY, written_on=DAY, purpose="STATE AID", reference="W1")


def test_o37_the_hash_leaves_out_the_check_digit() -> None:
    file = made(*(credit(eight) for eight in ("12345678", "12345678", "12323231")))
    assert read(file)[1].hashed == "0037014587"


def test_o37_the_hash_keeps_its_last_ten_digits() -> None:
    assert read(made(*[credit("99999999")] * 101))[1].hashed == "0099999899"


@pytest.mark.parametrize("count", [1, 2, 3, 4, 9, 10, 11])
def test_o37_blocks_of_ten_are_filled_and_the_sums_are_the_certified_one(count: int) -> None:
    file = made(*[credit(amount="1234567.00")] * count)
    lines, control = read(file)
    assert len(file.splitlines()) % 10 == 0
    assert (control.count, control.total) == (count, Decimal("1234567.00") * count)
    assert "0123456700" in file.splitlines()[2]
    assert [each.amount for each in lines] == [Decimal("1234567.00")] * count


@pytest.mark.parametrize("count", [1, 3, 564])
def test_another_program_finds_nothing_wrong_and_reads_the_same(count: int) -> None:
    chance = random.Random(count)
    paid = [
        credit(f"{chance.choice(range(1, 13)):02d}{chance.randrange(10**6):06d}",
               f"{chance.randrange(1, 10**9) / Decimal(100):.2f}", number=str(number) * 4)
        for number in range(1, count + 1)
    ]  # fmt: skip
    file = made(*paid)
    assert achkit.validate(file)["errors"] == []
    (batch,) = achkit.parse(file)["batches"]
    theirs = [(each["routing"], Decimal(each["amount_cents"]) / 100) for each in batch["entries"]]
    assert theirs == [(each.routing, each.amount) for each in paid]
    assert theirs == [(each.routing, each.amount) for each in read(file)[0]]


def test_the_same_payments_give_the_same_bytes() -> None:
    assert made(credit(), credit(amount="2.00")) == made(credit(), credit(amount="2.00"))


def test_what_a_payment_is_for_stands_in_its_note_and_comes_back_by_its_number() -> None:
    (line,), _ = read(made(credit(name="Éxampleton, a name that is longer than it may be")))
    assert line.note == "ENERGY RECEIPTS SFY2027 INSTALLMENT 5"
    assert line.name == "EXAMPLETON, A NAME THA"
    assert (line.payment, line.trace) == ("000000010000001", "990000000000001")


@pytest.mark.parametrize(
    ("paid", "why"),
    [
        ([], "there is no payment"),
        ([credit(amount="100000000.00")], r"at most \$99,999,999.99"),
        ([credit(amount="0.00")], "is no amount"),
        ([credit(amount="99999999.99")] * 101, "more than one bank file can sum"),
        ([Credit("123456789", "1", False, Decimal(1), "1", "A", "B")], "ninth digit"),
        ([Credit("12345678", "1", False, Decimal(1), "1", "A", "B")], "nine digits"),
    ],
)
def test_what_no_bank_could_read_is_refused(paid: list[Credit], why: str) -> None:
    with pytest.raises(Refusal, match=why):
        made(*paid)


def test_every_altered_digit_of_money_bank_or_count_is_found() -> None:
    file = made(credit("12345678", "1.00"), credit("87654321", "2.00"))
    lines = file.split("\n")
    altered = 0
    for row, columns in {2: (3, 39), 4: (3, 39), 6: (4, 44), 7: (1, 55)}.items():
        for column in range(*columns):
            if row in (2, 4) and 11 <= column < 29:  # check digit, account number: not summed
                continue
            other = "0" if lines[row][column] != "0" else "1"
            changed = [*lines]
            changed[row] = lines[row][:column] + other + lines[row][column + 1 :]
            with pytest.raises(Refusal):
                read("\n".join(changed))
            altered += 1
    assert altered == 2 * 18 + 40 + 54


@pytest.mark.parametrize(
    "cut",
    [
        lambda file: file[:-1],
        lambda file: file[:-95],
        lambda file: "\n".join(file.split("\n")[:4] + file.split("\n")[6:] + ["9" * 94] * 2),
        lambda file: file.replace("\n7", "\n6"),
        lambda file: "",
    ],
)
def test_a_file_that_was_cut_or_lost_a_payment_is_refused(cut: object) -> None:
    assert callable(cut)
    with pytest.raises(Refusal):
        read(cut(made(credit(), credit(amount="2.00"))))
