"""The application of who there is: municipalities, zones, facts and offices."""

import sys
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.signals import request_finished
from django.db import DEFAULT_DB_ALIAS
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate


class MunicipalitiesConfig(AppConfig):
    """Who there is."""

    name = "municipalities"

    def ready(self) -> None:
        """Stand behind the walls, build them after a migration; begin sessions with sign-ins."""
        from municipalities import second_factor, sessions
        from municipalities.notices import security
        from municipalities.walls import told

        sessions.connect()
        second_factor.connect()
        security.connect()
        post_migrate.connect(_build_walls, sender=self, dispatch_uid="walls")
        connection_created.connect(_enter_role, dispatch_uid="role")
        request_finished.connect(told.forget, dispatch_uid="forget")


def _build_walls(**_: Any) -> None:
    from municipalities import walls

    walls.build()


def _enter_role(connection: Any, **_: Any) -> None:
    """Let a new connection speak as its role, and say what it was opened by until a page asks."""
    from municipalities.walls import journal, roles

    if connection.alias != DEFAULT_DB_ALIAS:  # one beside the product's, that makes its database
        return
    command = Path(sys.argv[0]).name == "manage.py"
    journal.say(reason=" ".join(["manage.py", *sys.argv[1:2]]) if command else "")
    roles.enter(settings.DATABASE_ROLE)
