"""The year-end page: one row a kind and year, plain names, exceptions before the signature."""

from datetime import date

import pytest
from django.test import Client

from funds import announcements, ledger, projects, reminders, work, year_end
from funds.models import Closing
from funds.queries import year_end as queries
from municipalities import offices
from municipalities.models import EnterpriseZone, Office
from tests import places
from tests.offices import officer
from tests.web.pages.people import sign_in_of
from tests.zone_money import FUND, approved, cents, cfo, credit, encumber, project

pytestmark = pytest.mark.django_db
DAY = date(2024, 10, 1)  # SFY2025
JUNE, JULY = date(2025, 6, 30), date(2025, 7, 8)


@pytest.fixture
def zone(db: None) -> EnterpriseZone:
    ledger.open_books(FUND, 2023)
    zone = places.zone("Exampleton", "9901")
    for sfy in (2023, 2024, 2025):
        credit(zone, sfy, "1,000.00")
    return zone


def rehearsed(sfy: int = 2025, on: date = JULY) -> Closing:
    head = ledger.hold(FUND)
    for year in range(head.sealed_through + 1, sfy):
        closing = year_end.rehearse(FUND, year, on=on, by=officer("dca-analyst"))
        year_end.certify(closing, on=on, by=officer("treasury-certifier"))
        year_end.close(closing, on=on, by=offices.system())
    return year_end.rehearse(FUND, sfy, on=on, by=officer("dca-analyst"))


def page(address: str = "/year-end/zone-assistance/2025/") -> str:
    client = Client()
    client.force_login(sign_in_of(officer("auditor")))
    return client.get(address).content.decode()


def test_no_two_rows_of_a_year_end_are_called_the_same(zone: EnterpriseZone) -> None:
    of = project(zone, {2023: "700", 2024: "300"}, on=DAY)
    encumber(of, "600.00", on=DAY, vintages=[2023], reason="older")
    encumber(of, "100.00", "E-2", on=DAY, vintages=[2024], reason="newer")
    found = queries.groups(rehearsed())
    named = [(g.kind, g.vintage, g.encumbered, g.clause) for g in found]
    assert len(named) == len(set(named))
    bound = [(g.vintage, g.encumbered, g.balance) for g in found if g.key == "ENCUMBERED"]
    assert bound == [(2024, 2025, 100), (2023, 2025, 600)]
    text = page()
    assert text.count("encumbered in SFY2025, credit of SFY2023") == 1


def test_a_zone_is_called_by_its_name_and_never_by_its_key(zone: EnterpriseZone) -> None:
    rehearsed()
    text = page()
    assert ">Exampleton<" in text
    assert "zone:Exampleton" not in text.replace("holder=zone%3AExampleton", "")


def test_a_zone_that_was_not_told_is_an_exception_and_one_that_was_is_none(
    zone: EnterpriseZone,
) -> None:
    assert [each.name for each in queries.untold(rehearsed())] == ["Exampleton"]
    assert "No notice before June 30 told the zone" in page()
    officer("coordinator", zone="9901")
    Office.objects.update(mail="office@example.org")
    reminders.remind(on=date(2025, 5, 30))
    assert queries.untold(Closing.objects.get(sfy=2025)) == []
    assert "No notice before June 30" not in page()


def test_o76_a_spike_in_june_with_a_release_in_july_is_an_exception(zone: EnterpriseZone) -> None:
    of = project(zone, {2025: "1,000"}, on=DAY)
    bound = encumber(of, "1,000.00", on=JUNE, vintages=[2025], reason="June")
    rehearsed()
    assert "June spike" in page()
    projects.release_encumbrance(bound, cents("1,000"), "r/1", on=date(2025, 7, 2), by=cfo("9901"))
    rehearsed()
    text = page()
    assert "of June 2025 was released soon after" in text
    assert "$1,000.00 of $1,000.00 of SFY2025 was bound in June" in text


def test_letters_follow_the_signature_with_who_was_told(zone: EnterpriseZone) -> None:
    officer("coordinator", zone="9901")
    closing = rehearsed()
    assert 'id="letters"' not in page()
    year_end.certify(closing, on=JULY, by=officer("treasury-certifier"))
    work.run_due(on=JULY)
    announcements.announce(on=JULY)
    work.run_due(on=JULY)
    text = page()
    assert "LN-" in text and "has no address" in text
    assert "Sealed" in text


def test_a_spent_year_has_no_exception(zone: EnterpriseZone) -> None:
    of = project(zone, {2023: "1,000"}, on=DAY)
    bound = encumber(of, "1,000.00", on=DAY, vintages=[2023], reason="older")
    approved(bound, "1,000.00", on=DAY)
    rehearsed()
    assert "None: no hold or order stands" in page()
