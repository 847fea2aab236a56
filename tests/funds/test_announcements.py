"""Who is told what the funds' acts left on record: once, whoever is woken how often."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from funds import announcements, certification, work
from funds.models import Certification, Work
from municipalities.models import Notice, Paper, User
from tests.offices import officer
from tests.web.pages import world
from tests.web.pages.people import coordinator, local

pytestmark = pytest.mark.django_db
ON = date(2026, 7, 21)


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> None:
    settings.DOCUMENTS = str(tmp_path)


@pytest.fixture
def certified(db: None) -> Certification:
    found = world.zone_years((2026, 2027))[2027].certification
    for code in ("2119", "0714"):
        holder = coordinator(code)
        User.objects.create(
            username=f"c-{code}", person=holder.person, email=f"c{code}@zone.example"
        )
        local("cfo", code)
    return found


def one_round(on: date = ON) -> list[Work]:
    announcements.announce(on=on)
    return work.run_due(on=on)


def test_a_certification_gets_its_letters_and_tells_its_holders_once(
    certified: Certification,
) -> None:
    for _ in range(3):
        one_round()
    row = Work.objects.get(key="certification/ZA-2027-01/letters")
    assert (row.state, row.done, row.of) == ("done", 3, 3)
    assert Paper.objects.filter(kind="certification").count() == 3
    told = Notice.objects.filter(kind="certification")
    assert sorted(told.values_list("office__name", flat=True)) == [
        "Newark cfo",
        "Newark zone coordinator",
        "Phillipsburg cfo",
        "Phillipsburg zone coordinator",
    ]
    mine = told.get(office__name="Phillipsburg zone coordinator")
    assert "Phillipsburg" in mine.text and "Newark" not in mine.text
    assert mine.sender == certified.certified_by
    assert (mine.state, mine.address) == ("waiting", "c2119@zone.example")


def test_what_was_certified_long_ago_is_history(certified: Certification) -> None:
    assert one_round(date(2027, 3, 1)) == []
    assert not Paper.objects.exists() and not Notice.objects.exists()


def test_letters_of_what_is_re_opened_are_withdrawn(certified: Certification) -> None:
    one_round()
    by = officer("treasury-certifier")
    certification.reopen(certified, reason="A parcel was counted twice", on=ON, by=by)
    one_round()
    assert Paper.objects.filter(withdrawal=None).count() == 0
    assert Paper.objects.count() == 3


def test_a_rehearsal_tells_the_certifiers_until_it_is_certified(
    certified: Certification,
) -> None:
    world.rehearsed(2026, on=date(2026, 7, 9))
    one_round()
    one_round()
    told = Notice.objects.get(kind="rehearsed")
    assert told.office.title == "treasury-certifier"
    assert told.sender.office.title == "dca-analyst"
    assert told.url == "/year-end/zone-assistance/2026/"


def test_work_that_stops_alarms_the_analysts(db: None) -> None:
    officer("treasury-analyst")
    officer("dca-analyst")
    work.offer("nobody knows", "x/1", "Something odd", ON)
    one_round()
    one_round()
    told = Notice.objects.filter(kind="stopped")
    assert sorted(told.values_list("office__title", flat=True)) == [
        "dca-analyst",
        "treasury-analyst",
    ]
    assert "Nobody here knows how" in told[0].text
    work.offer_again(Work.objects.get(key="x/1"))
    one_round()
    one_round()
    assert Notice.objects.filter(kind="stopped").count() == 4
