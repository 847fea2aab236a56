"""Money comes in, is allotted, certified and credited, and stands where the law puts it."""

from datetime import date
from decimal import Decimal

import pytest

from funds import accounts, allocation, ledger
from funds.models import Certification, Kind, Posting, Run
from funds.refusal import Refusal
from municipalities import standing
from municipalities.models import EnterpriseZone
from tests.offices import officer
from tests.places import municipality, zone

pytestmark = pytest.mark.django_db

ON = date(2026, 9, 1)
ZONES, RECEIPTS, HIGHLANDS = "zone-assistance", "energy-receipts", "highlands"


def deposit(fund: str, amount: str, source: str = "appropriation", key: str = "d/1") -> Posting:
    by = officer("treasury-analyst")
    document = "Appropriations Act, page 1"
    return allocation.deposit(
        fund, source, Decimal(amount), on=ON, by=by, document=document, key=key
    )


def allot(amounts: dict[str, str], fund: str = ZONES, supersedes: Run | None = None) -> Run:
    by = officer("treasury-analyst")
    given = {holder: Decimal(amount) for holder, amount in amounts.items()}
    return allocation.allot(fund, 2027, given, on=ON, by=by, supersedes=supersedes)


def certify(run: Run) -> Certification:
    return allocation.certify(run, on=ON, by=officer("treasury-certifier"))


def credit(certification: Certification) -> Posting | None:
    return allocation.credit(certification, on=ON, by=officer("treasury-certifier"))


def stands(fund: str, kind: Kind, holder: str, sfy: int | None = None) -> Decimal:
    return accounts.balance(accounts.find(fund, kind, holder, sfy))


def test_a_deposit_stands_in_the_pool_with_its_document() -> None:
    posting = deposit(ZONES, "1000.00")
    assert stands(ZONES, Kind.POOL, "FUND") == Decimal("1000.00")
    assert stands(ZONES, Kind.SOURCE, "appropriation") == Decimal("-1000.00")
    assert posting.note == "Appropriations Act, page 1"


def test_a_deposit_made_twice_is_made_once() -> None:
    assert deposit(ZONES, "1000.00").pk == deposit(ZONES, "1000.00").pk
    with pytest.raises(Refusal, match="already used"):
        deposit(ZONES, "1000.01")
    assert stands(ZONES, Kind.POOL, "FUND") == Decimal("1000.00")


def test_a_source_that_the_statute_does_not_name_is_refused() -> None:
    with pytest.raises(Refusal, match="lottery is not a source"):
        deposit(ZONES, "1.00", source="lottery")


def test_income_stays_in_the_pool_as_investment_income() -> None:
    allocation.invest(
        ZONES,
        "Cash Management Fund",
        Decimal("12.34"),
        on=ON,
        by=officer("treasury-analyst"),
        document="statement of August",
        key="income/2026-08",
    )
    assert stands(ZONES, Kind.SOURCE, "investment-income") == Decimal("-12.34")
    assert stands(ZONES, Kind.POOL, "FUND") == Decimal("12.34")


def test_only_an_office_with_the_duty_deposits() -> None:
    with pytest.raises(Refusal, match="duty “deposit”"):
        allocation.deposit(
            ZONES,
            "appropriation",
            Decimal(1),
            on=ON,
            by=officer("budget-officer"),
            document="Act",
            key="d",
        )


def test_a_certified_allotment_is_credited_by_vintage_in_one_posting() -> None:
    zone("Newark", "0714")
    deposit(ZONES, "1000.00")
    certification = certify(allot({"zone:Newark": "600.00", "AUTHORITY": "100.00"}))
    assert certification.number == "ZA-2027-01"
    posting = credit(certification)
    assert posting is not None and posting.entry_count == 2
    assert credit(certification) == posting
    assert stands(ZONES, Kind.ZONE, "zone:Newark", 2027) == Decimal("600.00")
    assert stands(ZONES, Kind.AUTHORITY, "AUTHORITY") == Decimal("100.00")
    assert stands(ZONES, Kind.POOL, "FUND") == Decimal("300.00")


def test_a_credit_beyond_the_pool_is_refused_with_both_amounts() -> None:
    zone("Newark", "0714")
    deposit(ZONES, "500.00")
    with pytest.raises(Refusal, match=r"\$100\.00 short; \$500\.00 is available"):
        credit(certify(allot({"zone:Newark": "600.00"})))
    assert stands(ZONES, Kind.POOL, "FUND") == Decimal("500.00")


def test_o59_who_prepared_a_run_does_not_certify_it_in_any_office() -> None:
    zone("Newark", "0714")
    run = allot({"zone:Newark": "1.00"})
    same = officer("treasury-certifier", place="Other", person=run.prepared_by.person.label)
    with pytest.raises(Refusal, match="another person certifies"):
        allocation.certify(run, on=ON, by=same)
    assert certify(run).certified_by.person != run.prepared_by.person


def test_a_zone_not_in_good_standing_is_not_allotted_anything() -> None:
    ours = zone("Newark", "0714")
    standing.record(
        ours, in_good_standing=False, reason="late report", on=ON, by=officer("authority")
    )
    with pytest.raises(Refusal, match="Newark zone is not in good standing"):
        allot({"zone:Newark": "1.00"})


