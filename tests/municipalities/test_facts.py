"""Figures are loaded by one person, accepted by another, superseded and never edited."""

from datetime import date
from decimal import Decimal

import pytest
from django.db import IntegrityError, InternalError, connection, transaction
from pytest_django import DjangoAssertNumQueries

from municipalities import facts
from municipalities.models import Fact, FactSeries, SourceDocument
from municipalities.refusal import Refusal
from tests.offices import officer
from tests.places import municipality

pytestmark = pytest.mark.django_db

ON = date(2026, 9, 1)
LATER = date(2026, 9, 20)


def document(title: str = "Parcel counts of 2026") -> SourceDocument:
    return SourceDocument.objects.get_or_create(
        title=title, received_on=ON, defaults={"standing": "demonstration", "publisher": "Taxation"}
    )[0]


def load(values: dict[str, str] | None = None, kind: str = "parcels", **more: str) -> FactSeries:
    given = values or {"0714": "4321", "2119": "12"}
    for code in given:
        municipality(code)
    return facts.load(
        kind,
        more.get("period", "2026"),
        {code: Decimal(value) for code, value in given.items()},
        document=document(more.get("title", "Parcel counts of 2026")),
        on=ON,
        by=officer("dca-analyst"),
    )


def accept(series: FactSeries, on: date = ON) -> FactSeries:
    return facts.accept(series, on=on, by=officer("treasury-analyst"))


def test_a_version_is_in_force_from_the_day_it_was_accepted() -> None:
    series = load()
    assert facts.in_force("parcels", "2026", on=LATER) is None
    accept(series)
    assert facts.in_force("parcels", "2026", on=date(2026, 8, 31)) is None
    assert facts.in_force("parcels", "2026", on=ON) == series
    assert facts.value("parcels", "2026", on=ON, municipality="0714") == Decimal(4321)
    assert facts.value("parcels", "2026", on=ON, municipality="0101") is None


def test_a_correction_is_a_later_version_and_the_one_before_stays() -> None:
    first = accept(load())
    second = accept(load({"0714": "4000", "2119": "12"}), LATER)
    assert (first.version, second.version) == (1, 2)
    assert facts.in_force("parcels", "2026", on=ON) == first
    assert facts.in_force("parcels", "2026", on=LATER) == second
    assert facts.values(first)["0714"] == Decimal(4321)


def test_the_same_values_loaded_again_are_the_same_version() -> None:
    assert load() == load()
    assert FactSeries.objects.count() == 1


def test_the_most_recent_data_is_the_latest_period_accepted() -> None:
    accept(load(period="2025", title="Parcel counts of 2025"))
    newer = load(period="2026")
    assert facts.latest("parcels", on=LATER) != newer
    accept(newer)
    assert facts.latest("parcels", on=LATER) == newer


def test_values_of_a_version_are_one_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    accept(load())
    with django_assert_num_queries(2):
        series = facts.in_force("parcels", "2026", on=ON)
        assert series is not None
        assert facts.values(series) == {"0714": Decimal(4321), "2119": Decimal(12)}


def test_who_loaded_does_not_accept() -> None:
    series = load()
    same = officer("treasury-analyst", place="Acting", person="State dca-analyst holder")
    with pytest.raises(Refusal, match="another person"):
        facts.accept(series, on=ON, by=same)


def test_the_database_refuses_that_who_loaded_accepts() -> None:
    series = load()
    with pytest.raises(IntegrityError, match="one person"), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE municipalities_factseries SET accepted_by_id = loaded_by_id, accepted_on = %s"
            " WHERE id = %s",
            [ON, series.pk],
        )


def test_a_superseded_version_is_not_accepted() -> None:
    first = load()
    accept(load({"0714": "1"}))
    with pytest.raises(Refusal, match="superseded"):
        accept(first)


ATTACKS = [
    "UPDATE municipalities_fact SET value = 1",
    "DELETE FROM municipalities_fact",
    "UPDATE municipalities_factseries SET period = '1999'",
    "UPDATE municipalities_factseries SET accepted_on = '2020-01-01'",
    "DELETE FROM municipalities_factseries",
    """INSERT INTO municipalities_fact (series_id, value)
        SELECT id, 1 FROM municipalities_factseries""",
]


@pytest.mark.parametrize("attack", ATTACKS)
def test_the_database_refuses_to_edit_an_accepted_version(attack: str) -> None:
    accept(load())
    with (
        pytest.raises((IntegrityError, InternalError)),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(attack)
    assert Fact.objects.count() == 2


@pytest.mark.parametrize(
    ("kind", "value", "why"),
    [
        ("parcels", "-1", "negative"),
        ("corrections", "-0.01", "negative"),  # d. only increases
        ("parcels", "NaN", "not a number"),
        ("parcels", "1.0000001", "at most 6 decimals"),
        ("cpi_june", "271.696", "of the State"),
        ("height", "1", "no kind of figure"),
    ],
)
def test_a_value_that_the_kind_cannot_have_is_refused(kind: str, value: str, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        load({"0714": value}, kind=kind)


def test_an_adjustment_may_be_negative() -> None:
    assert facts.values(load({"2119": "-10.50"}, kind="adjustment"))["2119"] == Decimal("-10.50")


@pytest.mark.parametrize("period", ["26", "FY2026", "SFY26", "2026-27", ""])
def test_a_period_is_a_year(period: str) -> None:
    with pytest.raises(Refusal, match="a year such as"):
        load(period=period)


def test_a_figure_in_another_unit_is_refused() -> None:
    municipality("0714")
    with pytest.raises(Refusal, match="in parcels, not in dollars"):
        facts.load(
            "parcels", "2026", {"0714": Decimal(1)}, unit="dollars", document=document(),
            on=ON, by=officer("dca-analyst"),
        )  # fmt: skip


def test_o07_a_percent_is_loaded_in_one_scale_and_stays_in_it() -> None:
    percent = Decimal("3.25")
    for number in range(5):
        made = facts.load(
            "index_percent", "SFY2027", {None: percent}, unit="percent",
            document=document(f"Notice {number}"), on=ON, by=officer("treasury-analyst"),
        )  # fmt: skip
        percent = facts.values(made)[None]
    assert percent == Decimal("3.25")
    with pytest.raises(Refusal, match="in percent, not in ratio"):
        facts.load(
            "index_percent", "SFY2027", {None: Decimal("0.0325")}, unit="ratio",
            document=document(), on=ON, by=officer("treasury-analyst"),
        )  # fmt: skip


def test_a_code_without_a_municipality_is_refused_by_name() -> None:
    with pytest.raises(Refusal, match="7777"):
        facts.load(
            "parcels", "2026", {"7777": Decimal(1)}, document=document(), on=ON,
            by=officer("dca-analyst"),
        )  # fmt: skip


def test_an_office_without_the_duty_loads_nothing() -> None:
    with pytest.raises(Refusal, match="load-facts"):
        facts.load(
            "parcels", "2026", {}, document=document(), on=ON, by=officer("treasury-certifier")
        )
