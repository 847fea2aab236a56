"""The year's end by task and by command, on whatever day it is."""

from datetime import UTC, date, datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from config.celery import app
from funds import tasks
from funds.models import Closing, Posting, Seal, Work
from tests.funds.year_ends import begin, credit
from tests.offices import officer

pytestmark = pytest.mark.django_db

YEAR = ("--fund", "zone-assistance", "--sfy", "2026")


def say(*command: str) -> list[str]:
    said = StringIO()
    call_command(*command, stdout=said)
    return said.getvalue().splitlines()


def test_a_year_is_rehearsed_and_closed_from_the_command_line() -> None:
    begin(2026)
    credit("1234.56", 2026)
    office = officer("treasury-certifier").office.name
    said = say("rehearse", *YEAR, "--on", "2026-07-01")
    assert said[0].split() == ["carried", "52:27H-88", "h.", "1", "1,234.56"]
    assert (
        said[-1] == "zone-assistance SFY2026 rehearsed on 2026-07-01; another person certifies it."
    )
    closed = say("close_year", *YEAR, "--on", "2026-07-02", "--certified-by", office)
    assert closed == [f"zone-assistance SFY2026 is sealed at #1 {Posting.objects.get().hash}"]
    assert say("close_year", *YEAR, "--on", "2026-07-03") == closed


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (("rehearse", "--fund", "zone-assistance", "--sfy", "2027"), "before SFY2026 is"),
        (("close_year", *YEAR), "is not rehearsed"),
        (("close_year", *YEAR, "--certified-by", "Nobody's"), "Nobody holds the office"),
    ],
)
def test_a_command_refuses_in_words(command: tuple[str, ...], why: str) -> None:
    begin(2026)
    if "--certified-by" in command:
        say("rehearse", *YEAR, "--on", "2026-07-01")
    with pytest.raises(CommandError, match=why) as refused:
        say(*command, "--on", "2026-07-02")
    assert refused.value.returncode == 2


@pytest.mark.parametrize("command", ["rehearse", "close_year"])
@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--fund", "zones", "--sfy", "2026"), "invalid choice: 'zones'"),
        ((*YEAR, "--on", "2026-06-31"), "found '2026-06-31'; needed a day as YYYY-MM-DD"),
    ],
)
def test_an_unknown_fund_or_day_is_refused_with_what_is_needed(
    command: str, words: tuple[str, ...], why: str
) -> None:
    with pytest.raises(CommandError, match=why):
        say(command, *words)


def test_a_close_that_is_not_certified_is_refused_by_the_command() -> None:
    begin(2026)
    say("rehearse", *YEAR, "--on", "2026-07-01")
    with pytest.raises(CommandError, match="rehearsed only"):
        say("close_year", *YEAR, "--on", "2026-07-02")


def test_work_that_waits_is_worked_through_on_a_named_day() -> None:
    begin(2026)
    credit("1.00", 2026)
    assert say("work", "--on", "2026-06-30") == []
    assert say("work", "--on", "2026-07-01") == [
        "Rehearse the year end of zone-assistance SFY2026: Done"
    ]
    assert Closing.objects.get().sfy == 2026


@pytest.mark.parametrize(("second", "prepared"), [(59, 0), (60, 1)])
def test_the_task_prepares_a_rehearsal_when_july_begins_in_new_york(
    monkeypatch: pytest.MonkeyPatch, second: int, prepared: int
) -> None:
    begin(2026)
    credit("1.00", 2026)
    moment = datetime.fromtimestamp(1782878340 + second, tz=UTC)  # 23:59 in New York, June 30
    monkeypatch.setattr(timezone, "now", lambda: moment)
    tasks.prepare_year_end_rehearsal()
    tasks.work_through_rows()
    assert Closing.objects.count() == prepared
    assert Work.objects.filter(state="done").count() == prepared


def test_o21_a_task_that_wakes_long_after_offers_the_close_and_starts_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begin(2026)
    credit("1.00", 2024, on=date(2026, 6, 1))
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 8, 9, 17, tzinfo=UTC))
    for _ in range(3):
        tasks.prepare_year_end_rehearsal()
        tasks.work_through_rows()
    assert Closing.objects.get().certified_on is None
    assert (Seal.objects.count(), Work.objects.count()) == (0, 1)


def test_o18_three_schedulers_prepare_and_offer_one_close(monkeypatch: pytest.MonkeyPatch) -> None:
    begin(2026)
    credit("1.00", 2024, on=date(2026, 6, 1))
    for minute in (0, 0, 0, 4, 10):  # three beats, and two of them again
        moment = datetime(2026, 7, 1, 4, 15 + minute, tzinfo=UTC)
        monkeypatch.setattr(timezone, "now", lambda moment=moment: moment)
        tasks.prepare_year_end_rehearsal()
        tasks.work_through_rows()
    assert (Closing.objects.count(), Work.objects.count(), Seal.objects.count()) == (1, 1, 0)


def test_every_line_of_the_calendar_names_a_task_that_is_acknowledged_late() -> None:
    app.loader.import_default_modules()
    names = {line["task"] for line in app.conf.beat_schedule.values()}
    assert {
        "payments.tasks.release_due_installments",
        "funds.tasks.prepare_year_end_rehearsal",
        "funds.tasks.work_through_rows",
    } <= names
    assert all(app.tasks[name].acks_late for name in names)
