"""A quarter's second-generation report: from the register, by two, reviewed, chased. a.(4)."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from funds import loans, quarters, reminders, reports_owed, second_generation
from funds import quarterly_reports as reports
from funds import report_reviews as reviews
from funds.loans import Terms
from funds.models import Loan, QuarterlyReport, SecondGenerationReceipt
from funds.quarterly_reports import Declared
from funds.quarters import Quarter
from funds.queries import second_generation as queries
from funds.refusal import Refusal
from funds.rules.loans import schedule
from municipalities.models import EnterpriseZone, Notice, Office, Officer
from tests import places
from tests.offices import officer
from tests.zone_money import cents, credit

pytestmark = pytest.mark.django_db
Q1 = Quarter(2027, 1)
DAY = date(2026, 8, 3)  # in it
AFTER = date(2026, 10, 5)


@pytest.fixture
def zone() -> EnterpriseZone:
    made = places.zone("Exampleton", "9901")
    credit(made, 2027, "100,000.00")
    return made


@pytest.fixture
def loan(zone: EnterpriseZone) -> Loan:
    """50,000.00 lent, to be repaid in ten months."""
    terms = Terms("Bakery", Decimal(0), schedule(cents("50,000"), Decimal(0), DAY, 10, 1))
    return loans.lend(zone, "L-1", cents("50,000"), on=DAY - timedelta(20), by=clerk(), terms=terms)


def clerk() -> Officer:
    """Who prepares: the zone's coordinator."""
    return officer("coordinator", zone="9901")


def cfo() -> Officer:
    return officer("cfo", municipality="9901")


def dca() -> Officer:
    return officer("dca-analyst")


def prepared(zone: EnterpriseZone, declared: str, why: str = "", **more: Any) -> QuarterlyReport:
    said = Declared(cents(declared), why)
    return reports.prepare(zone, more.pop("quarter", Q1), said, on=AFTER, by=clerk(), **more)


def filed(zone: EnterpriseZone, declared: str) -> QuarterlyReport:
    made = prepared(zone, declared)
    return reports.certify(made, made.digest, on=AFTER, by=cfo())


def test_o42_figures_are_the_registers_and_a_difference_is_explained(loan: Loan) -> None:
    loans.repay(loan, cents("500"), "r/1", on=DAY, by=clerk(), interest=cents("20"))
    with pytest.raises(Refusal, match="line by line"):
        prepared(loan.zone, "499.99")
    made = prepared(loan.zone, "499.99", "a fee of 0.01")
    assert (made.principal, made.interest, made.closing) == (480, 20, 500)
    # Two of ten payments of 5,000 were due before September 30 and one of its days is past
    assert made.past_due == 2 * 5_000 - 480
    with pytest.raises(IntegrityError, match="as it was filed"), transaction.atomic():
        QuarterlyReport.objects.update(closing=1)


def test_o42_a_balance_that_equals_an_allocation_is_seen(zone: EnterpriseZone) -> None:
    assert queries.credits_like(zone, cents("100,000.00")) == [2027]
    assert queries.credits_like(zone, cents("99,999.99")) == []
    assert queries.credits_like(zone, Decimal(0)) == []


def test_o39_what_was_taken_back_counts_in_its_own_quarter_and_not_again(loan: Loan) -> None:
    loans.repay(loan, cents("250"), "r/1", on=date(2026, 8, 3), by=clerk())
    receipt = SecondGenerationReceipt.objects.get()
    second_generation.take_back(receipt, "bounced", on=date(2026, 11, 3), by=clerk())
    again = second_generation.take_back(receipt, "bounced", on=date(2026, 11, 3), by=clerk())
    moved = {q: quarters.of_zone(loan.zone, Quarter(2027, q)) for q in (1, 2, 3)}
    assert [moved[q].principal for q in (1, 2, 3)] == [250, -250, 0]
    assert [moved[q].outstanding for q in (1, 2, 3)] == [49_750, 50_000, 50_000]
    assert (moved[3].closing, again.reverses) == (0, receipt.posting)
    assert loans.outstanding(loan) == 50_000


