"""The only list of what comes before the first page: schema, static files, reference data."""

import os
import sys

import django
from django.core.management import CommandError, call_command
from django.db import OperationalError

from config.bootstrap import ensure_services


def main() -> None:
    """Do each step in one process; each changes nothing when it was done before."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    ensure_services()
    django.setup()
    from payments import scratch

    try:
        call_command("migrate", interactive=False, verbosity=0)
    except OperationalError as error:
        sys.stderr.write(f"The database can't be used: {' '.join(str(error).split())}\n")
        raise SystemExit(2) from None
    except CommandError as refused:
        sys.stderr.write(f"{refused}\n")
        raise SystemExit(2) from None
    call_command("collectstatic", interactive=False, verbosity=0)
    call_command("load_reference")
    scratch.remember()


if __name__ == "__main__":
    main()
