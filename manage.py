#!/usr/bin/env python
"""The only door by which a person reaches the product from a shell."""

import os
import sys

from django.core.management import execute_from_command_line

from config.bootstrap import ensure_services

# These answer without a database, so no server is started for them.
NEED_NO_SERVER = {"calculate", "check", "collectstatic", "help", "version"}


def main() -> None:
    """Start what the command needs, then run it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    command = sys.argv[1] if len(sys.argv) > 1 else "help"
    if command.lstrip("-") not in NEED_NO_SERVER and "--help" not in sys.argv:
        ensure_services()
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
