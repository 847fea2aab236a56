"""./manage.py rehearse: prepare the year end of a fund on the day a person names; nothing moves."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Count, Sum
from django.utils.timezone import localdate

from funds import year_end
from funds.calculator import FUNDS
from funds.refusal import Refusal
from municipalities import offices
from municipalities.arguments import day


class Command(BaseCommand):
    """Rehearse a year's end."""

    help = "Write what would become of every balance at the end of a fund's year; nothing moves."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the fund, its year and the day."""
        parser.add_argument("--fund", required=True, choices=sorted(FUNDS))
        parser.add_argument("--sfy", required=True, type=int)
        parser.add_argument("--on", type=day, metavar="YYYY-MM-DD", help="today")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rehearse, then print how many balances and dollars have which fate."""
        on = options["on"] or localdate()
        try:
            closing = year_end.rehearse(options["fund"], options["sfy"], on=on, by=offices.system())
        except Refusal as refusal:
            raise CommandError(str(refusal), returncode=2) from refusal
        fates = closing.dispositions.values("what", "clause").order_by("what", "clause")
        for row in fates.annotate(n=Count("pk"), total=Sum("amount")):
            self.stdout.write(
                f"{row['what']:8} {row['clause']:18} {row['n']:7} {row['total']:20,.2f}"
            )
        self.stdout.write(f"{closing} rehearsed on {on}; another person certifies it.")
