"""./manage.py invariants: ask every identity of the whole database."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection, transaction

from payments.invariants import identities


class Command(BaseCommand):
    """Print a line for each identity, and last how many hold; exit 1 unless all do."""

    help = (
        "Ask every identity of the whole database: one line each with what breaks it, and last"
        " “N of N hold”. Exit 1 unless all hold."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--only", metavar="NAME", action="append", help="this one; repeatable")

    def handle(self, *args: Any, **options: Any) -> None:
        """Ask all in one snapshot, which nothing posted meanwhile disturbs."""
        only = options["only"]
        asked = [each for each in identities() if not only or each.name in only]
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            lines = [each.line() for each in asked]
            transaction.set_rollback(True)
        for _, line in lines:
            self.stdout.write(line)
        held = sum(holds for holds, _ in lines)
        self.stdout.write(f"{held} of {len(lines)} hold")
        if held < len(lines):
            raise SystemExit(1)
