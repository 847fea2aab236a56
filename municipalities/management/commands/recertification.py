"""The door to the quarter's list of who holds which office: ./manage.py recertification."""

import csv
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.timezone import localdate, localtime

from municipalities import recertification

HEAD = ("quarter", "place", "office", "person", "since", "acting", "last sign-in", "second factor",
        "looked through on")  # fmt: skip


class Command(BaseCommand):
    """Print the list of every serving officer by place, as CSV."""

    help = "Print the quarter's list of every serving officer by place, as CSV."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--place", default="", help="0714, zone:2119, county:07 or STATE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line a term."""
        on = localdate()
        done = recertification.done(on)
        write = csv.writer(self.stdout, lineterminator="\n")
        write.writerow(HEAD)
        for place in [each.key for each in recertification.places(on)]:
            if options["place"] in {"", place}:
                looked = done[place].recertified_on if place in done else ""
                terms = recertification.terms_of(place, on)
                write.writerows(_line(on, place, term, looked) for term in terms)


def _line(on: Any, place: str, term: recertification.Term, looked: Any) -> tuple[Any, ...]:
    officer = term.officer
    last = localtime(term.last_login).date() if term.last_login else "never"
    return (
        recertification.quarter(on),
        place,
        officer.office.name,
        officer.person.label,
        officer.from_on,
        officer.legal_basis if officer.acting else "",
        last if term.signs_in else "no sign-in",
        "yes" if term.has_factor else "no",
        looked,
    )