def test_o44_nothing_is_filed_without_its_certification(loan: Loan) -> None:
    loans.repay(loan, cents("10"), "r/1", on=DAY, by=clerk())
    made = prepared(loan.zone, "10.00")
    with pytest.raises(Refusal, match="not what was prepared"):
        reports.certify(made, "0" * 64, on=AFTER, by=cfo())
    with pytest.raises(Refusal, match="may not do this"):
        reports.certify(made, made.digest, on=AFTER, by=clerk())
    same = officer("cfo", municipality="9901", place="Same", person="9901 coordinator holder")
    with pytest.raises(Refusal, match="another person"):
        reports.certify(made, made.digest, on=AFTER, by=same)
    made.certified_by = cfo()
    with pytest.raises(IntegrityError, match="certified_by_whom"), transaction.atomic():
        made.save()
    made.certified_by, made.certified_on = same, AFTER
    with pytest.raises(IntegrityError, match="one person"), transaction.atomic():
        made.save()


def test_o14_a_report_sent_again_is_the_same_one(zone: EnterpriseZone) -> None:
    first = [prepared(zone, "0.00") for _ in range(5)]
    assert len({each.pk for each in first}) == QuarterlyReport.objects.count() == 1
    with pytest.raises(Refusal, match="filed already"):
        prepared(zone, "1.00", "other")


def test_o43_it_is_recalled_before_and_reopened_after_its_certification(loan: Loan) -> None:
    zone = loan.zone
    made = prepared(zone, "0.00")
    with pytest.raises(Refusal, match="they recall it"):
        reports.recall(made, on=AFTER, by=officer("coordinator", zone="9901", place="Other"))
    reports.recall(made, on=AFTER, by=clerk())
    again = filed(zone, "0.00")
    assert (again.version, again.certified_on) == (2, AFTER)
    with pytest.raises(Refusal, match="the Department reopens it"):
        reports.recall(again, on=AFTER, by=clerk())
    with pytest.raises(Refusal, match="needs a reason"):
        reviews.reopen(again, "", on=AFTER, by=dca())
    reviews.reopen(again, "a sale is missing", on=AFTER, by=dca())
    told = Notice.objects.filter(kind="second-generation").values_list("person", flat=True)
    assert set(told) == {clerk().person_id, cfo().person_id}
    assert filed(zone, "0.00").version == 3
    kept = QuarterlyReport.objects.order_by("version").values_list("closed_as", flat=True)
    assert list(kept) == ["recalled", "reopened", ""]


def test_what_changed_since_it_was_prepared_is_not_certified(loan: Loan) -> None:
    made = prepared(loan.zone, "0.00")
    loans.repay(loan, cents("10"), "r/1", on=DAY, by=clerk())
    with pytest.raises(Refusal, match="register changed"):
        reports.certify(made, made.digest, on=AFTER, by=cfo())
    reports.send_back(made, "a repayment is missing", on=AFTER, by=cfo())
    filed(loan.zone, "10.00")
    with pytest.raises(Refusal, match="is filed"):
        loans.repay(loan, cents("10"), "r/2", on=Q1.ends_on, by=clerk())
    assert loans.repay(loan, cents("10"), "r/2", on=Q1.ends_on + timedelta(1), by=clerk())


def test_a_nil_return_is_refused_when_anything_moved(loan: Loan) -> None:
    zone = loan.zone
    with pytest.raises(Refusal, match="has not ended"):
        reports.file_nil(zone, Q1, on=Q1.ends_on, by=clerk())
    with pytest.raises(Refusal, match="no nil return"):  # the loan was made in the quarter
        reports.file_nil(zone, Q1, on=AFTER, by=clerk())
    later = reports.file_nil(zone, Quarter(2027, 2), on=date(2027, 1, 4), by=clerk())
    assert (later.nil, later.certified_by, later.prepared_by) == (True, clerk(), None)
    assert reports.file_nil(zone, Quarter(2027, 2), on=date(2027, 1, 4), by=clerk()) == later
    with pytest.raises(IntegrityError, match="says_nothing_moved"), transaction.atomic():
        QuarterlyReport.objects.create(
            zone=zone, sfy=2027, quarter=3, nil=True, sales=5, closing=5, declared=5,
            digest="0" * 64, certified_by=clerk(), certified_on=AFTER,
        )  # fmt: skip


