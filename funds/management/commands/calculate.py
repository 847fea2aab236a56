"""`./manage.py calculate`: the only shell door to a year computed from files alone."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from funds.calculator import FUNDS, Faults, calculate
from funds.calculator.answer import FORMATS
from funds.refusal import Refusal

REFUSED = 2


def fiscal_year(text: str) -> int:
    """A State fiscal year as it is written: four digits."""
    if not re.fullmatch(r"[1-9][0-9]{3}", text) or text == "9999":
        raise ArgumentTypeError(f"found {text!r}; needed a State fiscal year of four digits")
    return int(text)


class Command(BaseCommand):
    """Print a computed year, or every fault of its files, or the clause that forbids it."""

    help = "Compute a State fiscal year of one fund from figures.csv and municipalities.csv."
    # The calculator needs no database, so no check may open one.
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        """FUND, SFY, the folder of facts and the format of the answer."""
        parser.add_argument("fund", choices=sorted(FUNDS), metavar="FUND")
        parser.add_argument("sfy", type=fiscal_year, metavar="SFY")
        parser.add_argument("--facts", type=Path, required=True, metavar="FOLDER")
        parser.add_argument("--format", choices=sorted(FORMATS), default="csv")

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer on stdout, notes on stderr; with a fault or a refusal exit 2 and no stdout."""
        try:
            answer = calculate(options["fund"], options["sfy"], options["facts"])
        except (Faults, Refusal) as error:
            self.stderr.write(str(error), _plain)
            sys.exit(REFUSED)
        for note in answer.notes:
            self.stderr.write(note, _plain)
        self.stdout.write(FORMATS[options["format"]](answer), ending="")


def _plain(text: str) -> str:
    return text
