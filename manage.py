#!/usr/bin/env python3
"""The only door by which a person reaches the product from a shell."""

import os
import sys
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path

# These answer without a database, so no server is started for them.
NEED_NO_SERVER = {"check", "collectstatic", "help", "version"}


def use_the_environment() -> None:
    """Go on with the Python of .venv, which `./run` made, when this one has no Django."""
    if find_spec("django"):
        return
    made = Path(__file__).resolve().parent / ".venv"
    python = made / "bin" / "python"
    if Path(sys.prefix) == made or not python.exists():
        sys.stderr.write("The packages are not there yet: ./run installs them into .venv.\n")
        raise SystemExit(2)
    os.execv(python, [str(python), __file__, *sys.argv[1:]])


def main() -> None:
    """Start what the command needs, then run it."""
    use_the_environment()
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
