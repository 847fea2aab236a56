"""The ladder of reminders: on both sides of every rung, with escalation, ending by itself."""

from datetime import date, timedelta

import pytest

from municipalities import offices
from municipalities.models import Notice, Officer
from municipalities.notices import ladder
from municipalities.notices.ladder import Owed
from tests.municipalities.test_notices import cfo
from tests.offices import officer

DUE = date(2027, 6, 30)


def owed(owner: Officer, above: Officer, department: Officer, key: str = "e/1") -> Owed:
    return Owed(key, "The report", DUE, "52:27H-88 i.", "/", [owner], [above], [department])


@pytest.mark.parametrize(
    ("days", "rung"),
    [(31, None), (30, 30), (29, 30), (15, 30), (14, 14), (8, 14), (7, 7), (4, 7), (3, 3), (2, 3),
     (1, 1), (0, 0), (-1, -1), (-6, -1), (-7, -7), (-40, -7)],
)  # fmt: skip
def test_the_latest_rung_that_was_reached_counts(days: int, rung: int | None) -> None:
    found = ladder.reached(DUE, DUE - timedelta(days=days))
    assert (found.days if found else None) == rung


@pytest.mark.django_db
def test_each_rung_is_told_once_and_reaches_higher_as_the_day_comes() -> None:
    one = owed(cfo("9901"), cfo("9902"), cfo("9903"))
    told: dict[int, int] = {}
    for days in range(32, -9, -1):
        on = DUE - timedelta(days=days)
        for _ in range(2):
            ladder.remind([one], on=on, by=offices.system())
        told[days] = Notice.objects.count()
    new = {d: n - told.get(d + 1, 0) for d, n in told.items() if n != told.get(d + 1, 0)}
    assert new == {30: 1, 14: 1, 7: 1, 3: 1, 1: 2, 0: 2, -1: 3, -7: 3}
    subjects = set(Notice.objects.values_list("subject", flat=True))
    assert "Overdue by a week: The report" in subjects and len(subjects) == 8


@pytest.mark.django_db
def test_o45_an_owner_without_an_address_does_not_count_as_told() -> None:
    one = owed(cfo("9901", ""), cfo("9902"), officer("dca-analyst"))
    written = ladder.remind([one], on=DUE - timedelta(days=30), by=offices.system())
    assert [(n.office.municipality_id, n.state) for n in written] == [
        ("9901", "no-address"),
        ("9902", "waiting"),
    ]
    assert not Notice.objects.filter(state="sent").exists()


@pytest.mark.django_db
def test_what_is_done_is_no_longer_reminded_of() -> None:
    done = owed(cfo("9901"), cfo("9902"), cfo("9903"))
    open_one = owed(cfo("9904"), cfo("9902"), cfo("9903"), key="e/2")
    ladder.remind([done, open_one], on=DUE - timedelta(days=7), by=offices.system())
    ladder.remind([open_one], on=DUE - timedelta(days=6), by=offices.system())
    states = dict(Notice.objects.values_list("office__municipality", "state"))
    assert states == {"9901": "withdrawn", "9904": "waiting"}


@pytest.mark.django_db
def test_a_ladder_that_was_down_for_days_tells_only_the_latest_rung() -> None:
    one = owed(cfo("9901"), cfo("9902"), cfo("9903"))
    ladder.remind([one], on=DUE - timedelta(days=2), by=offices.system())
    assert Notice.objects.get().subject == "Due in 3 days: The report"
