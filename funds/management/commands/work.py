"""./manage.py work: work through the rows that wait, as a woken worker does, on a named day."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.timezone import localdate

from funds import scheduled, work
from municipalities.arguments import day


class Command(BaseCommand):
    """Work through what waits."""

    help = "Offer the rehearsals that a day makes due, and work through every row that waits."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the day."""
        parser.add_argument("--on", type=day, metavar="YYYY-MM-DD", help="today")

    def handle(self, *args: Any, **options: Any) -> None:
        """Offer, work, print each row's end."""
        on = options["on"] or localdate()
        scheduled.offer_rehearsals(on=on)
        for row in work.run_due(on=on):
            row.refresh_from_db()
            self.stdout.write(f"{row.title}: {row.get_state_display()} {row.message}".rstrip())
