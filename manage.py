#!/usr/bin/env python
"""The only door by which a person reaches the product from a shell."""

import os
import sys
from io import TextIOWrapper

# These answer without a database, so no server is started for them.
NEED_NO_SERVER = {"check", "collectstatic", "help", "version"}


def main() -> None:
    """Start what the command needs, then run it."""
    command = sys.argv[1] if len(sys.argv) > 1 else "help"
    if command == "calculate":
        calculate_alone()
        return

    from django.core.management import execute_from_command_line

    from config.bootstrap import ensure_services

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if command.lstrip("-") not in NEED_NO_SERVER and "--help" not in sys.argv:
        ensure_services()
    execute_from_command_line(sys.argv)


def calculate_alone() -> None:
    """Run the calculator without settings, apps or tasks: it has nothing but files to read."""
    from django.conf import settings

    from funds.management.commands.calculate import Command

    for stream in (sys.stdout, sys.stderr):
        # A zone's name is printed as its file gave it, whatever the shell's locale.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    settings.configure()
    Command().run_from_argv(sys.argv)


if __name__ == "__main__":
    main()
