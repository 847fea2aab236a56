"""A whole year of receipts goes from a file to certified installments in under ten seconds."""

from pytest_django import DjangoDbBlocker

from payments import year_proof


def test_a_year_of_every_municipality_takes_less_than_ten_seconds(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock():
        found = year_proof.run(1, 1998)
    assert found.faults == []
