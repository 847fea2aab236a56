"""./manage.py seal: seal now, or make another key to seal with."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import localdate

from funds.refusal import Refusal
from funds.sealing import keys, writing


class Command(BaseCommand):
    """Sign what every chain ends with, and write it to the file outside the database."""

    help = (
        "Seal what every chain ends with now, beside the daily seals; or make a key. Exit 2 when"
        " the key may be read by others, or is gone."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--new-key", action="store_true", help="make a key and seal nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        """Seal, or make a key."""
        try:
            if options["new_key"]:
                self.stdout.write(f"key {keys.make()}")
                return
            made = writing.seal(localdate())
            writing.append(made)
        except Refusal as refused:
            raise CommandError(str(refused), returncode=2) from refused
        self.stdout.write(f"seal {made.number} is written to {writing.seal_file()}")
