"""What is filed has a receipt with number, hash and moment; what is not filed is reminded of."""

from datetime import date

import pytest

from funds import chain_owed, filing_days, reminders
from funds.rules.highlands_chain import board_due
from funds.views.vacant_land_tables import in_time
from municipalities.models import Notice
from municipalities.notices import delivery, receipts
from tests import highlands as hl
from tests.offices import officer

pytestmark = pytest.mark.django_db


def of_the_board() -> list[Notice]:
    board = officer("county-board", county="99")
    return list(Notice.objects.filter(kind="reminder", office=board.office).order_by("pk"))


def test_who_files_a_report_gets_its_number_hash_and_moment_once() -> None:
    report = hl.certified()
    number = f"VL-9901-2009-{report.pk}"
    found = receipts.of(number)
    assert found is not None and found.person == officer("assessor", municipality="9901").person
    assert number in found.text and report.digest in found.text
    assert "New York time" in delivery.message(found).body
    assert receipts.of("VL-9901-2009-0") is None
    assert Notice.objects.filter(kind=receipts.KIND).count() == 1


def test_a_board_gets_one_receipt_for_what_it_certified_together() -> None:
    hl.town("9902", "Sampleborough")
    hl.certified()
    hl.certified(code="9902")
    hl.ratios(codes=("9901", "9902"))
    made = hl.board()
    found = receipts.of(f"CB-99-2009-{made[0].pk}")
    assert len(made) == 2 and found is not None
    assert "The certification of 2 declines" in found.text


def test_a_silent_board_is_reminded_up_the_ladder_until_it_has_certified() -> None:
    hl.certified()
    hl.ratios()
    officer("county-board", county="99")
    for day in (date(2009, 12, 7), date(2009, 12, 14), date(2009, 12, 14), date(2009, 12, 20)):
        reminders.remind(on=day)
    # December 20, 2009 was a Sunday: the last day is Monday the 21st
    assert [each.subject.partition(":")[0] for each in of_the_board()] == [
        "Due in 14 days", "Due in 7 days", "Due tomorrow",
    ]  # fmt: skip
    assert "December 21, 2009" in of_the_board()[0].text
    hl.board(date(2009, 12, 21))
    reminders.remind(on=date(2009, 12, 22))
    assert len(of_the_board()) == 3
    assert not [each for each in chain_owed.owed(date(2009, 12, 22)) if "declines" in each.key]


def test_a_board_that_stays_silent_is_overdue_and_the_department_is_told() -> None:
    hl.town()
    officer("county-board", county="99")
    director = officer("taxation-director")
    reminders.remind(on=date(2009, 12, 22))
    assert of_the_board()[-1].subject.startswith("Overdue by a day")
    assert Notice.objects.filter(office=director.office, subject__startswith="Overdue").exists()


def test_o78_filed_on_the_monday_it_is_in_time_and_the_statutory_sunday_is_said() -> None:
    due = board_due(2026)
    assert due == date(2026, 12, 20) and f"{due:%A}" == "Sunday"
    assert in_time(date(2026, 12, 21), due) == "in time, statutory date Dec 20"
    assert in_time(date(2026, 12, 22), due) == "1 day late"
    assert in_time(date(2026, 12, 18), due) == "in time"
    assert filing_days.due(due).moved


def test_the_treasurer_is_reminded_of_the_amounts_until_they_are_certified() -> None:
    hl.chain()
    day = date(2010, 2, 9)  # seven days before February 16: the 15th was Presidents' Day
    owed = [each for each in chain_owed.owed(day) if each.key == "highlands/SFY2010"]
    assert [each.due_on for each in owed] == [date(2010, 2, 16)]
    hl.credited(date(2010, 2, 12))
    assert not [each for each in chain_owed.owed(day) if each.key == "highlands/SFY2010"]