def test_a_zone_that_loses_its_standing_on_the_runs_day_is_neither_certified_nor_credited() -> None:
    ours, by = zone("Newark", "0714"), officer("authority")
    deposit(ZONES, "5.00")
    signed, unsigned = certify(allot({"zone:Newark": "1.00"})), allot({"zone:Newark": "2.00"})
    standing.record(ours, in_good_standing=False, reason="late report", on=ON, by=by)
    for act in (
        lambda: certify(unsigned),
        lambda: allocation.credit(signed, on=ON, by=officer("treasury-certifier")),
    ):
        with pytest.raises(Refusal, match="Newark zone is not in good standing"):
            act()


def test_a_zone_that_loses_its_standing_after_the_runs_day_keeps_its_credit() -> None:
    ours: EnterpriseZone = zone("Newark", "0714")
    deposit(ZONES, "5.00")
    certification = certify(allot({"zone:Newark": "1.00"}))
    later = date(2026, 9, 2)
    standing.record(ours, in_good_standing=False, reason="late", on=later, by=officer("authority"))
    allocation.credit(certification, on=later, by=officer("treasury-certifier"))
    assert stands(ZONES, Kind.ZONE, "zone:Newark", 2027) == Decimal("1.00")


def test_an_unknown_holder_or_fund_is_refused_by_name() -> None:
    with pytest.raises(Refusal, match="zone:Nowhere"):
        allot({"zone:Nowhere": "1.00"})
    with pytest.raises(Refusal, match="0714 is no one whom zone-assistance credits"):
        allot({"0714": "1.00"})
    with pytest.raises(Refusal, match="lottery is no fund"):
        allot({"0714": "1.00"}, fund="lottery")


def test_a_superseding_certification_moves_only_the_difference() -> None:
    zone("Newark", "0714")
    zone("Camden", "0408")
    deposit(ZONES, "1000.00")
    first = allot({"zone:Newark": "600.00", "zone:Camden": "400.00"})
    credit(certify(first))
    second = certify(allot({"zone:Newark": "650.00", "zone:Camden": "350.00"}, supersedes=first))
    posting = credit(second)
    assert posting is not None and posting.total == Decimal("100.00")
    assert stands(ZONES, Kind.ZONE, "zone:Newark", 2027) == Decimal("650.00")
    assert stands(ZONES, Kind.ZONE, "zone:Camden", 2027) == Decimal("350.00")


def test_a_superseded_certification_is_not_credited_any_more() -> None:
    zone("Newark", "0714")
    deposit(ZONES, "10.00")
    first = allot({"zone:Newark": "6.00"})
    old = certify(first)
    new = certify(allot({"zone:Newark": "7.00"}, supersedes=first))
    with pytest.raises(Refusal, match="ZA-2027-01 is superseded by ZA-2027-02"):
        credit(old)
    credit(new)
    assert stands(ZONES, Kind.ZONE, "zone:Newark", 2027) == Decimal("7.00")


def test_a_certification_is_reopened_before_its_money_is_used_and_not_after() -> None:
    zone("Newark", "0714")
    deposit(ZONES, "10.00")
    run = allot({"zone:Newark": "6.00"})
    certification = certify(run)
    credit(certification)
    by = officer("treasury-certifier")
    with pytest.raises(Refusal, match="says why"):
        allocation.reopen(certification, reason=" ", on=ON, by=by)
    allocation.reopen(certification, reason="wrong sheet", on=ON, by=by)
    assert stands(ZONES, Kind.POOL, "FUND") == Decimal("10.00")
    with pytest.raises(Refusal, match="prepare the run anew"):
        certify(run)
    with pytest.raises(Refusal, match="re-opened"):
        allocation.credit(Certification.objects.get(run=run), on=date(2026, 9, 2), by=by)


def test_what_was_credited_and_used_is_not_reopened() -> None:
    zone("Newark", "0714")
    deposit(ZONES, "10.00")
    certification = certify(allot({"zone:Newark": "6.00"}))
    credit(certification)
    used = accounts.find(ZONES, Kind.ZONE, "zone:Newark", 2027)
    ledger.post(
        "use",
        [ledger.Move(used, accounts.find(ZONES, Kind.AUTHORITY, "AUTHORITY"), Decimal(1))],
        fund=ZONES,
        key="use",
        on=ON,
        by=officer("treasury-analyst"),
        clause="test",
    )
    with pytest.raises(Refusal, match="short"):
        allocation.reopen(certification, reason="wrong", on=ON, by=officer("treasury-certifier"))


def test_a_run_and_a_certification_name_what_was_shown() -> None:
    municipality("0714")
    run = allot({"0714": "1.00"}, fund=HIGHLANDS)
    certification = certify(run)
    assert certification.number == "HL-2027-01"
    assert len({run.inputs_hash, run.results_hash, certification.document_hash}) == 3


def test_each_fund_keeps_its_own_pool() -> None:
    zone("Newark", "0714")
    deposit(ZONES, "10.00")
    deposit(HIGHLANDS, "20.00", key="d/2")
    deposit(RECEIPTS, "30.00", source="sales-and-use-tax", key="d/3")
    credit(certify(allot({"0714": "20.00"}, fund=HIGHLANDS)))
    credit(certify(allot({"0714": "25.00", "county:07": "5.00"}, fund=RECEIPTS)))
    assert stands(ZONES, Kind.POOL, "FUND") == Decimal("10.00")
    assert stands(HIGHLANDS, Kind.ENTITLED, "0714", 2027) == Decimal("20.00")
    assert stands(RECEIPTS, Kind.ENTITLED, "0714", 2027) == Decimal("25.00")
    assert stands(RECEIPTS, Kind.ENTITLED, "county:07", 2027) == Decimal("5.00")
