"""The admin site is entered by office; money is only read there, and nothing is ever deleted."""

from datetime import date
from decimal import Decimal
from html.parser import HTMLParser

import pytest
from django.apps import apps
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from funds import allocation
from funds.models import Account, Posting
from municipalities import reference
from municipalities.models import (
    Change,
    FiscalYearBasis,
    Municipality,
    Office,
    Officer,
    Person,
    User,
)
from tests.offices import officer
from tests.places import municipality, zone

pytestmark = pytest.mark.django_db

ON = date(2026, 9, 1)
MONEY = [*apps.get_app_config("funds").get_models(), *apps.get_app_config("payments").get_models()]


def signed_in(seated: Officer, client: Client, is_staff: bool = True) -> User:
    user, _ = User.objects.get_or_create(
        username=seated.office.name, person=seated.person, is_staff=is_staff
    )
    client.force_login(user)
    return user


@pytest.fixture
def kept(client: Client) -> Client:
    signed_in(officer("admin"), client)
    return client


@pytest.fixture
def posting() -> Posting:
    return allocation.deposit(
        "energy-receipts", "appropriation", Decimal("10.00"), on=ON,
        by=officer("treasury-analyst"), document="Act, page 1", key="d/1",
    )  # fmt: skip


def address(model: type[Model] | Model, what: str, *args: object) -> str:
    meta = model._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_{what}", args=args)


def test_every_table_has_its_place_on_the_site() -> None:
    ours = {model for app in ("municipalities", "funds", "payments")
            for model in apps.get_app_config(app).get_models()}  # fmt: skip
    assert ours - set(admin.site._registry) == set()


@pytest.mark.parametrize("title", ["cfo", "coordinator", "county-board"])
def test_staff_without_an_administering_office_do_not_enter(client: Client, title: str) -> None:
    seated = officer(title, municipality=municipality("0714").code)
    signed_in(seated, client)
    assert client.get(reverse("admin:index")).status_code == 302


@pytest.mark.parametrize("title", ["admin", "auditor"])
def test_an_administering_office_without_staff_does_not_enter(client: Client, title: str) -> None:
    signed_in(officer(title), client, is_staff=False)
    assert client.get(reverse("admin:index")).status_code == 302


def test_a_superuser_without_an_office_does_not_enter(client: Client) -> None:
    client.force_login(User.objects.create_superuser("root", password="x" * 20))
    assert client.get(reverse("admin:index")).status_code == 302


@pytest.mark.parametrize("model", MONEY, ids=lambda model: model.__name__)
def test_money_is_listed_and_never_added(kept: Client, model: type[Model]) -> None:
    assert kept.get(address(model, "changelist")).status_code == 200
    assert kept.get(address(model, "add")).status_code == 403
    assert kept.post(address(model, "add"), {"amount": "1.00"}).status_code == 403


def test_a_posting_is_read_and_neither_changed_nor_deleted(kept: Client, posting: Posting) -> None:
    account = Account.objects.get(kind="POOL")
    for row in (posting, account):
        assert kept.get(address(row, "change", row.pk)).status_code == 200
        assert kept.post(address(row, "change", row.pk), {"balance": "9"}).status_code == 403
        assert kept.get(address(row, "delete", row.pk)).status_code == 403
        assert kept.post(address(row, "delete", row.pk), {"post": "yes"}).status_code == 403
    account.refresh_from_db()
    assert account.balance == Decimal("10.00")


def test_no_bulk_action_deletes(kept: Client, posting: Posting) -> None:
    form = {"action": "delete_selected", "_selected_action": [posting.pk], "post": "yes"}
    kept.post(address(Posting, "changelist"), form)
    assert Posting.objects.filter(pk=posting.pk).exists()
    people = {"action": "delete_selected", "_selected_action": [posting.by_id], "post": "yes"}
    kept.post(address(Person, "changelist"), people)
    assert Person.objects.filter(officers=posting.by).exists()


def test_o63_a_user_a_municipality_a_zone_an_office_are_not_deleted(kept: Client) -> None:
    newark = zone("Newark", "0714")
    town = municipality("0714")
    cfo = officer("cfo", municipality=town.code)
    user = User.objects.create(username="newark-cfo", person=cfo.person)
    for row in (user, town, town.county, newark, cfo, cfo.office, cfo.person):
        assert kept.post(address(row, "delete", row.pk), {"post": "yes"}).status_code == 403
        assert type(row)._default_manager.filter(pk=row.pk).exists()


def test_an_auditor_reads_reference_data_and_changes_none(client: Client) -> None:
    town = municipality("0714", "Newark")
    signed_in(officer("auditor"), client)
    assert client.get(address(town, "change", town.pk)).status_code == 200
    assert client.post(address(town, "change", town.pk), {"name": "Oldark"}).status_code == 403
    town.refresh_from_db()
    assert town.name == "Newark"


