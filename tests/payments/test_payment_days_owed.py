"""The Treasury is reminded of each payment day up the ladder, until what is due is released."""

from datetime import date, timedelta

import pytest

from municipalities.models import Notice, Office
from payments import holds, payment_days_owed
from payments.tasks import remind_of_payment_days
from tests.offices import officer
from tests.payments.aid import RECEIPTS, account, allotted, released, sent

pytestmark = pytest.mark.django_db
DUE = date(2026, 9, 1)  # 52:27D-439 c.(1): a Tuesday


def seats() -> None:
    for title in ("treasury-certifier", "treasury-releaser", "budget-officer", "dca-director"):
        Office.objects.filter(pk=officer(title).office_id).update(mail=f"{title}@state.example")


def told(on: date) -> list[tuple[str, str]]:
    """Whom a day's look tells, and the rung, of September 1 alone."""
    before = set(Notice.objects.values_list("pk", flat=True))
    payment_days_owed.remind(on=on)
    rows = Notice.objects.filter(kind=payment_days_owed.KIND, key__contains=f"{RECEIPTS}/{DUE}")
    new = rows.exclude(pk__in=before).select_related("office").order_by("pk")
    return [(each.office.title, each.subject.partition(":")[0]) for each in new]


def test_each_rung_reaches_higher_and_is_told_once() -> None:
    allotted({"9901": "1200.00", "9902": "600.00"})
    seats()
    signers = ["treasury-certifier", "treasury-releaser"]
    found: dict[int, list[str]] = {}
    for days in (31, 30, 29, 15, 14, 8, 7, 4, 3, 2, 1, 0, -1, -6, -7, -8):
        now = told(DUE - timedelta(days=days))
        if now:
            found[days] = [title for title, _ in now]
    above = [*signers, "budget-officer"]
    everyone = [*above, "dca-director"]
    assert found == {
        30: signers, 14: signers, 7: signers, 3: signers, 1: above, 0: above,
        -1: everyone, -7: everyone,
    }  # fmt: skip
    last = Notice.objects.filter(subject__startswith="Overdue by a week").first()
    assert last is not None and "2 payments of " in last.subject
    assert "must be released by September 1, 2026 (52:27D-439 c.)" in last.text


def test_it_stops_by_itself_once_the_warrant_was_sent_and_not_before() -> None:
    allotted({"9901": "1200.00", "9902": "600.00"})
    seats()
    account("9901")
    released(DUE)
    assert told(DUE)
    sent(RECEIPTS, DUE)  # 9902 has no account yet: its part is still owed
    (left,) = [each for each in payment_days_owed.owed(DUE) if each.due_on == DUE]
    assert left.what.startswith("1 payment of ")
    account("9902")
    sent(RECEIPTS, DUE)
    assert not [each for each in payment_days_owed.owed(DUE) if each.due_on == DUE]
    assert told(DUE + timedelta(days=1)) == []
    rows = Notice.objects.filter(key__contains=f"{RECEIPTS}/{DUE}")
    assert set(rows.values_list("state", flat=True)) == {"withdrawn"}


def test_what_is_held_on_purpose_is_not_asked_for() -> None:
    allotted({"9901": "1200.00"})
    seats()
    holds.place("9901", "54:4-1, reviewed", on=DUE, by=officer("treasury-certifier"))
    assert not [each for each in payment_days_owed.owed(DUE) if each.due_on == DUE]


def test_a_year_that_is_not_certified_is_asked_for_before_its_first_payment_day() -> None:
    seats()
    first = [each for each in payment_days_owed.owed(date(2026, 6, 16)) if "SFY2027" in each.what]
    (asked,) = {each.key: each for each in first if RECEIPTS in each.key}.values()
    assert asked.due_on == date(2026, 7, 15)
    assert "they are not certified and credited yet" in asked.text
    allotted({"9901": "1200.00"})
    assert not [
        each for each in payment_days_owed.owed(date(2026, 7, 1))
        if each.key.startswith(f"{RECEIPTS}/SFY2027")
    ]  # fmt: skip


def test_the_task_looks_by_the_date_in_new_york_and_leaves_other_reminders_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    allotted({"9901": "1200.00"})
    seats()
    other = Notice.objects.create(
        kind="reminder", key="reminder/vacant#7", office=officer("auditor").office,
        person=officer("auditor").person, sender=officer("dca-analyst"), subject="x", text="x",
        address="a@b.example",
    )  # fmt: skip
    looked = [date(2026, 8, 25)]
    monkeypatch.setattr("payments.tasks.localdate", lambda: looked[0])
    remind_of_payment_days()
    assert Notice.objects.filter(subject__startswith="Due in 7 days").exists()
    other.refresh_from_db()
    assert other.state == "waiting"
