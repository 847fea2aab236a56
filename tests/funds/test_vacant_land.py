"""The assessor's report: by two persons, as it was prepared, changed only beside the original."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from django.utils.timezone import localdate

from funds import declines, parcel_changes, reminders, vacant_land, vacant_land_owed
from funds.models import ParcelChange, VacantLandReport, VacantParcel
from funds.parcel_changes import Changed
from funds.refusal import Refusal
from funds.views.vacant_land_tables import received
from municipalities.models import County, Notice
from tests import highlands as hl
from tests.highlands import ON, YEAR
from tests.offices import officer

pytestmark = pytest.mark.django_db
DIRECTOR = "taxation-director"


def to(now: str = "450000.00", base: str = "1000000.00", cause: str = "appeal") -> Changed:
    return Changed(Decimal(base), Decimal(now), cause, due_to_the_act=True, vacant=True)


def test_a_report_is_certified_by_another_person_than_prepared_it() -> None:
    report = hl.prepared()
    alone = officer("assessor", place="Deputy", municipality="9901", person="9901 preparer holder")
    with pytest.raises(Refusal, match="another person"):
        vacant_land.certify(report, report.digest, on=ON, by=alone)
    with pytest.raises(IntegrityError, match="one person"), transaction.atomic():
        VacantLandReport.objects.update(certified_by=report.prepared_by, certified_on=ON)
    made = hl.certified()
    assert made.certified_by == officer("assessor", municipality="9901")


def test_what_was_read_is_what_is_certified() -> None:
    report, by = hl.prepared(), officer("assessor", municipality="9901")
    with pytest.raises(Refusal, match="read it anew"):
        vacant_land.certify(report, "0" * 64, on=ON, by=by)
    hl.prepared([hl.said(now="300000.00")])
    with pytest.raises(Refusal, match="read it anew"):
        vacant_land.certify(report, report.digest, on=ON, by=by)


def test_every_fault_of_a_report_is_said_at_once() -> None:
    wrong = [
        hl.said(evidence=""),
        hl.said("2", cause="", due_to_the_act=True),
        hl.said("3", attribution=""),
        hl.said("4", base="-1.00"),
        hl.said("5", cause="sale"),
        hl.said("6"),
        hl.said("6"),
    ]
    with pytest.raises(Refusal) as no:
        hl.prepared(wrong)
    words = str(no.value)
    assert "lot 1: the judgment or approval" in words
    assert "lot 2: a change due to the act needs its cause" in words
    assert "lot 3: a change due to the act needs its cause, and why" in words
    assert "lot 4: an assessed value is not below zero" in words
    assert "“sale” is no cause" in words
    assert "lot 6 stands twice" in words
    assert not VacantLandReport.objects.exists()


def test_prepared_anew_the_version_before_stays_closed() -> None:
    first, again = hl.prepared(), hl.prepared([hl.said(now="300000.00")])
    first.refresh_from_db()
    assert (first.closed_as, again.version) == ("anew", 2)
    assert hl.prepared([hl.said(now="300000.00")]) == again
    assert vacant_land.live("9901", YEAR) == again


def test_a_certified_report_is_prepared_anew_only_after_it_is_sent_back() -> None:
    report = hl.certified()
    with pytest.raises(Refusal, match="sends it back first"):
        hl.prepared([hl.said(now="1.00")])
    with pytest.raises(Refusal, match="needs a reason"):
        vacant_land.send_back(report, " ", on=ON, by=officer(DIRECTOR))
    vacant_land.send_back(report, "Lot 2 is missing", on=ON, by=officer(DIRECTOR))
    assert hl.prepared([hl.said(now="1.00")]).version == 2


def test_the_board_of_another_county_sends_nothing_back() -> None:
    report = hl.certified()
    hl.town("9801", "Samplebury")
    with pytest.raises(Refusal, match="is no office of"):
        vacant_land.send_back(report, "Why", on=ON, by=officer("county-board", county="98"))


def test_a_report_and_its_parcels_stay_as_they_were_prepared() -> None:
    hl.prepared()
    for rows, change in (
        (VacantLandReport.objects.all(), {"digest": "1" * 64}),
        (VacantParcel.objects.all(), {"base_assessed": 1}),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            rows.update(**change)
        with pytest.raises(DatabaseError), transaction.atomic():
            rows.delete()


def test_late_is_recorded_and_not_refused() -> None:
    made = hl.certified(on=date(2009, 12, 5))
    assert (made.certified_on, made.year) == (date(2009, 12, 5), 2009)


def test_the_directors_change_stands_beside_the_original_with_its_reason() -> None:
    parcel = hl.certified().parcels.get()
    with pytest.raises(Refusal, match="says why"):
        parcel_changes.change(parcel, to(), " ", on=ON, by=officer(DIRECTOR))
    with pytest.raises(Refusal, match="may not"):
        parcel_changes.change(parcel, to(), "Why", on=ON, by=officer("treasury-certifier"))
    made = parcel_changes.change(parcel, to(), "The judgment says so", on=ON, by=officer(DIRECTOR))
    parcel.refresh_from_db()
    assert (parcel.current_assessed, made.current_assessed) == (400_000, 450_000)
    assert parcel_changes.in_force([parcel])[parcel.pk] == to()
    again = parcel_changes.change(parcel, to(), "Again", on=ON, by=officer(DIRECTOR))
    assert (again, ParcelChange.objects.count()) == (made, 1)


def test_a_change_is_of_a_certified_report_and_has_a_cause() -> None:
    parcel = hl.prepared().parcels.get()
    with pytest.raises(Refusal, match="not a certified report"):
        parcel_changes.change(parcel, to(), "Why", on=ON, by=officer(DIRECTOR))
    hl.certified()
    with pytest.raises(Refusal, match="one of the three causes"):
        parcel_changes.change(parcel, to(cause=""), "Why", on=ON, by=officer(DIRECTOR))
    with pytest.raises(Refusal, match="nothing changes"):
        parcel_changes.change(parcel, to("400000.00"), "Why", on=ON, by=officer(DIRECTOR))


def test_the_board_certifies_what_the_reports_and_ratios_come_to() -> None:
    hl.certified([hl.said(), hl.said("2", "60000.00", "10000.00", due_to_the_act=False),
                  hl.said("3", "90000.00", "1.00", vacant=False)])  # fmt: skip
    with pytest.raises(Refusal, match="No equalization ratio of 2003"):
        hl.board()
    hl.ratios("100", "50")
    (made,) = hl.board()
    assert (made.base_assessed, made.current_assessed) == (1_060_000, 460_000)
    assert (made.base_true, made.current_true) == (1_060_000, 920_000)
    assert made.valuation_base == 140_000
    assert hl.board() == [made]


def test_who_certified_the_report_does_not_certify_its_decline() -> None:
    report = hl.certified()
    hl.ratios()
    assert report.certified_by is not None
    person = report.certified_by.person.label
    with pytest.raises(Refusal, match="another person"):
        by = officer("county-board", county="99", place="Other", person=person)
        declines.certify(County.objects.get(pk="99"), YEAR, on=ON, by=by)


def test_a_report_that_comes_late_is_certified_when_it_is_in() -> None:
    hl.town("9902", "Sampleborough")
    hl.certified()
    hl.ratios(codes=("9901", "9902"))
    assert [each.municipality_id for each in hl.board()] == ["9901"]
    hl.certified(code="9902", on=date(2009, 12, 22))
    late = hl.board(date(2009, 12, 23))
    assert [each.municipality_id for each in late] == ["9902"]


def test_a_certified_decline_keeps_its_report() -> None:
    report = hl.certified()
    hl.ratios()
    hl.board()
    with pytest.raises(Refusal, match="the county board certified it"):
        vacant_land.send_back(report, "Why", on=ON, by=officer(DIRECTOR))


@pytest.mark.parametrize(
    ("at", "on_time"),
    [("2026-12-02T04:59:59+00:00", True), ("2026-12-02T05:00:00+00:00", False)],
)
def test_o47_the_cut_off_is_midnight_in_new_york(at: str, on_time: bool) -> None:
    moment = datetime.fromisoformat(at).astimezone(UTC)
    report = hl.prepared(year=2026, on=date(2026, 11, 20))
    by = officer("assessor", municipality="9901")
    made = vacant_land.certify(report, report.digest, on=localdate(moment), by=by, at=moment)
    words = received(made)
    assert ("in time" in words, "1 day late" in words) == (on_time, not on_time)
    assert "11:59:59 PM New York time" in words
    assert ("11:59:59 PM New York time: in time" in words) == on_time


def test_a_silent_assessor_is_reminded_until_the_report_is_certified() -> None:
    by, day = officer("assessor", municipality="9901"), date(2009, 11, 28)
    hl.prepared()
    assert [each.key for each in vacant_land_owed.owed(day)] == ["vacant-land/9901/2009"]
    reminders.remind(on=day)
    assert Notice.objects.filter(office=by.office, subject__contains="vacant land").count() == 1
    assert vacant_land_owed.owed(date(2009, 9, 1)) == []
    hl.certified()
    assert vacant_land_owed.owed(day) == []


def test_after_the_program_no_report_is_chased() -> None:
    hl.town()
    assert vacant_land_owed.owed(date(2014, 11, 28)) == []
    assert vacant_land_owed.owed(date(2013, 11, 28)) != []
