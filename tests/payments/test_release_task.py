"""What is due is found by the date in New York, whenever and however often anyone looks."""

from datetime import UTC, date, datetime
from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from funds import heartbeats
from funds.models import Posting
from funds.queries.work import alarms
from payments import schedules
from payments.models import Installment
from payments.tasks import release_due_installments
from tests.offices import officer
from tests.payments.aid import RECEIPTS, allotted

pytestmark = pytest.mark.django_db


def look(monkeypatch: pytest.MonkeyPatch, *moment: int) -> None:
    """Run the task at a moment of universal time."""
    monkeypatch.setattr(timezone, "now", lambda: datetime(*moment, tzinfo=UTC))  # type: ignore[arg-type,misc]
    release_due_installments()


def released() -> list[date]:
    rows = Installment.objects.filter(posting__isnull=False).order_by("statutory_on")
    return list(rows.values_list("statutory_on", flat=True))


def test_o19_the_day_on_which_the_clocks_go_back_is_one_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """November 1, 2026 is a Sunday: deposited on Monday, and 1:30 comes twice before that."""
    allotted({"0101": "100.00"})
    look(monkeypatch, 2026, 10, 2, 12)
    assert released()[-1] == date(2026, 10, 1)
    for hour, minute in ((4, 0), (5, 30), (6, 30)):  # 0:00 and 1:30 summer time, 1:30 winter time
        look(monkeypatch, 2026, 11, 1, hour, minute)
    look(monkeypatch, 2026, 11, 2, 4, 59, 59)  # 23:59:59
    assert released()[-1] == date(2026, 10, 1)
    look(monkeypatch, 2026, 11, 2, 5, 0, 0)  # 0:00
    assert released()[-1] == date(2026, 11, 1)
    assert not Installment.objects.get(statutory_on=date(2026, 11, 1)).released_late


def test_o19_the_day_on_which_the_clocks_go_forward_is_one_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """March 14, 2027 is a Sunday without a 2:30: what is due that day is deposited on Monday."""
    lines = [(date(2027, 3, 14), Decimal(100))]
    schedules.record(
        RECEIPTS, 2027, "regular", lines, authority="Treasury order 1", on=date(2026, 7, 1),
        by=officer("treasury-analyst"),
    )  # fmt: skip
    allotted({"0101": "100.00"})
    for moment in ((14, 5), (14, 6, 59), (14, 7, 30), (15, 3, 59, 59)):  # 23:59:59 summer time
        look(monkeypatch, 2027, 3, *moment)
    assert released() == []
    look(monkeypatch, 2027, 3, 15, 4, 0, 0)  # 0:00 summer time
    assert released() == [date(2027, 3, 14)]
    assert Posting.objects.filter(act="release").count() == 1


def test_o20_beat_that_died_is_missed_in_five_minutes_and_what_it_missed_goes_out_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    allotted({"0101": "100.00"})
    look(monkeypatch, 2026, 10, 1, 16)
    heartbeats.leave(heartbeats.BEAT)
    for seconds, silent in ((300, False), (301, True)):
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE funds_heartbeat SET at = clock_timestamp() - %s * interval '1 s'", [seconds]
            )
        beat = next(sign for sign in heartbeats.signs() if sign.of == heartbeats.BEAT)
        assert beat.is_silent is silent
    assert "No sign of the beat" in [each.what for each in alarms()]
    look(monkeypatch, 2026, 11, 4, 12)  # it was dead over November 2
    late = Installment.objects.get(statutory_on=date(2026, 11, 1))
    assert late.posting is not None and late.released_late


@pytest.mark.parametrize(
    ("moment", "count"),
    [((2026, 7, 15, 3, 59, 59), 0), ((2026, 7, 15, 4, 0, 0), 1), ((2026, 7, 15, 4, 0, 1), 1)],
)
def test_the_day_begins_at_midnight_in_new_york(
    monkeypatch: pytest.MonkeyPatch, moment: tuple[int, ...], count: int
) -> None:
    allotted({"0101": "100.00"})
    look(monkeypatch, *moment)
    assert len(released()) == count


def test_o18_three_schedulers_release_once(monkeypatch: pytest.MonkeyPatch) -> None:
    allotted({"0101": "100.00", "0102": "50.00"})
    for _ in range(3):
        look(monkeypatch, 2026, 7, 15, 12)
    assert Posting.objects.filter(act="release").count() == 1
    assert len(released()) == 2


def test_o21_after_a_long_stop_what_was_missed_goes_out_oldest_first_and_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    allotted({"0101": "100.00"})
    look(monkeypatch, 2026, 8, 9, 17)
    assert released() == [date(2026, 7, 15), date(2026, 8, 1)]
    late = Installment.objects.filter(posting__isnull=False).order_by("posting__number")
    assert [(row.statutory_on, row.released_late) for row in late] == [
        (date(2026, 7, 15), True),
        (date(2026, 8, 1), True),
    ]
    assert not Posting.objects.filter(act="lapse").exists()


def test_a_person_may_release_what_any_day_makes_due() -> None:
    allotted({"0101": "100.00"})
    said = StringIO()
    call_command("release_due", "--on", "2026-07-15", stdout=said)
    call_command("release_due", "--on", "2026-07-15", stdout=said)
    assert said.getvalue().splitlines() == [
        "released 2026-07-15 0101 35.00",
        "1 released, 0 refused on 2026-07-15",
        "0 released, 0 refused on 2026-07-15",
    ]
