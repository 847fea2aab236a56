"""./manage.py restore FOLDER: a backup into an empty database, compared with what was taken."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import localdate

from funds.refusal import Refusal
from payments.backups import restoring


class Command(BaseCommand):
    """Restore; exit 1 when something is not as it was taken, 2 when it can't be begun."""

    help = (
        "Restore a backup into the empty database of DATABASE_URL and the store of files, compare"
        " every table, rule, right, book and file with its manifest, and let everything stand"
        " still until a person has looked: nothing is sent, released or paid by the copy."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare where from."""
        parser.add_argument("folder", type=Path, help="as ./manage.py backup wrote it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore, and say what differs."""
        try:
            found = restoring.restore(options["folder"], on=localdate())
        except Refusal as refused:
            raise CommandError(str(refused), returncode=2) from refused
        for words in found:
            self.stdout.write(words)
        if found:
            raise CommandError(f"{len(found)} differences from what was taken", returncode=1)
        self.stdout.write(
            "Restored, every table, rule, right, book and file as taken. Everything stands still:"
            " look, then let it go on at /standstills/."
        )
