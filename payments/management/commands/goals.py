"""./manage.py goals: one line a goal, G1 to G31, with its figure, and whether it is reached."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from payments import goals


class Command(BaseCommand):
    """Print how each goal stands; exit 1 unless all are reached."""

    help = (
        "Print one line for each goal G1 to G31: its latest figure in docs/measured.json, what is"
        " asked, ok or MISS. Exit 1 unless every one is ok."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--write", action="store_true", help="write docs/measured.md too")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read what was measured, and say it."""
        found = goals.standings()
        for each in found:
            self.stdout.write(str(each))
        reached = sum(each.verdict == goals.OK for each in found)
        self.stdout.write(f"{reached} of {len(found)} goals reached")
        if options["write"]:
            goals.write()
        if reached < len(found):
            raise SystemExit(1)
