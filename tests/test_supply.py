"""What comes with the product: locked by hash, of known licences, and no secret among it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_every_package_is_locked_by_its_hash(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if re.match(r"[a-z0-9]", line)]
    assert len(lines) > 20
    assert [line.split()[0] for line in lines if "--hash=sha256:" not in line] == []


def test_every_direct_dependency_stands_under_its_reason() -> None:
    lines = (ROOT / "requirements.in").read_text(encoding="utf-8").splitlines()
    assert lines[1].startswith("# ")
    named = [line for line in lines if line and not line.startswith("#")]
    locked = (ROOT / "requirements.txt").read_text(encoding="utf-8").lower()
    assert [line for line in named if re.split(r"[\[~>=; ]", line)[0] + "==" not in locked] == []


def scanned(file: Path) -> int:
    words = [str(BIN / "detect-secrets-hook"), "--baseline", ".secrets.baseline", str(file)]
    return subprocess.run(words, cwd=ROOT, capture_output=True, check=False).returncode


def test_a_key_that_slips_into_a_file_is_found(tmp_path: Path) -> None:
    clean, dirty = tmp_path / "clean.py", tmp_path / "dirty.py"
    clean.write_text("NAME = 'apportion'\n", encoding="utf-8")
    dirty.write_text("KEY = '" + "AKIA" + "QWERTYUIOPASDFGH" + "'\n", encoding="utf-8")
    assert scanned(clean) == 0
    assert scanned(dirty) == 1


def test_a_licence_that_we_do_not_accept_is_refused() -> None:
    words = [str(BIN / "pip-licenses"), "--packages", "djlint"]  # a tool of ours, under the GPL
    refused = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    words[-1] = "django"
    assert subprocess.run(words, cwd=ROOT, capture_output=True, check=False).returncode == 0
