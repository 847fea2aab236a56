"""A releaser takes the file for the bank; the warrant's page says what it held and who took it."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from municipalities.models import User
from payments.bank_file.reading import read
from payments.models import BankFileTaking, Warrant
from tests.offices import officer
from tests.payments import aid

pytestmark = pytest.mark.django_db
DAY = date(2026, 8, 3)


@pytest.fixture
def warrant() -> Warrant:
    aid.allotted({"0101": "300.00"})
    for payee in ("0101", "county:01"):
        aid.account(payee)
    aid.released(DAY)
    return aid.sent("energy-receipts", DAY)


def signed_in(title: str) -> Client:
    user = User.objects.create(username=title, person=officer(title).person)
    client = Client()
    client.force_login(user)
    return client


def test_the_file_is_taken_and_its_taking_is_on_the_warrants_page(warrant: Warrant) -> None:
    client, door = signed_in("treasury-releaser"), reverse("bank_file", args=[warrant.pk])
    page = client.get(door).content.decode()
    token = re.search(r'name="([a-z_]*token)" value="([^"]+)"', page.replace("csrfmiddleware", ""))
    assert token is not None
    sent = {"read": "on", token[1]: token[2]}
    answer = client.post(door, sent)
    assert answer["Content-Disposition"] == f'attachment; filename="{warrant.number}.ach"'
    assert answer["Cache-Control"] == "no-store"
    assert read(answer.content.decode())[1].total == warrant.total
    shown = client.get(reverse("warrant", args=[warrant.pk])).content.decode()
    assert "Already sent" in shown
    assert "Taken by" in shown
    again = client.post(door, sent)
    assert again.content == answer.content
    assert BankFileTaking.objects.count() == 1, "the same button pressed twice takes it once"


def test_without_the_tick_nothing_leaves(warrant: Warrant) -> None:
    client, door = signed_in("treasury-releaser"), reverse("bank_file", args=[warrant.pk])
    assert "Content-Disposition" not in client.post(door, {})
    assert not BankFileTaking.objects.exists()


def test_an_auditor_reads_the_totals_and_takes_no_file(warrant: Warrant) -> None:
    client = signed_in("auditor")
    assert client.get(reverse("warrant", args=[warrant.pk])).status_code == 200
    assert client.get(reverse("bank_file", args=[warrant.pk])).status_code == 403
