"""Everyone reads what the State certified and paid, and nothing else. 117, 118."""

import csv
import io
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from funds.models import RunLine
from funds.queries.runs import MAIN
from municipalities import csv_files
from municipalities.models import Person
from municipalities.tables import Column, Table, row
from municipalities.walls import roles
from tests.web.looks import WIDTHS
from tests.web.pages import people
from tests.web.pictures import titles, unequal

pytestmark = pytest.mark.django_db


def read(address: str) -> list[dict[str, str]]:
    answer = Client().get(address)
    assert answer.status_code == 200
    text = b"".join(answer).decode().removeprefix(csv_files.BOM)  # type: ignore[arg-type]
    return list(csv.DictReader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("fund", ["zone-assistance", "energy-receipts"])
def test_the_file_of_a_year_equals_what_was_certified(state: dict[str, Any], fund: str) -> None:
    rows = read(f"{reverse('public_data')}?fund={fund}&sfy=2027")
    lines = RunLine.objects.filter(run__fund=fund, run__sfy=2027, component=MAIN[fund])
    certified = lines.filter(run__certification__isnull=False)
    assert {each["Code"]: Decimal(each["Certified"]) for each in rows} == {
        line.holder: line.amount for line in certified
    }
    assert rows


def test_a_draft_is_not_published(state: dict[str, Any]) -> None:
    answer = Client().get(reverse("public"), {"fund": "zone-assistance", "sfy": "2028"})
    assert answer.status_code == 400
    assert "SFY2028" not in Client().get(reverse("public")).content.decode()


def test_a_towns_files_hold_its_amounts_and_its_payments(state: dict[str, Any]) -> None:
    rows = read(reverse("public_certified", args=["2119"]))
    assert {each["Code"] for each in rows} == {"2119", "zone:Phillipsburg"}
    paid = read(reverse("public_payments", args=["2119"]))
    of_year = [each for each in paid if each["SFY"] == "2027" and each["Percent"] != "100"]
    receipts = next(
        each for each in rows if (each["Fund"], each["SFY"]) == ("energy-receipts", "2027")
    )
    assert sum(Decimal(each["Amount"]) for each in of_year) == Decimal(receipts["Certified"])


def test_a_page_without_signing_in_names_no_person_and_no_private_record(
    state: dict[str, Any],
) -> None:
    cfo = people.local("cfo", "2119")
    for address in (reverse("public"), reverse("public_town", args=["2119"])):
        page = Client().get(address).content.decode()
        for label in (*Person.objects.values_list("label", flat=True), state["spent"].vendor):
            assert label not in page, (address, label)
        assert str(cfo.person) not in page
        assert 'href="/runs/' not in page and 'href="/postings/' not in page


def test_the_pages_open_behind_the_wall_of_rows(
    state: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The role of the pages, untold, sees no row of any place; what is published it is told."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL ROLE {roles.APP}")
        page = Client().get(reverse("public_town", args=["2119"])).content.decode()
        cursor.execute("RESET ROLE")
    assert "State aid to Phillipsburg" in page and "SFY2027" in page


def test_what_is_read_within_is_forgotten_after(state: dict[str, Any]) -> None:
    Client().get(reverse("public"))
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('apportion.sees', true)")
        assert cursor.fetchone()[0] in ("", None)


def test_pictures_of_the_public_pages_say_what_their_tables_say(state: dict[str, Any]) -> None:
    for address in (reverse("public"), reverse("public_town", args=["2119"])):
        page = Client().get(address).content.decode()
        assert titles(page) and unequal(page) == [], address


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "'quoted", "plain, with comma"])
def test_no_text_of_a_file_is_a_formula_and_it_is_read_back_as_it_was(text: str) -> None:
    table = Table("T", [Column("Who"), Column("Amount", "money")], [row(text, Decimal("-1.00"))])
    body = "".join(csv_files.lines(table)).removeprefix(csv_files.BOM)
    who, amount = list(csv.reader(io.StringIO(body, newline="")))[1]
    assert not who.startswith(("=", "+", "-", "@"))
    assert csv_files.plain(who) == text and Decimal(amount) == Decimal("-1.00")


@pytest.mark.browser
def test_everyone_can_use_the_public_pages_and_finds_a_towns_payments_in_two_clicks(
    state: dict[str, Any], visit: Any, axe: Any, no_sideways_scroll: Any, shot: Any
) -> None:
    page = visit(reverse("public"))
    page.get_by_label("Town or zone").fill("Phillips")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("link", name="Phillipsburg").first.click()
    assert "State aid to Phillipsburg" in page.locator("h1").inner_text()
    for name, address in (("state", reverse("public")), ("town", page.url)):
        page.goto(address if "://" in address else page.url.partition("/public")[0] + address)
        shot(page, f"public-{name}")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert axe(page) == [] and no_sideways_scroll(page)
