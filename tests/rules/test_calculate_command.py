"""The calculator as a person at a shell meets it: exit codes, streams, and no database."""

import os
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.rules.facts import FOLDERS, LATER_HEADER, sample, write

ROOT = Path(__file__).parents[2]
# Nothing listens here; whoever tried to connect would fail.
NOWHERE = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "REDIS_URL": "redis://127.0.0.1:1"}


def shell(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "calculate", *map(str, words)]
    environment = {**os.environ, **NOWHERE}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


def test_an_answer_is_on_stdout_and_exit_0(tmp_path: Path) -> None:
    fund, sfy, folder = sample(tmp_path, "highlands")
    done = shell(fund, sfy, "--facts", folder)
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == "holder,component,amount,cite"
    assert done.stderr == "9902 is not qualified and gets no line (54:1-85 n.)\n"


def test_faults_are_on_stderr_a_line_each_and_exit_2(tmp_path: Path) -> None:
    fund, sfy, folder = sample(tmp_path, "zone", {"determined_amount": "-1", "other": "1"})
    done = shell(fund, sfy, "--facts", folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == [
        "figures.csv, row 2, column value", "figures.csv, row 4, column figure",
    ]  # fmt: skip


def test_a_refusal_gives_the_clause_and_exit_2(tmp_path: Path) -> None:
    _, _, folder = sample(tmp_path, "zone")
    done = shell("zone-assistance", 2033, "--facts", folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert "52:27H-88 a.(1)" in done.stderr


@pytest.mark.parametrize(
    ("fund", "sfy", "says"),
    [
        ("zone-assistance", 2001, "SFY2001: the schedule begins with SFY2023 (52:27H-88 a.(1))"),
        ("energy-receipts", 1990, "SFY1990: the first aid is that of SFY1998 (52:27D-439 b.(1))"),
        ("highlands", 1990, "SFY1990: the program begins with SFY2005 (54:1-85 f.(3))"),
    ],
)
def test_a_year_long_before_the_program_is_refused_by_name(
    tmp_path: Path, fund: str, sfy: int, says: str
) -> None:
    done = shell(fund, sfy, "--facts", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", says + "\n")


def test_a_name_is_printed_in_utf_8_whatever_the_locale(tmp_path: Path) -> None:
    _, sfy, (figures, header, _) = FOLDERS["zone"]
    given = [f"{name},{value}" for name, value in figures.items()]
    folder = write(tmp_path, given, [header, "9901,Caf\u00e9,yes,1,1,1,1"])
    plain = {**os.environ, **NOWHERE, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    command = [sys.executable, "manage.py", "calculate", "zone-assistance", str(sfy)]
    done = subprocess.run(
        [*command, "--facts", folder], cwd=ROOT, env=plain, capture_output=True, check=True
    )
    assert "zone:Caf\u00e9,allocation,900.00" in done.stdout.decode()


@pytest.mark.parametrize("words", [("lottery", 2025), ("highlands", "25"), ("highlands",)])
def test_what_is_no_fund_or_year_is_exit_2(tmp_path: Path, words: tuple[object, ...]) -> None:
    done = shell(*words, "--facts", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")


def test_564_municipalities_take_less_than_two_seconds(tmp_path: Path) -> None:
    rows = [f"{code:04},state,{code}.17,1.00,9,0.05" for code in range(1001, 1565)]
    folder = write(tmp_path, ["amount,788492000.00"], [LATER_HEADER, *rows])
    began = time.perf_counter()
    done = shell("energy-receipts", 2027, "--facts", folder)
    assert time.perf_counter() - began < 2
    totals = [line for line in done.stdout.splitlines() if ",total," in line]
    assert len(totals) == 564


@pytest.mark.parametrize("kind", FOLDERS)
def test_the_command_is_also_djangos(tmp_path: Path, kind: str) -> None:
    fund, sfy, folder = sample(tmp_path, kind)
    out = StringIO()
    call_command("calculate", fund, str(sfy), facts=folder, format="json", stdout=out,
                 stderr=StringIO())  # fmt: skip
    assert out.getvalue().startswith("[\n {")
