"""./manage.py prove NAME: run a measured proof and keep what it came to."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import localdate

from funds.refusal import Refusal
from payments import goals, proving
from payments.proofs import PROOFS

SEED = 1998


class Command(BaseCommand):
    """Run measured proofs; exit 1 when one misses its goal."""

    help = (
        "Run a measured proof in a scratch database, print its figure last, keep it in"
        " docs/measured.json. Seeded; a start that was cut off is gone on from. Exit 1 on MISS."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("name", nargs="?", choices=sorted(PROOFS), metavar="NAME",
                           help=", ".join(sorted(PROOFS)))  # fmt: skip
        which.add_argument("--all", action="store_true", help="every proof")
        parser.add_argument("--full", action="store_true", help="the full size, not the quick one")
        parser.add_argument("--seed", type=int, default=SEED, help=f"default {SEED}")
        parser.add_argument("--dry", action="store_true", help="don't write docs/measured.json")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prove, print a line for each at the end."""
        names = sorted(PROOFS) if options["all"] else [options["name"]]
        proven = [self._prove(name, options) for name in names]
        for each in proven:
            self.stdout.write(str(each))
        if options["all"]:
            for standing in goals.standings():
                self.stdout.write(str(standing))
        if not all(each.holds for each in proven):
            raise SystemExit(1)

    def _prove(self, name: str, options: dict[str, Any]) -> proving.Proven:
        full, seed = options["full"], options["seed"]
        began = time.monotonic()
        proving.machine()  # kept with the result: a database that isn't there is said at once
        try:
            found = proving.prove(PROOFS[name], full=full, seed=seed, say=self._say)
        except Refusal as refused:
            raise CommandError(str(refused), returncode=2) from refused
        for fault in [f for outcome in found.outcomes.values() for f in outcome.faults]:
            self.stdout.write(f"{name}: {fault}")
        if not options["dry"]:
            seconds = round(time.monotonic() - began)
            proving.keep(found, full=full, seed=seed, on=localdate(), seconds=seconds)
            goals.write()
        return found

    def _say(self, words: str) -> None:
        if self.verbosity:
            self.stderr.write(words)

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Remember how much is to be said."""
        self.verbosity = options["verbosity"]
        return super().execute(*args, **options)