def test_what_was_seen_is_what_is_filed(loan: Loan) -> None:
    seen = quarters.of_zone(loan.zone, Q1).digest()
    loans.repay(loan, cents("10"), "r/1", on=DAY, by=clerk())
    with pytest.raises(Refusal, match="changed since this page was opened"):
        prepared(loan.zone, "0.00", seen=seen)


def test_a_question_is_answered_before_a_report_is_accepted(zone: EnterpriseZone) -> None:
    made = filed(zone, "0.00")
    question = reviews.ask(made, "No sale?", on=AFTER, by=dca())
    assert reviews.ask(made, "No sale?", on=AFTER, by=dca()) == question
    with pytest.raises(Refusal, match="waits for an answer"):
        reviews.accept(made, on=AFTER, by=dca())
    with pytest.raises(Refusal, match="needs its words"):
        reviews.answer(question, " ", on=AFTER, by=clerk())
    reviews.answer(question, "None", on=AFTER, by=clerk())
    with pytest.raises(Refusal, match="was answered"):
        reviews.answer(question, "One", on=AFTER, by=clerk())
    same = officer("dca-analyst", place="Same", person="9901 cfo holder")
    with pytest.raises(Refusal, match="another person"):
        reviews.accept(made, on=AFTER, by=same)
    assert reviews.accept(made, on=AFTER, by=dca()).accepted_on == AFTER


def test_silence_is_chased_up_the_ladder_and_ends_with_the_filing(zone: EnterpriseZone) -> None:
    dca(), cfo(), clerk(), officer("dca-director")
    other = places.zone("Samplebury", "9902")
    officer("coordinator", zone="9902")
    Office.objects.update(mail="office@exampleton.example")

    def told() -> set[str]:
        return set(Notice.objects.values_list("office__title", flat=True))

    due = Q1.due_on
    assert (due, reports_owed.missing(due)[-1].quarter) == (date(2026, 10, 30), Q1)
    reminders.remind(on=Q1.ends_on)
    assert told() == set()
    reminders.remind(on=Q1.ends_on + timedelta(1))
    assert told() == {"coordinator"}
    reminders.remind(on=due)
    assert told() == {"coordinator", "cfo"}
    reminders.remind(on=due + timedelta(1))
    assert told() == {"coordinator", "cfo", "dca-analyst", "dca-director"}
    reports.file_nil(zone, Q1, on=due + timedelta(1), by=clerk())
    reports.file_nil(other, Q1, on=due + timedelta(1), by=officer("coordinator", zone="9902"))
    before = Notice.objects.count()
    for days in range(2, 20):
        reminders.remind(on=due + timedelta(days))
    assert Notice.objects.count() == before
    assert not Notice.objects.filter(kind="reminder", state="waiting").exists()


def test_every_zone_is_compiled_in_two_statements(zone: EnterpriseZone, loan: Loan) -> None:
    zones = [zone, *(places.zone(f"Zone {n}", f"98{n:02d}") for n in range(1, 12))]
    with CaptureQueriesContext(connection) as asked:
        found = quarters.figures(zones, Q1)
    assert len(asked) == 2
    assert found[zone.pk].lent == 50_000 and found["9801"].is_nil


def test_a_nil_return_declares_no_balance_that_differed_the_last_time(zone: EnterpriseZone) -> None:
    made = prepared(zone, "1.15", "a fee that the bank gives back")
    reports.certify(made, made.digest, on=AFTER, by=cfo())
    later = date(2027, 1, 4)
    with pytest.raises(Refusal, match=r"was \$1\.15, not the computed \$0\.00"):
        reports.file_nil(zone, Quarter(2027, 2), on=later, by=clerk())
    same = reports.prepare(zone, Quarter(2027, 2), Declared(cents("0.00")), on=later, by=clerk())
    reports.certify(same, same.digest, on=later, by=cfo())
    assert reports.file_nil(zone, Quarter(2027, 3), on=date(2027, 4, 5), by=clerk()).nil
