"""A key of account numbers is changed without a number being lost, and then is gone."""

from datetime import date
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from funds.refusal import Refusal
from payments import account_numbers
from payments.models import BankAccount
from tests.payments import aid
from tests.places import municipality

pytestmark = pytest.mark.django_db


def test_after_resealing_the_new_key_alone_opens_every_number(settings: Any) -> None:
    municipality("0101")
    settings.ACCOUNT_NUMBER_KEYS = ["old"]
    account = aid.account("0101", on=date(2026, 1, 2))
    settings.ACCOUNT_NUMBER_KEYS = ["new", "old"]
    said = StringIO()
    call_command("reseal_accounts", stdout=said)
    assert said.getvalue() == "1 account numbers are under the first key\n"
    settings.ACCOUNT_NUMBER_KEYS = ["new"]
    account.refresh_from_db()
    assert account_numbers.unseal(account.sealed_number) == "1234"
    settings.ACCOUNT_NUMBER_KEYS = ["old"]
    with pytest.raises(Refusal, match="can't be opened"):
        account_numbers.unseal(account.sealed_number)


def test_a_number_that_no_key_opens_stops_all(settings: Any) -> None:
    municipality("0101")
    settings.ACCOUNT_NUMBER_KEYS = ["old"]
    before = aid.account("0101").sealed_number
    settings.ACCOUNT_NUMBER_KEYS = ["new"]
    with pytest.raises(CommandError, match="is not among ACCOUNT_NUMBER_KEYS"):
        call_command("reseal_accounts", stdout=StringIO())
    assert BankAccount.objects.get().sealed_number == before
