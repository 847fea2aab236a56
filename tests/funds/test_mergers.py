"""Mergers and new names, scenarios O-68 and O-83: one path, no cycle, and every sum stays."""

from datetime import date

import pytest

from funds import successions as balances
from funds.models import Kind, RunLine
from funds.refusal import Refusal
from municipalities import successions
from municipalities.models import FormerName, Municipality
from tests.funds.accepted import accept, amounts, run
from tests.offices import officer
from tests.payments.aid import HIGHLANDS, RECEIPTS, account, allotted, released, sent, stands
from tests.places import municipality

pytestmark = pytest.mark.django_db
JANUARY = date(2027, 1, 1)


def taken_in(gone: str, heir: str, on: date = JANUARY) -> None:
    by = officer("dca-director")
    made = successions.record(
        municipality(gone), municipality(heir), document="Order 1", on=on, by=by
    )
    balances.move_balances(made, on=on, by=by)


def renamed(code: str, name: str, on: date = JANUARY) -> Municipality:
    return successions.rename(
        municipality(code), name, f"Borough of {name}", document="Ordinance 7",
        on=on, by=officer("dca-director"),
    )  # fmt: skip


def test_o68_0199_goes_into_0101_with_its_12_000_and_its_history_stays() -> None:
    allotted({"0199": "1000.00", "0101": "500.00"})
    account("0101")
    released(date(2026, 7, 15))
    allotted({"0199": "12000.00"}, fund=HIGHLANDS, sfy=2026, on=date(2026, 12, 1))
    history = RunLine.objects.filter(holder="0199").count()
    taken_in("0199", "0101")
    assert stands(HIGHLANDS, Kind.ENTITLED, "0199", 2026) == 0
    assert stands(HIGHLANDS, Kind.ENTITLED, "0101", 2026) == 12_000
    assert stands(RECEIPTS, Kind.PAYABLE, "0101") == 525  # 35% of both
    assert sent(RECEIPTS, date(2027, 1, 4)).total == 525  # to the heir's account alone
    assert RunLine.objects.filter(holder="0199").count() == history > 0
    assert Municipality.objects.get(pk="0199").dissolved_on == JANUARY
    assert stands(RECEIPTS, Kind.ENTITLED, "0199") == 0


def test_o83_a_new_name_on_the_day_of_a_merger_keeps_one_path_and_every_sum() -> None:
    given = {"9901": "100", "9902": "200", "9903": "300", "9904": "400"}
    for code in given:
        municipality(code)
    accept("prior_year_amount", "SFY2027", dict(given))
    accept("amount", "SFY2027", {None: "1000"})
    before = amounts(run(RECEIPTS, 2027, JANUARY), "total")
    taken_in("9901", "9902")
    taken_in("9902", "9903")
    renamed("9903", "Newham")
    line = [each.code for each in successions.line_of(municipality("9901"))]
    assert line == ["9902", "9903"]
    after = amounts(run(RECEIPTS, 2027, JANUARY), "total")
    assert after == {"9903": 600, "9904": 400}
    assert sum(after.values()) == sum(before.values()) == 1000
    for gone, heir in (("9903", "9901"), ("9903", "9903")):
        with pytest.raises(Refusal, match="itself"):
            taken_in(gone, heir)
    with pytest.raises(Refusal, match="succeeded already"):
        taken_in("9901", "9904")  # a split: the whole goes one way
    with pytest.raises(Refusal, match="gets no new name"):
        renamed("9901", "Oldham")


def test_a_new_name_keeps_the_code_and_the_name_before_stays_on_record() -> None:
    made = renamed("9901", "Newham")
    assert (made.code, made.name, made.official_name) == ("9901", "Newham", "Borough of Newham")
    assert renamed("9901", "Newham") == made
    (former,) = FormerName.objects.all()
    assert (former.name, former.until_on) == ("Town 9901", JANUARY)
    with pytest.raises(Refusal, match="called so already"):
        renamed("9901", "Newham", date(2027, 2, 1))
    with pytest.raises(Refusal, match="that day or a later one"):
        renamed("9901", "Oldham", date(2026, 1, 1))


@pytest.mark.parametrize(("name", "paper"), [("", "Ordinance 7"), ("Newham", " ")])
def test_a_new_name_needs_its_words_and_its_paper(name: str, paper: str) -> None:
    with pytest.raises(Refusal, match="are needed"):
        successions.rename(
            municipality("9901"), name, name, document=paper, on=JANUARY,
            by=officer("dca-director"),
        )  # fmt: skip
