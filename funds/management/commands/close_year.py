"""./manage.py close_year: certify a rehearsed year end, if an office is named, and close it."""

from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import localdate

from funds import year_end
from funds.calculator import FUNDS
from funds.models import Closing
from funds.refusal import Refusal
from municipalities import offices
from municipalities.arguments import day
from municipalities.models import Officer


class Command(BaseCommand):
    """Close a year."""

    help = "Close a certified year end; a close that was cut off goes on, a finished one stays."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the year, the day and the office that certifies."""
        parser.add_argument("--fund", required=True, choices=sorted(FUNDS))
        parser.add_argument("--sfy", required=True, type=int)
        parser.add_argument("--on", type=day, metavar="YYYY-MM-DD", help="today")
        parser.add_argument("--certified-by", metavar="OFFICE", help="certify it first")

    def handle(self, *args: Any, **options: Any) -> None:
        """Certify if asked to, close, and print the seal."""
        on = options["on"] or localdate()
        try:
            closing = _rehearsed(options["fund"], options["sfy"])
            if options["certified_by"]:
                year_end.certify(closing, on=on, by=_holder(options["certified_by"], on))
            year_end.close(closing, on=on, by=offices.system())
        except Refusal as refusal:
            raise CommandError(str(refusal), returncode=2) from refusal
        seal = closing.seal
        self.stdout.write(f"{closing} is sealed at #{seal.last_number} {seal.last_hash}")


def _rehearsed(fund: str, sfy: int) -> Closing:
    closing = Closing.objects.filter(fund=fund, sfy=sfy).first()
    if closing is None:
        raise Refusal(f"SFY{sfy} of {fund} is not rehearsed: ./manage.py rehearse comes first.")
    return closing


def _holder(office: str, on: date) -> Officer:
    for officer in Officer.objects.filter(office__name=office).select_related("office", "person"):
        if officer.serves_on(on):
            return officer
    raise Refusal(f"Nobody holds the office “{office}” on {on}.")
