"""./manage.py reseal_accounts: every account number under the first of ACCOUNT_NUMBER_KEYS."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from funds.refusal import Refusal
from payments import account_numbers
from payments.models import BankAccount


class Command(BaseCommand):
    """Seal anew, all or none; exit 2 when a number can't be opened."""

    help = (
        "Seal every account number with the first of ACCOUNT_NUMBER_KEYS; afterwards the others"
        " are not needed. All or none: no number changes, and one that no key opens stops it."
    )

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        """Seal each anew, and say how many."""
        rows = list(BankAccount.objects.select_for_update(of=("self",)).order_by("pk"))
        try:
            for row in rows:
                row.sealed_number = account_numbers.reseal(row.sealed_number)
        except Refusal as refused:
            raise CommandError(str(refused), returncode=2) from refused
        BankAccount.objects.bulk_update(rows, ["sealed_number"], batch_size=500)
        self.stdout.write(f"{len(rows)} account numbers are under the first key")
