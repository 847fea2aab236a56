"""The door to the first administrators of a deployment: ./manage.py seat_admin."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import localdate

from municipalities import first_admins, invitations
from municipalities.refusal import Refusal


class Command(BaseCommand):
    """Seat one of the first two administrators and print the link that lets them in."""

    help = (
        "Seat one of the first two administrators and print the link for their password. Once two"
        " serve, administrators are proposed and confirmed on the page of offices."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument("person", help="who it is, as on their papers")
        parser.add_argument("username", help="the name to sign in with")
        parser.add_argument("--email", default="", help="the address the issuer vouches for")

    def handle(self, *args: Any, **options: Any) -> None:
        """Seat, and say what comes next."""
        try:
            user = first_admins.seat(
                options["person"], options["username"], options["email"], on=localdate()
            )
        except Refusal as no:
            raise CommandError(str(no), returncode=2) from no
        self.stdout.write(f"{options['person']} is seated and signs in as {user.username}.")
        self.stdout.write("This link sets the password, once, for three days:")
        self.stdout.write(f"  {settings.SITE_ADDRESS}{invitations.path_for(user)}")
