"""The reference data is complete, counts as the State counts, and says what is unverified."""

from datetime import date
from decimal import Decimal

import pytest
from pytest_django import DjangoAssertNumQueries

from municipalities import facts, reference, standing
from municipalities.models import (
    ConformanceEvent,
    County,
    EnterpriseZone,
    FactSeries,
    FiscalYearBasis,
    Municipality,
    SourceDocument,
    ZoneMembership,
)

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 30)


@pytest.fixture
def loaded() -> dict[str, int]:
    return reference.load()


def test_there_are_564_municipalities_in_21_counties(loaded: dict[str, int]) -> None:
    assert loaded["municipalities"] == 564
    assert Municipality.objects.existing(TODAY).count() == 564
    assert County.objects.filter(made_up=False).count() == 21


def test_before_pine_valley_went_into_pine_hill_there_were_565(loaded: dict[str, int]) -> None:
    assert Municipality.objects.existing(date(2021, 12, 31)).count() == 565
    assert Municipality.objects.existing(date(2022, 1, 1)).count() == 564


def test_32_zones_cover_37_municipalities(loaded: dict[str, int]) -> None:
    assert (loaded["zones"], loaded["municipalities in zones"]) == (32, 37)
    wildwoods = EnterpriseZone.objects.get(name="The Wildwoods")
    members = wildwoods.memberships.values_list("municipality", flat=True)
    assert list(members) == ["0507", "0513", "0514", "0515"]


def test_the_code_of_a_zone_is_its_lowest_municode(loaded: dict[str, int]) -> None:
    for zone in EnterpriseZone.objects.all():
        codes = zone.memberships.values_list("municipality", flat=True)
        assert zone.code == min(codes)


def test_the_third_joint_zone_is_marked_unverified(loaded: dict[str, int]) -> None:
    unverified = ZoneMembership.objects.filter(verified=False)
    assert set(unverified.values_list("municipality", flat=True)) == {
        "0329", "1304", "1327", "2014",
    }  # fmt: skip
    assert all(row.note for row in unverified)


def test_a_code_is_text_with_its_leading_zero(loaded: dict[str, int]) -> None:
    absecon = Municipality.objects.get(name="Absecon")
    assert (absecon.code, absecon.county_id) == ("0101", "01")
    assert not Municipality.objects.filter(code="101").exists()


@pytest.mark.parametrize(("name", "times"), [("Washington Township", 5), ("Franklin Township", 4)])
def test_names_repeat_so_a_code_alone_identifies(
    loaded: dict[str, int], name: str, times: int
) -> None:
    codes = set(Municipality.objects.filter(name=name).values_list("code", flat=True))
    assert len(codes) == times


def test_88_towns_are_in_the_highlands_and_the_area_is_known_of_ten(
    loaded: dict[str, int],
) -> None:
    towns = Municipality.objects.filter(in_highlands=True)
    assert towns.count() == 88
    assert towns.exclude(preservation_area=None).count() == 10
    assert towns.get(code="1014").preservation_area is False
    assert towns.get(code="1408").preservation_area is True


def test_a_petition_whose_day_is_not_known_has_none(loaded: dict[str, int]) -> None:
    chester = ConformanceEvent.objects.get(municipality="1407")
    assert chester.effective_on is None
    assert "October 2010" in chester.as_published


def test_every_municipality_is_on_the_calendar_year_until_it_is_recorded(
    loaded: dict[str, int],
) -> None:
    assert FiscalYearBasis.objects.filter(basis="calendar").count() == 567
    assert FiscalYearBasis.objects.filter(source=reference.BASIS_SOURCE).count() == 567


def test_zones_are_in_good_standing_from_their_designation(loaded: dict[str, int]) -> None:
    newark = EnterpriseZone.objects.get(name="Newark")
    assert not standing.in_good_standing(newark, date(2021, 8, 15))
    assert standing.in_good_standing(newark, date(2021, 8, 16))
    assert set(standing.all_on(TODAY).values()) == {True}


def test_published_figures_are_in_force_from_the_day_they_count_as_received(
    loaded: dict[str, int],
) -> None:
    assert facts.value("cpi_june", "2021", on=TODAY) == Decimal("271.696")
    assert facts.value("cpi_june", "2026", on=date(2026, 7, 14)) is None
    assert facts.value("cpi_june", "2026", on=date(2026, 7, 15)) == Decimal("333.952")
    assert facts.value("amount", "SFY2002", on=TODAY) == Decimal("755000000")
    assert facts.value("promulgated_percent", "SFY2010", on=TODAY) == Decimal("6.5")


def test_an_index_rate_that_was_not_published_is_not_on_record(loaded: dict[str, int]) -> None:
    assert facts.in_force("promulgated_percent", "SFY2003", on=TODAY) is None


def test_every_series_is_published_and_accepted_by_another_than_loaded_it(
    loaded: dict[str, int],
) -> None:
    for series in FactSeries.objects.select_related("document", "loaded_by", "accepted_by"):
        assert series.document.standing == SourceDocument.Standing.PUBLISHED
        assert series.accepted_by is not None
        assert series.accepted_by.person_id != series.loaded_by.person_id


def test_loading_again_changes_nothing(
    loaded: dict[str, int], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    Municipality.objects.filter(code="0101").update(official_name="As an administrator put it")
    with django_assert_max_num_queries(60):
        assert reference.load() == loaded
    assert Municipality.objects.get(code="0101").official_name == "As an administrator put it"
