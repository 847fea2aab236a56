"""./manage.py verify_ledger: recompute every book's chain from zero and name the first fault."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from funds import verification
from funds.models import Fund
from funds.sealing import comparing
from funds.sealing.comparing import Sealed
from municipalities import journal_chain


class Command(BaseCommand):
    """Recompute the chain of each fund; exit 1 at a fault."""

    help = (
        "Recompute the hash chain of every fund's book from zero, compare it with the heads and "
        "the seals, and name the first posting that is not as it was. Exit 1 when there is one."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--fund", choices=["zone-assistance", "energy-receipts", "highlands"])
        parser.add_argument(
            "--anchors", type=Path, metavar="FILE",
            help="JSON kept outside: {fund: {number: hash}}, as --print-anchors writes it",
        )  # fmt: skip
        parser.add_argument(
            "--print-anchors", action="store_true", help="print the heads as such a file"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify, print a line a fund, end with 1 at a fault."""
        if options["print_anchors"]:
            self.stdout.write(json.dumps(_anchors(), indent=2))
            return
        known, sealed = _read(options["anchors"]), comparing.compare()
        funds = Fund.objects.values_list("pk", flat=True)
        faults = 0
        for fund in [options["fund"]] if options["fund"] else funds:
            outside = sealed.anchors.get(fund, {}) | known.get(fund, {})
            found = verification.verify(fund, outside)
            faults += found.fault is not None
            read = f"{found.postings} postings, {found.entries} entries"
            self.stdout.write(f"{fund}: {read}: {found.fault or 'the chain is unbroken'}")
        if not options["fund"]:
            faults += self._beside(sealed)
        if faults:
            raise CommandError("the ledger is not as it was posted", returncode=1)

    def _beside(self, sealed: Sealed) -> int:
        """Verify the journal and the seals; return how many of the two are not as they were."""
        journal = journal_chain.verify(sealed.anchors.get("journal"))
        read = f"{journal.changes} changes, {journal.waiting} not chained yet"
        self.stdout.write(f"journal: {read}: {journal.fault or 'the chain is unbroken'}")
        same = "the database and the file are the same"
        self.stdout.write(f"seals: {sealed.count}: {sealed.fault or same}")
        return bool(journal.fault) + bool(sealed.fault)


def _anchors() -> dict[str, dict[str, str]]:
    """Return the head of each book that has a posting."""
    heads = Fund.objects.filter(ledgerhead__number__gt=0).values_list(
        "pk", "ledgerhead__number", "ledgerhead__hash"
    )
    return {fund: {str(number): digest} for fund, number, digest in heads}


def _read(path: Path | None) -> dict[str, dict[int, str]]:
    """Read a file of anchors."""
    if path is None:
        return {}
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return {fund: {int(n): h for n, h in pairs.items()} for fund, pairs in kept.items()}
    except (OSError, ValueError, AttributeError) as error:
        needed = "a file that --print-anchors wrote is needed"
        raise CommandError(f"{path}: {error}; {needed}", returncode=2) from error
