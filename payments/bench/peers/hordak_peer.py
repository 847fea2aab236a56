# mypy: ignore-errors
"""Measure django-hordak: one argument, JSON of the database's settings; JSON of seconds out."""

import json
import sys
import time
from decimal import Decimal

from django.conf import settings

ASKED = json.loads(sys.argv[1])
ACCOUNTS, SINGLE = 564, 564

settings.configure(
    DATABASES={"default": {"ENGINE": "django.db.backends.postgresql", **ASKED["database"]}},
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "mptt", "hordak"],
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    HORDAK_DECIMAL_PLACES=2,
    HORDAK_MAX_DIGITS=18,
    HORDAK_CURRENCIES=["USD"],
    HORDAK_INTERNAL_CURRENCY="USD",
    DEFAULT_CURRENCY="USD",
    USE_TZ=True,
    SECRET_KEY="not secret",  # noqa: S106  a scratch database's
)

import django  # noqa: E402  settings come first

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402
from hordak.models import Account, AccountType, Leg, Transaction  # noqa: E402
from moneyed import Money  # noqa: E402


def prepare():
    """Make the tables and the accounts."""
    call_command("migrate", verbosity=0)
    fund = Account.objects.create(
        name="fund", code="0", type=AccountType.equity, currencies=["USD"]
    )
    rest = [
        Account.objects.create(
            name=f"r{n}", code=str(n), type=AccountType.equity, currencies=["USD"]
        )
        for n in range(1, ACCOUNTS + 1)
    ]
    return fund, rest


def timed(do):
    """Return how many seconds it took."""
    began = time.perf_counter()
    do()
    return time.perf_counter() - began


@transaction.atomic
def transfers(fund, rest):
    """Its public way: one transfer after the other, in one transaction."""
    for n in range(SINGLE):
        fund.transfer_to(rest[n % ACCOUNTS], Money(Decimal(1000 + n % 997), "USD"))


def bulk(fund, rest, count):
    """Its fastest way: transactions and legs made in bulk."""
    made = Transaction.objects.bulk_create([Transaction() for _ in range(count)], batch_size=5000)
    legs = []
    for n, each in enumerate(made):
        amount = Money(Decimal(1000 + n % 997), "USD")
        legs.append(Leg(transaction=each, account=fund, credit=amount))
        legs.append(Leg(transaction=each, account=rest[n % ACCOUNTS], debit=amount))
    with transaction.atomic():
        Leg.objects.bulk_create(legs, batch_size=5000)


fund, rest = prepare()
found = {"transfer_to": timed(lambda: transfers(fund, rest))}
for size in ASKED["sizes"]:
    found[f"bulk {size}"] = timed(lambda size=size: bulk(fund, rest, size))
print(json.dumps(found))
