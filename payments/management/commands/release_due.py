"""./manage.py release_due: what the calendar does every hour, on the day a person names."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.timezone import localdate

from municipalities import offices
from municipalities.arguments import day
from payments import installments


class Command(BaseCommand):
    """Release the installments that are due by a day."""

    help = "Release the installments that are due by a day, oldest first, once each."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the day."""
        parser.add_argument("--on", type=day, metavar="YYYY-MM-DD", help="today")

    def handle(self, *args: Any, **options: Any) -> None:
        """Release, then print what was released and what was refused, and why."""
        on = options["on"] or localdate()
        done = installments.release_due(on=on, by=offices.system())
        for row in done.released:
            late = ", late" if row.released_late else ""
            self.stdout.write(f"released {row.statutory_on} {row.holder} {row.amount:,.2f}{late}")
        for refused in done.refused:
            self.stdout.write(f"refused  {refused.installment}: {refused.reason}")
        self.stdout.write(f"{len(done.released)} released, {len(done.refused)} refused on {on}")
