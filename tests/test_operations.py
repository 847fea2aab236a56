"""What operators copy is sound: units that start what exists, an image without a known fault."""

import re
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.urls import resolve

ROOT = Path(__file__).resolve().parent.parent
BIN = str(Path(sys.executable).parent)
FOLDER = ROOT / "docs" / "operations"
UNITS = sorted([*FOLDER.glob("*.service"), *FOLDER.glob("*.timer")])
PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_is_understood_and_starts_what_exists(path: Path) -> None:
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(path)
    if path.suffix == ".service":
        words = unit["Service"]["ExecStart"].split()
        assert unit["Service"]["User"] and unit["Service"]["NoNewPrivileges"] == "yes"
        starts = {"gunicorn", "celery", "python", "pg_receivewal", "sh"}
        assert Path(words[0]).name in starts
        if "manage.py" in words:
            assert words[words.index("manage.py") + 1] in get_commands()
    if shutil.which("systemd-analyze"):
        said = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", str(path)], capture_output=True, text=True
        ).stderr.splitlines()
        ours = [line for line in said if path.name in line and "not executable" not in line]
        assert ours == []


def test_the_image_is_found_sound_by_its_linter() -> None:
    said = subprocess.run(
        [shutil.which("hadolint", path=BIN) or "hadolint", str(FOLDER / "Containerfile")],
        capture_output=True, text=True,
    )  # fmt: skip
    assert (said.returncode, said.stdout) == (0, "")


def test_every_command_address_and_test_that_the_page_names_is_there() -> None:
    commands = set(re.findall(r"`\./manage\.py ([a-z_]+)", PAGE))
    assert commands and commands <= set(get_commands())
    for address in set(re.findall(r"`(/[a-z/]+)`", PAGE)):
        assert resolve(address)
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", PAGE)
    for file, test in named:
        assert (ROOT / file).is_file(), file
        assert not test or f"def {test}(" in (ROOT / file).read_text(), test
    files = re.findall(r"`([\w-]+\.(?:service|timer|conf)|Containerfile)`", PAGE)
    assert {path.name for path in FOLDER.iterdir()} - {"README.md"} == (
        set(files) | {"Containerfile.dockerignore"}
    )


def test_every_incident_says_what_shows_stops_and_mends_it_and_its_rehearsal() -> None:
    rows = [line for line in PAGE.split("## Incidents")[1].splitlines() if line.startswith("| ")]
    assert len(rows) == 2 + 9 - 1  # a heading (its rule has no space), and nine
    assert all(len(line.split(" | ")) == 5 and "tests/" in line for line in rows[1:])
