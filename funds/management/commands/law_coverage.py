"""./manage.py law_coverage: every clause, what does it, what proves it, where it is seen."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from funds import law_coverage
from funds.rules.clauses import catalogue


class Command(BaseCommand):
    """Print the coverage of the law; with --check, exit 1 when a clause lacks something."""

    help = (
        "Print each clause with its rules or acts, tests and pages. --check ends with 1 when a"
        " clause lacks one or a law file changed since its clauses were gone through; --record"
        " says that they were."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--check", action="store_true", help="exit 1 at a fault")
        parser.add_argument("--record", action="store_true", help="the law's files were read again")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line a clause, the faults, and how many are covered."""
        if options["record"]:
            law_coverage.record()
        for key, each in law_coverage.covered().items():
            self.stdout.write(
                f"{key}: {len(each.done_by)} rules or acts, {len(each.tests)} tests,"
                f" {len(each.pages)} pages"
            )
        faults = law_coverage.faults()
        for fault in faults:
            self.stdout.write(fault)
        wrong = {fault.partition(":")[0] for fault in faults} & set(catalogue())
        whole = len(catalogue())
        self.stdout.write(f"{whole - len(wrong)} of {whole} clauses are covered")
        if faults and options["check"]:
            raise CommandError(f"{len(faults)} faults", returncode=1)
