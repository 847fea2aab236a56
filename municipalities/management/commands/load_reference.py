"""The door to the reference data: ./manage.py load_reference."""

from typing import Any

from django.core.management.base import BaseCommand

from municipalities import reference


class Command(BaseCommand):
    """Load what is missing of municipalities, zones and published figures, and count them."""

    help = "Load what is missing of municipalities, zones and published figures, and count them."

    def handle(self, *args: Any, **options: Any) -> None:
        """Load, and print how many of each there are."""
        for name, count in reference.load().items():
            self.stdout.write(f"{count:>5} {name}")
