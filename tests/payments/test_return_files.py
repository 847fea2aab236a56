"""A file of the bank is matched before anything is recorded, and recorded once."""

from datetime import date
from decimal import Decimal

import pytest

from funds.models import Kind, Posting
from funds.refusal import Refusal
from payments import return_files
from payments.models import BankReturn, Payment, ReturnFile, ReturnLine
from tests.offices import officer
from tests.payments.aid import RECEIPTS, account, allotted, released, sent, stands

pytestmark = pytest.mark.django_db

DAY, LATER = date(2026, 8, 3), date(2026, 8, 5)
State = ReturnLine.State


def two_payments() -> tuple[Payment, Payment]:
    """35.00 and 10.00 of one municipality, sent."""
    allotted({"0101": "100.00"})
    released(DAY)
    account("0101")
    one, two = sent(RECEIPTS, DAY).payments.order_by("trace")
    return one, two


def load(text: str, name: str = "returns.csv") -> ReturnFile:
    by = officer("treasury-releaser")
    return return_files.load(text.encode(), name, on=LATER, by=by)


def table(*rows: tuple[Payment | str, str, str]) -> str:
    lines = [f"{getattr(p, 'trace', p)},{amount},{code}" for p, amount, code in rows]
    return "\n".join(["trace,amount,code", *lines]) + "\n"


def confirm(file: ReturnFile) -> ReturnFile:
    return return_files.confirm(file, on=LATER, by=officer("treasury-analyst"))


def states(file: ReturnFile) -> list[str]:
    return list(file.lines.order_by("number").values_list("state", flat=True))


def test_o71_three_returns_of_two_payments_loaded_twice_reopen_each_once() -> None:
    one, two = two_payments()
    text = table((one, "35.00", "R03"), (two, "10.00", "R03"), (one, "35.00", "R01"))
    file = load(text)
    assert states(file) == ["matched", "matched", "exception"]
    assert not BankReturn.objects.exists()
    confirm(file)
    assert stands(RECEIPTS, Kind.PAYABLE, "0101") == Decimal("45.00")
    postings = Posting.objects.count()
    again = confirm(load(text))
    assert again == file
    other = confirm(load(text.replace("R01", "R02"), "again.csv"))
    assert states(other) == ["known", "known", "exception"]
    assert (BankReturn.objects.count(), Posting.objects.count()) == (2, postings)
    assert Payment.objects.filter(returned=True).count() == 2


@pytest.mark.parametrize(
    ("trace", "amount", "code", "finding"),
    [
        ("000000000000009", "35.00", "R03", "No payment bears the number"),
        ("", "34.99", "R03", "$35.00 was paid; $34.99"),
        ("", "35.00", "R3", "is no return code"),
    ],
)
def test_what_cannot_be_matched_is_an_exception_that_a_person_settles(
    trace: str, amount: str, code: str, finding: str
) -> None:
    one, _ = two_payments()
    file = confirm(load(table((trace or one, amount, code))))
    line = file.lines.get()
    assert line.state == State.EXCEPTION and finding in line.finding
    assert not BankReturn.objects.exists()
    by = officer("treasury-analyst")
    with pytest.raises(Refusal, match="what came of it"):
        return_files.settle(line, " ", on=LATER, by=by)
    settled = return_files.settle(line, "The bank withdrew it", on=LATER, by=by)
    assert settled.settled_because == "The bank withdrew it"


@pytest.mark.parametrize(
    "head",
    ["trace,amount,reason", "trace,amount,code,payee", "trace,amount", "amount,trace,code,code"],
)
def test_a_layout_that_changed_is_kept_in_quarantine(head: str) -> None:
    one, _ = two_payments()
    width = head.count(",") + 1
    file = load(f"{head}\n" + ",".join([one.trace, "35.00", "R03", "x"][:width]) + "\n")
    assert file.quarantined_because and not file.lines.exists()
    with pytest.raises(Refusal, match="in quarantine"):
        confirm(file)


def test_a_return_file_of_the_bank_is_read_by_position_and_its_totals_are_compared() -> None:
    one, two = two_payments()
    text = nacha([(one, "R02"), (two, "R16")])
    file = load(text, "RET0805.ach")
    assert states(file) == ["matched", "matched"]
    confirm(file)
    assert set(BankReturn.objects.values_list("code", flat=True)) == {"R02", "R16"}
    with pytest.raises(Refusal, match="control says"):
        load(text.replace("0000003500", "0000003501", 1), "altered.ach")


def test_a_return_is_dated_after_it_was_sent_and_not_in_the_future() -> None:
    one, two = two_payments()
    text = "trace,amount,code,date\n"
    for payment, day in ((one, "2026-08-02"), (two, "08/06/2026")):
        text += f"{payment.trace},{payment.amount},R03,{day}\n"
    assert states(load(text)) == ["exception", "exception"]


def nacha(returned: list[tuple[Payment, str]]) -> str:
    """A file as the bank returns entries: each with its addendum 99."""
    lines = ["101 9900000001990000000260805000" + "0" * 3]
    lines[0] = lines[0].ljust(94, "0")[:94]
    hashed, cents = 0, 0
    for number, (payment, code) in enumerate(returned, 1):
        amount = int(payment.amount * 100)
        hashed, cents = hashed + 99000000, cents + amount
        entry = f"621990000000{'1234':<17}{amount:010d}{payment.trace:<15}{'Town':<22}  1"
        lines.append(f"{entry}{number:015d}")
        lines.append(f"799{code}{number:015d}      99000000{'':<44}{number:015d}")
    count = 2 * len(returned)
    lines.append(f"9000001000001{count:08d}{hashed % 10**10:010d}{0:012d}{cents:012d}".ljust(94))
    assert {len(each) for each in lines} == {94}
    return "\n".join(lines) + "\n"
