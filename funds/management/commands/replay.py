"""./manage.py replay: compute certified runs again from what was frozen, and name a difference."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from funds import replays
from funds.models import Run


class Command(BaseCommand):
    """Replay runs; exit 1 when one is not what was frozen."""

    help = (
        "Compute every certified run, or the one named, again from its frozen facts and say"
        " whether it is identical or what differs first. Nothing is written. Exit 1 at a"
        " difference."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "run", nargs="?", metavar="RUN", help='such as "highlands SFY2010 run 1"'
        )
        parser.add_argument("--shuffled", type=int, metavar="SEED", help="rows in another order")

    def handle(self, *args: Any, **options: Any) -> None:
        """Replay, print a line a run, end with 1 at a difference."""
        runs = [_named(options["run"])] if options["run"] else list(replays.certified())
        seed, wrong = options["shuffled"], 0
        for run in runs:
            facts = run.facts if seed is None else replays.shuffled(run.facts, seed + run.pk)
            found = replays.replay(run, facts)
            wrong += not found.identical
            self.stdout.write(f"{run}: {found.difference or f'identical, {found.lines} amounts'}")
        if wrong:
            raise CommandError(f"{wrong} of {len(runs)} runs differ", returncode=1)
        self.stdout.write(f"{len(runs)} of {len(runs)} runs are identical")


def _named(words: str) -> Run:
    try:
        return Run.named(words)
    except (ValueError, Run.DoesNotExist):
        raise CommandError(
            f"“{words}” is no run; one is named such as “highlands SFY2010 run 1”", returncode=2
        ) from None
