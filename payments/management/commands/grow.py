"""./manage.py grow: a State of full size in a scratch database, checked, counted, timed."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils.timezone import localdate

from funds.refusal import Refusal
from payments import grow, scratch
from payments.invariants import identities


class Command(BaseCommand):
    """Grow; exit 1 when an identity does not hold, 2 when it can't be begun."""

    help = (
        "Grow 564 municipalities by 12 years, 2,000,000 entries and 500,000 changes in a scratch"
        " database, verify its chains and identities, say how long it took, and drop it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--small", action="store_true", help="two years and few vouchers")
        parser.add_argument("--keep", metavar="NAME", help="leave the database under this name")

    def handle(self, *args: Any, **options: Any) -> None:
        """Grow, check, and say what came of it."""
        size = grow.SMALL if options["small"] else grow.FULL
        try:
            with scratch.database(reference=True) as name:
                self._grow(size)
                if options["keep"]:
                    scratch.keep(name, options["keep"])
                    self.stdout.write(f"kept as {options['keep']}")
        except Refusal as refused:
            raise CommandError(str(refused), returncode=2) from refused

    def _grow(self, size: grow.Size) -> None:
        began = time.monotonic()
        grown = grow.grow(size, on=localdate(), say=self.stdout.write)
        seconds = round(time.monotonic() - began)
        self.stdout.write(f"{grown} in {seconds} s, {_size()}")
        lines = [each.line() for each in identities()]
        for holds, line in lines:
            if not holds:
                self.stdout.write(line)
        held, checked = sum(holds for holds, _ in lines), round(time.monotonic() - began) - seconds
        self.stdout.write(f"{held} of {len(lines)} identities hold, asked in {checked} s")
        if held < len(lines):
            raise SystemExit(1)


def _size() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_size_pretty(pg_database_size(current_database()))")
        return str(cursor.fetchone()[0])