def test_who_manages_offices_corrects_a_name(kept: Client) -> None:
    town = municipality("0714", "Newark")
    to = address(town, "change", town.pk)
    seen = kept.get(to).context["adminform"].form.initial["seen_version"]
    form = {"name": "Newark City", "official_name": "City of Newark", "kind": "City",
            "preservation_area": "unknown", "seen_version": seen}  # fmt: skip
    assert kept.post(to, form).status_code == 302
    town.refresh_from_db()
    assert town.name == "Newark City"


def test_a_basis_is_added_and_never_changed(kept: Client) -> None:
    form = {"municipality": municipality("0714").code, "basis": "state", "from_on": "2027-07-01",
            "source": "Local Finance Board, page 1"}  # fmt: skip
    assert kept.post(address(FiscalYearBasis, "add"), form).status_code == 302
    basis = FiscalYearBasis.objects.get()
    assert kept.post(address(basis, "change", basis.pk), form).status_code == 403


def test_standing_is_added_by_the_authority_and_signed(client: Client) -> None:
    newark = zone("Newark", "0714")
    by = officer("authority")
    signed_in(by, client)
    table = type(newark.standings.get())
    form = {"zone": newark.code, "effective_on": "2026-10-01", "reason": "No plan"}
    assert client.post(address(table, "add"), form).status_code == 302
    event = newark.standings.get(in_good_standing=False)
    assert event.recorded_by == by
    assert client.post(address(event, "change", event.pk), form).status_code == 403


def test_nobody_is_seated_in_the_admin_site(kept: Client) -> None:
    other = Person.objects.create(label="Somebody else")
    cfo = Office.objects.create(title="cfo", name="Newark CFO", municipality=municipality("0714"))
    form = {"office": cfo.pk, "person": other.pk, "from_on": "2026-09-01"}
    assert kept.post(address(Officer, "add"), form).status_code == 403
    assert kept.post(address(User, "add"), {"username": "somebody"}).status_code == 403
    assert not cfo.officers.exists()


def test_what_an_office_is_stays_once_it_is_open(kept: Client) -> None:
    cfo = Office.objects.create(title="cfo", name="Newark CFO", municipality=municipality("0714"))
    to = address(cfo, "change", cfo.pk)
    seen = kept.get(to).context["adminform"].form.initial["seen_version"]
    form = {"name": "CFO of Newark", "title": "treasury-certifier", "seen_version": seen}
    assert kept.post(to, form).status_code == 302
    cfo.refresh_from_db()
    assert (cfo.name, cfo.title) == ("CFO of Newark", "cfo")


def test_nobody_changes_their_own_sign_in_or_term(kept: Client) -> None:
    mine = officer("admin")
    user = mine.person.users.get()
    for row in (mine, user):
        assert kept.post(address(row, "change", row.pk), {"username": "x"}).status_code == 403


def test_an_office_has_a_job_title_of_the_table_of_roles(kept: Client) -> None:
    form = {"title": "king", "name": "King of Newark"}
    assert kept.post(address(Office, "add"), form).status_code == 200
    assert not Office.objects.filter(title="king").exists()
    assert kept.post(address(Office, "add"), form | {"title": "auditor"}).status_code == 302


class Options(HTMLParser):
    """Counts the options of each select."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: list[int] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "select":
            self.counts.append(0)
        elif tag == "option" and self.counts:
            self.counts[-1] += 1


def test_no_select_has_more_than_200_options_and_queries_are_few(
    kept: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    reference.load()
    Person.objects.bulk_create(Person(label=f"Person {n}") for n in range(300))
    for model, table in admin.site._registry.items():
        if model._meta.app_label == "auth" or model is Change:  # the journal: who reads all
            continue
        what = ["changelist", *(["add"] if table.__class__.__name__ in ADDED else [])]
        for address_ in (address(model, each) for each in what):
            options = Options()
            with django_assert_max_num_queries(30):
                answer = kept.get(address_)
            assert answer.status_code == 200, address_
            options.feed(answer.content.decode())
            assert max(options.counts, default=0) <= 200, address_


ADDED = {"OfficeTable", "MunicipalityTable", "FiscalYearBasisTable",
         "EnterpriseZoneTable", "ZoneMembershipTable", "ConformanceEventTable"}  # fmt: skip


def test_a_municipality_is_found_by_its_code_and_by_its_name(kept: Client) -> None:
    reference.load()
    for query in ("0714", "City of Newark"):
        answer = kept.get(address(Municipality, "changelist"), {"q": query})
        assert answer.context["cl"].result_count == 1
        assert answer.context["cl"].result_list[0].code == "0714"
