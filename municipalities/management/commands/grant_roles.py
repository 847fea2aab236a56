"""./manage.py grant_roles: build the database's walls, which every migration does too."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from municipalities import walls


class Command(BaseCommand):
    """Make the database's roles, grant each what it may do, attach the journal to every table."""

    help = "Make the database's roles and walls, as its owner; changes nothing when they stand."

    def handle(self, *args: Any, **options: Any) -> None:
        """Build the walls."""
        if not walls.build():
            raise CommandError("The roles are not there.", returncode=2)
        self.stdout.write("The roles apportion_app, apportion_worker and apportion_ro stand.")
