"""What an office may see is all that it can have, whatever way it asks for it. O-61."""

import re
from datetime import date
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from municipalities.models import User
from payments import bank_accounts
from payments.models import BankAccount
from tests.offices import officer
from tests.places import municipality

pytestmark = pytest.mark.django_db
ACCOUNTS = "admin:payments_bankaccount_changelist"
NUMBER = re.compile(r"\b\d{5,17}\b")


@pytest.fixture
def auditor(client: Client) -> Client:
    municipality("9901", "Exampleton")
    bank_accounts.enter(
        "9901", BankAccount.Purpose.GENERAL, "A bank", "990000000", "4321", on=date(2026, 9, 1),
        by=officer("cfo", municipality="9901"),
    )  # fmt: skip
    user = User.objects.create(username="auditor", person=officer("auditor").person, is_staff=True)
    client.force_login(user)
    return client


def rows(page: str) -> str:
    return page.partition('id="result_list"')[2].partition("</table>")[0]


def test_o61_a_bank_account_is_seen_by_its_last_four_digits_alone(auditor: Client) -> None:
    listed = rows(auditor.get(reverse(ACCOUNTS)).content.decode())
    assert "4321" in listed
    assert NUMBER.findall(re.sub(r"<[^>]*>", " ", listed)) == []
    account = BankAccount.objects.get()
    page = auditor.get(reverse("admin:payments_bankaccount_change", args=[account.pk]))
    said = re.sub(r"<[^>]*>", " ", page.content.decode().partition("<form")[2])
    assert "4321" in said and NUMBER.findall(said) == []


@pytest.mark.parametrize(
    "asked",
    ["list_display=number", "fields=payee,last_four", "columns=bank", "_export=csv", "format=xlsx",
     "entered_by__person__users__password__startswith=a"],
)  # fmt: skip
def test_o61_no_address_of_the_admin_site_gives_other_columns(auditor: Client, asked: str) -> None:
    answer = auditor.get(f"{reverse(ACCOUNTS)}?{asked}")
    assert answer.status_code in {302, 400}
    assert "4321" not in answer.content.decode()


@pytest.mark.parametrize("page", ["account_list", "municipalities", "papers", "payment_day"])
@pytest.mark.parametrize("asked", ["format=csv", "columns=last_four", "report=1", "export=bank"])
def test_o61_no_page_takes_columns_or_a_report_from_its_address(
    auditor: Client, page: str, asked: str
) -> None:
    answer = auditor.get(f"{reverse(page)}?{asked}")
    assert answer.status_code == 400
    assert "4321" not in answer.content.decode()


def test_o61_no_table_of_the_site_has_an_action_that_hands_rows_out(auditor: Client) -> None:
    for model in apps.get_app_config("payments").get_models():
        name = f"admin:payments_{model._meta.model_name}_changelist"
        page = auditor.get(reverse(name)).content.decode()
        assert 'name="action"' not in page
        sent: dict[str, Any] = {"action": "export", "_selected_action": ["1"]}
        answer = auditor.post(reverse(name), sent)
        assert answer.status_code in {200, 302, 403}
        assert answer.headers.get("Content-Type", "text/html").startswith("text/html")
        assert "Content-Disposition" not in answer.headers
