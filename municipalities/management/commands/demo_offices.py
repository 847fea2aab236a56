"""The door to the demonstration's offices: ./manage.py demo_offices."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from municipalities import demo
from municipalities.refusal import Refusal


class Command(BaseCommand):
    """Seat the demonstration's offices and print how to sign in as each."""

    help = "Seat the demonstration's offices and print how to sign in as each."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print an office a line with its sign-in name, and the one password."""
        try:
            officers = demo.seat_demo()
        except Refusal as no:
            raise CommandError(str(no), returncode=2) from no
        seats = demo.seats()
        width = max(len(seat.username) for seat in seats)
        self.stdout.write("Offices of the demonstration, by sign-in name:\n")
        for seat in seats:
            self.stdout.write(f"  {seat.username:<{width}}  {seat.name}")
        self.stdout.write(f"\n{len(officers)} offices; the password of each is")
        self.stdout.write(f"  {settings.DEMONSTRATION_PASSWORD}")
