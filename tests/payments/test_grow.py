"""A grown State is as true as one that grew by itself: every chain, every identity."""

from datetime import date
from io import StringIO

from django.core.management import call_command
from django.db import connection
from pytest_django import DjangoDbBlocker

from funds.models import Entry
from municipalities.models import Change
from payments import grow, scratch
from payments.models import Installment, Payment, Voucher


def test_a_grown_state_holds_every_identity(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> None:
    live = connection.settings_dict["NAME"]
    said = StringIO()
    with django_db_blocker.unblock():
        call_command("grow", "--small", stdout=said)
    assert "564 municipalities, 2 years" in said.getvalue()
    held, _, of = said.getvalue().rsplit("\n", 2)[-2].split()[:3]
    assert held == of
    assert int(held) > 30
    assert connection.settings_dict["NAME"] == live


def test_what_has_grown_is_whole(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    size, said = grow.SMALL, list[str]()
    with django_db_blocker.unblock(), scratch.database(reference=True):
        grown = grow.grow(size, on=date(2026, 11, 30), say=said.append)
        assert grown.entries == Entry.objects.count()
        assert grown.changes == Change.objects.count()
        assert Voucher.objects.count() == 32 * size.zone_years * size.encumbrances * size.vouchers
        assert not Voucher.objects.filter(posting=None).exists()
        assert Installment.objects.filter(posting=None, deposit_on__lte="2026-11-30").count() == 0
        unpaid = Voucher.objects.exclude(
            pk__in=Payment.objects.exclude(voucher=None).values("voucher")
        )
        assert unpaid.count() == 32 * size.encumbrances
    assert said[0].startswith("energy receipts, SFY2026")
