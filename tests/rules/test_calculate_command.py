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
