"""What is filed has a receipt with number, hash and moment; what is not filed is reminded of."""

import html
from datetime import date
from hashlib import sha256

import pytest
from django.test import Client
from django.urls import reverse

from funds import (
    chain_owed,
    declines,
    filing_days,
    filing_receipts,
    levy_relief,
    receipts_watch,
    reminders,
)
from funds.models import Enactment
from funds.rules.highlands_chain import board_due
from funds.views.vacant_land_tables import in_time
from municipalities.models import County, Notice, Office, Officer
from municipalities.notices import delivery, receipts
from tests import highlands as hl
from tests.funds.accepted import accept, certified, run
from tests.offices import officer
from tests.places import municipality
from tests.web.pages import people

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
    page = page_for(officer("assessor", municipality="9901"), "vacant_land", "9901", 2009)
    assert f"Receipt {number}, " in page and f"SHA-256 {report.digest}" in page


def test_a_board_gets_one_receipt_for_what_it_certified_together() -> None:
    hl.town("9902", "Sampleborough")
    hl.certified()
    hl.certified(code="9902")
    hl.ratios(codes=("9901", "9902"))
    made = hl.board()
    found = receipts.of(f"CB-99-2009-{made[0].pk}")
    assert len(made) == 2 and found is not None
    assert "The certification of 2 declines" in found.text
    page = page_for(officer("county-board", county="99"), "board", "99", 2009)
    assert f"Receipt CB-99-2009-{made[0].pk}, " in page and "SHA-256 " in page


def test_levy_relief_is_a_filing_with_the_hash_of_what_was_attested() -> None:
    for code, name in (("9901", "Exampleton"), ("9902", "Samplebury")):
        municipality(code, name)
    accept("prior_year_amount", "SFY2003", {"9901": "100000", "9902": "100000"})
    accept("sfy2002_amount", "SFY2003", {"9901": "102000", "9902": "102500"})
    accept("amount", "SFY2003", {None: "205000"})
    certified(run("energy-receipts", 2003))
    found = levy_relief.standing(2003)
    assert found is not None
    cfo, budget = people.local("cfo", "9901"), levy_relief.Budget(2003, date(2003, 3, 4))
    town = municipality("9901", "Exampleton")
    made = levy_relief.attest(found, town, budget, on=date(2026, 9, 1), by=cfo)
    number = f"LR-9901-SFY2003-{made.pk}"
    words = f"{made}: {made.amount}, 2003, 2003-03-04"
    assert sha256(words.encode()).hexdigest() in filing_receipts.said(number)
    page = page_for(cfo, "levy_relief", "9901", 2003)
    assert f"Attested already. Receipt {number}, " in page


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


def test_o78_a_board_files_on_the_monday_and_both_days_are_on_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in ("municipalities.doors", "municipalities.access"):
        monkeypatch.setattr(f"{module}.localdate", lambda: date(2026, 12, 21))
    hl.certified(year=2026, on=date(2026, 11, 20))
    for year in ("2003", "2026"):
        accept("equalization_ratio", year, {"9901": "100"}, on=date(2026, 10, 1))
    county, monday = County.objects.get(pk="99"), date(2026, 12, 21)
    board = officer("county-board", county="99")
    made = declines.certify(county, 2026, on=monday, by=board)
    assert [each.certified_on for each in made] == [monday]
    page = page_for(board, "board", "99", 2026)
    assert "on December 21, 2026: in time, statutory date Dec 20" in page
    assert (
        "The statutory date December 20, 2026 is a Sunday on which State offices are closed; it "
        "moves to Monday, December 21, 2026."
    ) in page
    assert (
        "The next day they work; the Rules of Court count so" in page
    )  # the authority of the reading


def test_the_treasurer_is_reminded_of_the_amounts_until_they_are_certified() -> None:
    hl.chain()
    day = date(2010, 2, 9)  # seven days before February 16: the 15th was Presidents' Day
    owed = [each for each in chain_owed.owed(day) if each.key == "highlands/SFY2010"]
    assert [each.due_on for each in owed] == [date(2010, 2, 16)]
    hl.credited(date(2010, 2, 12))
    assert not [each for each in chain_owed.owed(day) if each.key == "highlands/SFY2010"]


def test_an_act_that_is_short_is_asked_for_until_certified_and_then_until_taxpayers_know() -> None:
    budget, director = seated("budget-officer"), seated("taxation-director")
    act = enacted("754999999")
    told = [asked_of(budget, date(2005, 6, day)) for day in (28, 29, 30)]
    # five days after the enactment: July 3, 2005
    assert told == [["Due in 7 days"], [], ["Due in 3 days"]]
    assert asked_of(budget, date(2005, 7, 2)) == ["Due tomorrow"]
    receipts_watch.certify_short(act, on=date(2005, 7, 3), by=budget)
    assert asked_of(budget, date(2005, 7, 4)) == []
    # five days after the certification: July 8, 2005
    assert asked_of(director, date(2005, 7, 9)) == ["Overdue by a day"]
    assert Notice.objects.filter(subject__contains="The notice to the taxpayers").exists()
    receipts_watch.notify_filers(act, "Notice 1", on=date(2005, 7, 9), by=director)
    assert asked_of(director, date(2005, 7, 15)) == []


def test_an_act_in_full_asks_nothing_of_anybody() -> None:
    budget = seated("budget-officer")
    enacted("755000000")
    assert asked_of(budget, date(2005, 7, 2)) == []


def enacted(appropriated: str) -> Enactment:
    """The act of SFY2006, of June 28, 2005, when no rate had moved the amount of SFY2002."""
    on = date(2005, 6, 28)
    for sfy in range(2003, 2007):
        accept("promulgated_percent", f"SFY{sfy}", {None: "0"}, on=on)
    accept("receipts_appropriated", "SFY2006", {None: appropriated}, on=on)
    by = officer("treasury-analyst")
    return receipts_watch.record(2006, on, "Annual act", on=on, by=by)


def page_for(who: Officer, name: str, *args: object) -> str:
    reader = Client()
    reader.force_login(people.sign_in_of(who))
    return html.unescape(reader.get(reverse(name, args=args)).content.decode())


def seated(title: str) -> Officer:
    found = officer(title)
    Office.objects.filter(pk=found.office_id).update(mail=f"{title}@state.example")
    return found


def asked_of(who: Officer, on: date) -> list[str]:
    """The rungs that a day's reminding tells an officer of the act."""
    before = set(Notice.objects.values_list("pk", flat=True))
    reminders.remind(on=on)
    rows = Notice.objects.filter(office=who.office, subject__contains="the act of SFY2006")
    new = rows.exclude(pk__in=before).order_by("pk")
    return [each.subject.partition(":")[0] for each in new]
