"""The door to closing sign-ins that nobody uses: ./manage.py disable_unused."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.timezone import localdate

from municipalities import unused


class Command(BaseCommand):
    """Close the sign-ins that were not used for ninety days."""

    help = "Close the sign-ins that were not used for ninety days; scheduled work does it daily."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--dry", action="store_true", help="list them, close none")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each."""
        on = localdate()
        found = list(unused.unused(on)) if options["dry"] else unused.disable(on=on)
        for user in found:
            self.stdout.write(f"  {user.username}")
        self.stdout.write(f"{len(found)} {'unused' if options['dry'] else 'closed'}")
