"""Certified aid becomes dated installments, released once each, oldest first."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from funds import accounts, allocation, ledger
from funds.models import Kind, Posting
from funds.refusal import Refusal
from funds.rules.fiscal_year import sfy_of
from municipalities import offices
from payments import installments, schedules
from payments.models import Installment, Stream
from tests.funds.facts import highlands_year, receipts_year
from tests.offices import officer
from tests.payments.aid import HIGHLANDS, RECEIPTS, allotted, certified, deposited, stands

pytestmark = pytest.mark.django_db


def planned(holder: str, **by: Any) -> list[tuple[date, Decimal]]:
    rows = Installment.objects.filter(holder=holder, replaced_by=None, **by)
    return [(row.statutory_on, row.amount) for row in rows.order_by("statutory_on")]


def release(on: date) -> installments.Released:
    return installments.release_due(on=on, by=offices.system())


def test_a_total_is_cut_by_the_six_dates_to_the_cent() -> None:
    allotted({"0101": "1234567.89"})
    assert [amount for _, amount in planned("0101")] == [
        Decimal(text)
        for text in ("432098.76", "123456.79", "370370.37", "185185.18", "61728.40", "61728.39")
    ]


def test_what_is_due_is_released_oldest_first_and_late_is_flagged() -> None:
    allotted({"0101": "100.00"})
    assert release(date(2026, 7, 14)).released == []
    first = release(date(2026, 7, 15)).released
    assert [(row.amount, row.released_late) for row in first] == [(Decimal("35.00"), False)]
    later = release(date(2026, 9, 1)).released
    assert [(row.amount, row.released_late) for row in later] == [
        (Decimal("10.00"), True),
        (Decimal("30.00"), False),
    ]
    assert release(date(2026, 9, 1)).released == []
    assert stands(RECEIPTS, Kind.PAYABLE, "0101") == Decimal("75.00")
    assert stands(RECEIPTS, Kind.ENTITLED, "0101") == Decimal("25.00")


def test_a_days_installments_go_out_in_one_posting() -> None:
    allotted({"0101": "100.00", "0102": "200.00", "0103": "300.00"})
    rows = release(date(2026, 7, 15)).released
    assert len(rows) == 3
    posting = Posting.objects.get(act="release")
    assert (posting.entry_count, posting.total) == (3, Decimal("210.00"))
    assert {row.posting_id for row in rows} == {posting.pk}


def test_one_bad_account_never_stops_the_rest() -> None:
    allotted({"0101": "100.00", "0102": "200.00"})
    entitled = accounts.find(RECEIPTS, Kind.ENTITLED, "0102", 2027)
    pool = accounts.find(RECEIPTS, Kind.POOL, "FUND")
    ledger.post(
        "reduce",
        [ledger.Move(entitled, pool, Decimal("150.00"))],
        fund=RECEIPTS,
        key="reduce",
        on=date(2026, 7, 2),
        by=officer("treasury-analyst"),
        clause="test",
    )
    outcome = release(date(2026, 7, 15))
    assert [row.holder for row in outcome.released] == ["0101"]
    (refused,) = outcome.refused
    assert refused.installment.holder == "0102"
    assert "$20.00 short; $50.00 of $70.00" in refused.reason
    assert "52:27D-439 c." in refused.reason


def test_an_installment_is_not_released_before_its_deposit_date() -> None:
    allotted({"0101": "100.00"})
    row = Installment.objects.get(statutory_on=date(2026, 11, 1))
    with pytest.raises(Refusal, match="deposited on November 2, 2026: not before"):
        installments.release(row, on=date(2026, 11, 1), by=offices.system())
    assert installments.release(row, on=date(2026, 11, 2), by=offices.system()).posting is not None


def test_a_second_release_answers_with_the_first() -> None:
    allotted({"0101": "100.00"})
    row = Installment.objects.get(statutory_on=date(2026, 7, 15))
    by = offices.system()
    first = installments.release(row, on=date(2026, 7, 15), by=by)
    again = installments.release(row, on=date(2026, 7, 16), by=by)
    assert (again.posting_id, again.released_late) == (first.posting_id, False)
    assert Posting.objects.filter(key=f"installment/{row.pk}/release").count() == 1


def test_only_an_office_with_the_duty_releases() -> None:
    with pytest.raises(Refusal, match="duty “release”"):
        installments.release_due(on=date(2026, 7, 15), by=officer("budget-officer"))


def test_the_county_is_paid_on_its_recorded_date_and_deducted_from_its_municipality() -> None:
    schedules.record(
        RECEIPTS,
        2027,
        Stream.COUNTY,
        [(date(2026, 9, 15), Decimal(100))],
        authority="Treasurer's letter",
        on=date(2026, 7, 1),
        by=officer("treasury-analyst"),
    )
    deposited(RECEIPTS, "1000.00")
    run = allocation.run_on(
        RECEIPTS, 2027, receipts_year(), on=date(2026, 7, 1), by=officer("treasury-analyst")
    )
    certified(run)
    assert planned("county:01") == [(date(2026, 9, 15), Decimal("40.00"))]
    total = run.lines.get(holder="0101", component="total").amount
    assert sum(amount for _, amount in planned("0101")) == total


def test_o30_the_difference_is_paid_by_basis_and_keeps_its_entitlement_year() -> None:
    deposited(RECEIPTS, "1000.00")
    run = allocation.run_on(
        RECEIPTS, 2027, receipts_year(), on=date(2026, 7, 1), by=officer("treasury-analyst")
    )
    certified(run)
    calendar = Installment.objects.get(holder="0101", stream=Stream.DIFFERENCE)
    state = Installment.objects.get(holder="0102", stream=Stream.DIFFERENCE)
    assert (calendar.statutory_on, calendar.amount) == (date(2027, 7, 15), Decimal("60.00"))
    assert (calendar.entitlement_sfy, calendar.cash_sfy) == (2027, 2028)
    assert (state.statutory_on, state.entitlement_sfy, state.cash_sfy) == (
        date(2027, 6, 30),
        2027,
        2027,
    )


@pytest.mark.parametrize(
    ("day", "sfy"),
    [
        (date(2026, 6, 30), 2026),
        (date(2026, 7, 1), 2027),
        (date(2026, 12, 31), 2027),
        (date(2027, 1, 1), 2027),
    ],
)
def test_o30_this_year_is_the_state_fiscal_year(day: date, sfy: int) -> None:
    assert sfy_of(day) == sfy


def test_the_runs_own_dates_and_the_plan_are_the_same() -> None:
    deposited(RECEIPTS, "1000.00")
    run = allocation.run_on(
        RECEIPTS, 2027, receipts_year(), on=date(2026, 7, 1), by=officer("treasury-analyst")
    )
    certified(run)
    for code in ("0101", "0102"):
        lines = run.lines.filter(holder=code, component__startswith="installment:")
        computed = [
            (date.fromisoformat(x.component.removeprefix("installment:")), x.amount) for x in lines
        ]
        assert planned(code) == sorted(computed)


def test_highlands_is_paid_in_two_halves_with_the_odd_cent_in_the_second() -> None:
    on = date(2010, 2, 15)
    deposited(HIGHLANDS, "500.01", on=on)
    facts = highlands_year("500.01")
    run = allocation.run_on(HIGHLANDS, 2009, facts, on=on, by=officer("treasury-analyst"))
    certified(run, on=on)
    assert planned("1401") == [
        (date(2009, 4, 1), Decimal("250.00")),
        (date(2009, 6, 1), Decimal("250.01")),
    ]


def test_each_fund_releases_its_own() -> None:
    allotted({"0101": "100.00"})
    allotted({"0101": "50.00"}, fund=HIGHLANDS)
    outcome = release(date(2027, 6, 1))
    assert sorted((row.fund_id, row.amount) for row in outcome.released)[-2:] == [
        (HIGHLANDS, Decimal("25.00")),
        (HIGHLANDS, Decimal("25.00")),
    ]
    assert stands(RECEIPTS, Kind.PAYABLE, "0101") == Decimal("100.00")
    assert stands(HIGHLANDS, Kind.PAYABLE, "0101") == Decimal("50.00")
