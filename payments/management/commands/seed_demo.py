"""./manage.py seed_demo: fill the product with the demonstration, as work that pages show."""

import time
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import localdate

from funds import work
from funds.models import Work
from payments.demo import telling

SOON = 0.5  # seconds between two looks at what other workers tell
AT_MOST = 900  # seconds; the demonstration takes about one minute


class Command(BaseCommand):
    """Tell the demonstration once."""

    help = "Tell the demonstration through the acts; what is told already is not told again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Let a person tell less of it."""
        parser.add_argument("--only", action="append", choices=telling.FUNDS, default=[])
        parser.add_argument("--towns", type=int, default=0, help="so many towns, for a quick look")

    def handle(self, *args: Any, **options: Any) -> None:
        """Offer the stories, tell what no worker has in hand, and wait for the rest."""
        if not settings.DEMONSTRATION:
            raise CommandError(
                "The demonstration is off: DEMONSTRATION=yes is needed.", returncode=2
            )
        today, begun = localdate(), time.monotonic()
        telling.offer(on=today, funds=options["only"], towns=options["towns"])
        while telling.untold() and time.monotonic() - begun < AT_MOST:
            if not work.run_due(on=today, most=1):
                time.sleep(SOON)
        work.run_due(on=today)  # the closes it certified are done, and their rows say so now
        for row in telling.told():
            self.stdout.write(f"{row.title}: {row.done} of {row.of}. {row.message}".rstrip())
        self._refuse_stopped()
        self.stdout.write(f"Told in {time.monotonic() - begun:.0f} seconds.")

    def _refuse_stopped(self) -> None:
        stopped = [row for row in telling.told() if row.state != Work.State.DONE]
        if stopped:
            row = stopped[0]
            raise CommandError(f"{row.title} did not end: {row.message}", returncode=1)
