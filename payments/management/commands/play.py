"""./manage.py play STORY.csv: play a story through the very acts, in a scratch database."""

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from funds.refusal import Refusal
from payments import scratch
from payments.play import running, story
from payments.play.registry import ACTS, check, described

ABOUT = """\
Play a story in a scratch database, through the very acts that pages and tasks call, and judge it.
A story is UTF-8 CSV with the columns
    on,by,act,fund,holder,sfy,amount,ref,note,expect
on: the day. by: an office (treasury-analyst, treasury-certifier, budget-officer, dca-analyst,
dca-director, authority, cfo:0714, coordinator:zone:Newark, system, ...); each is seated at once.
fund: zone-assistance, energy-receipts, highlands. holder: a municode, zone:NAME, county:CC,
AUTHORITY, GENERAL_FUND, FUND, or a source. ref: what the line makes or meets. expect: an amount,
ok, or refuse with a clause or word that the message must hold. Lines that begin with # are notes.
The books of a fund open with the State fiscal year of its first line. Printed: each line's
number, what was found, what was expected, same or DIFFERENT; then every account that is not empty.
Exit 0: all same. 1: a difference. 2: unreadable (line, column, found, needed).

Acts and their columns:
"""


class Command(BaseCommand):
    """Play a story; exit 0 when all is as expected, 1 when not, 2 when it can't be read."""

    help = ABOUT

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        """Keep the line breaks of the help."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.formatter_class = RawDescriptionHelpFormatter
        parser.description = ABOUT + described()
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the story."""
        parser.add_argument("story", type=Path, metavar="STORY.csv")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read the story, play it, print each line as it is judged."""
        try:
            lines = story.read(options["story"], ACTS, settings.ROLES)
            for line in lines:
                check(line)
            with scratch.database(reference=True):
                differences = self._play(lines)
        except (story.Unreadable, Refusal) as unreadable:
            sys.stderr.write(f"{options['story']}: {unreadable}\n")
            raise SystemExit(2) from unreadable
        raise SystemExit(1 if differences else 0)

    def _play(self, lines: list[story.Line]) -> int:
        """Print what becomes of each line and of each account; return how many differ."""
        differences = 0
        for judged in running.run(lines):
            differences += not judged.same
            self.stdout.write(str(judged))
        self.stdout.write(f"{len(lines)} lines, {differences} different")
        self.stdout.write("\nAccounts that are not empty:")
        for account in running.accounts():
            self.stdout.write(account)
        return differences
