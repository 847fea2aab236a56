"""./manage.py backup FOLDER: the database, the files it names, and what proves both."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import now

from funds.refusal import Refusal
from payments.backups import taking


class Command(BaseCommand):
    """Take a backup; exit 2 when it can't be taken."""

    help = (
        "Write a backup into a new folder: a dump, the stored files, and a manifest with every"
        " table's count and digest, all of one moment. It holds no key: keep SECRET_KEY and"
        " ACCOUNT_NUMBER_KEYS elsewhere. Encrypt the folder before it leaves the machine."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare where to."""
        parser.add_argument("folder", type=Path, help="a folder that is not there yet")

    def handle(self, *args: Any, **options: Any) -> None:
        """Take it, and say what it holds."""
        try:
            taken = taking.take(options["folder"], at=now())
        except Refusal as refused:
            raise CommandError(str(refused), returncode=2) from refused
        self.stdout.write(f"{taken.folder}: {taken.rows:,} rows, {taken.files:,} files")
