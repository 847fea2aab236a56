"""Pages ask the same for ten municipalities and for 564, and are judged out loud."""

from datetime import date
from decimal import Decimal

import pytest
from pytest_django import DjangoDbBlocker

from payments import grow, scratch
from payments.page_proof import opening, ratios
from payments.page_proof.address import LISTS, Address
from payments.page_proof.addresses import NO_PAGE
from payments.page_proof.opening import Opened
from payments.page_proof.proof import not_opened


@pytest.fixture(scope="module")
def opened(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> dict[str, list[Opened]]:
    found = {}
    with django_db_blocker.unblock():
        for name, size in (("few", grow.TEN), ("many", grow.SMALL)):
            with scratch.database(reference=True):
                grow.grow(size, on=date(2026, 11, 30), say=str)
                found[name] = opening.every(2)
    return found


def test_no_page_asks_more_of_the_database_for_564_rows_than_for_ten(
    opened: dict[str, list[Opened]],
) -> None:
    assert opening.unequal(opened["few"], opened["many"]) == []


def test_a_list_asks_at_most_8_times_and_any_page_at_most_30_times(
    opened: dict[str, list[Opened]],
) -> None:
    often = [each for each in opening.faults(opened["many"]) if "statements" in each]
    assert often == []


def test_o64_no_page_of_the_admin_site_lists_a_whole_table_in_a_select(
    opened: dict[str, list[Opened]],
) -> None:
    of_admin = [each for each in opened["many"] if each.address.name.startswith("admin:")]
    assert len({each.address.name for each in of_admin}) > 100
    assert [said for said in opening.faults(of_admin) if "options" in said] == []
    long = Opened(Address("admin:x_change", "/admin/x/1/"), "auditor", 1, [1] * 20, options=201)
    assert opening.faults([long]) == [
        "admin:x_change /admin/x/1/ by auditor: a select of 201 options, more than 200"
    ]


def test_every_page_of_our_own_was_opened_by_an_office_that_may(
    opened: dict[str, list[Opened]],
) -> None:
    assert not_opened(opened["many"]) == []
    names = {each.address.name for each in opened["many"]}
    assert names >= LISTS
    assert NO_PAGE & names == set()


def test_a_page_that_asks_too_often_or_takes_too_long_is_a_fault() -> None:
    slow = Opened(Address("papers", "/papers/"), "auditor", 9, [900] * 20)
    assert opening.faults([slow]) == [
        "papers /papers/ by auditor: 9 statements, more than 8",
        "papers /papers/ by auditor: p95 900 ms, more than 800",
    ]
    few = Opened(Address("papers", "/papers/"), "auditor", 8, [1] * 20)
    assert opening.unequal([few], [slow]) == [
        "papers /papers/ by auditor: 9 statements, 8 of few rows"
    ]


def test_a_ratio_is_judged_on_both_sides_of_its_goal() -> None:
    good = {"nothing": Decimal(1), "fifty": Decimal(25), "bare": Decimal(1), "ours": Decimal(12),
            "naive": Decimal(24)}  # fmt: skip
    bad = good | {"fifty": Decimal(26), "ours": Decimal(13)}
    assert [met for _, met in ratios.judged(good)] == [True, True, True]
    assert [met for _, met in ratios.judged(bad)] == [False, False, False]
    assert [met for _, met in ratios.judged(bad, Decimal("1.5"))] == [True, True, True]
