"""Notices of what lapses: 12, 6, 3 and 1 months before, once each, ending by themselves. h., i."""

from datetime import date, timedelta
from typing import Any

import pytest

from funds import reminders
from funds.models import Encumbrance
from municipalities.models import EnterpriseZone, Notice, Office
from tests import places
from tests.offices import officer
from tests.zone_money import approved, credit, encumber, project

pytestmark = pytest.mark.django_db
DAY = date(2024, 10, 1)  # SFY2025
END = date(2027, 6, 30)  # the last usable day of SFY2025's credit
RUNGS = {
    "12": date(2026, 6, 30),
    "6": date(2026, 12, 30),
    "3": date(2027, 3, 30),
    "1": date(2027, 5, 30),
}


@pytest.fixture
def zone(db: None) -> EnterpriseZone:
    zone = places.zone("Exampleton", "9901")
    for title, place in (("coordinator", {"zone": "9901"}), ("cfo", {"municipality": "9901"})):
        officer(title, **place)
    for title in ("dca-analyst", "dca-director"):
        officer(title)
    Office.objects.update(mail="office@example.org")
    credit(zone, 2025, "1,000.00", on=DAY)
    return zone


def told(on: date) -> list[tuple[str, str]]:
    before = set(Notice.objects.values_list("pk", flat=True))
    reminders.remind(on=on)
    new = Notice.objects.exclude(pk__in=before).order_by("office__title")
    return [(each.office.title, each.subject.partition(":")[0]) for each in new]


def test_each_rung_is_told_once_on_its_day_and_not_the_day_before(zone: EnterpriseZone) -> None:
    assert told(RUNGS["12"] - timedelta(days=1)) == []
    at: dict[str, Any] = {months: told(day) for months, day in RUNGS.items()}
    assert at["12"] == [("cfo", "Lapses in 12 months"), ("coordinator", "Lapses in 12 months")]
    assert [title for title, _ in at["6"]] == ["cfo", "coordinator"]
    assert [title for title, _ in at["3"]] == ["cfo", "coordinator", "dca-analyst"]
    assert [t for t, _ in at["1"]] == ["cfo", "coordinator", "dca-analyst", "dca-director"]
    assert told(END) == []
    assert Notice.objects.count() == 2 + 2 + 3 + 4


def test_a_day_that_was_missed_is_told_by_the_rung_it_is_in(zone: EnterpriseZone) -> None:
    assert told(RUNGS["3"] + timedelta(days=20))[0] == ("cfo", "Lapses in 3 months")
    assert told(RUNGS["3"] + timedelta(days=21)) == []


def test_a_notice_says_the_dollars_by_project_and_what_saves_them(zone: EnterpriseZone) -> None:
    project(zone, {2025: "400"}, on=DAY)
    reminders.remind(on=RUNGS["6"])
    said = Notice.objects.filter(office__title="cfo").get()
    assert said.subject == "Lapses in 6 months: $1,000.00 of the Exampleton zone"
    assert "On June 30, 2027 $1,000.00" in said.text
    assert "SFY2025 credit: $1,000.00. Encumber it for a project that is approved." in said.text
    assert said.url == "/zones/9901/lapses/"


def test_o74_the_notice_of_sfy2027s_credit_names_june_30_2029(zone: EnterpriseZone) -> None:
    credit(zone, 2027, "7.00", on=date(2026, 10, 1))
    assert told(date(2028, 6, 29)) == []
    reminders.remind(on=date(2028, 6, 30))
    said = Notice.objects.filter(office__title="cfo").get()
    assert "On June 30, 2029 $7.00" in said.text
    assert "SFY2027 credit: $7.00." in said.text


def test_it_ends_by_itself_once_nothing_lapses(zone: EnterpriseZone) -> None:
    reminders.remind(on=RUNGS["6"])
    bound = encumber(project(zone, {2025: "1,000"}, on=DAY), "1,000.00", on=RUNGS["6"])
    assert told(RUNGS["6"] + timedelta(days=1)) == []
    assert set(Notice.objects.values_list("state", flat=True)) == {"withdrawn"}
    assert told(RUNGS["1"]) == []
    assert bound.last_usable_on == date(2030, 6, 30)


def test_an_encumbrance_has_its_own_clock(zone: EnterpriseZone) -> None:
    bound = encumber(project(zone, {2025: "1,000"}, on=DAY), "1,000.00", on=DAY)
    approved(bound, "300.00", on=DAY)
    assert Encumbrance.objects.get().last_usable_on == date(2028, 6, 30)
    assert told(date(2027, 5, 30)) == []
    assert told(date(2027, 6, 30)) != []
    text = Notice.objects.filter(office__title="cfo").get().text
    assert "E-1, Storefronts: $700.00. Spend it" in text


def test_what_is_past_its_last_day_is_the_closes_and_no_longer_told(zone: EnterpriseZone) -> None:
    assert reminders.lapsing(END) != []
    assert reminders.lapsing(END + timedelta(days=1)) == []
