"""What the tests of the architecture read: the project's own files, and nothing generated."""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
APPS = ("config", "municipalities", "funds", "payments")
NOT_OURS = {".git", ".venv", "var", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache"}


@cache
def tracked() -> tuple[Path, ...]:
    """Return every file that a clone would have; of an unpacked archive, every file."""
    asked = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True
    )
    if asked.returncode == 0 and asked.stdout:
        names = asked.stdout.decode().split("\0")
        return tuple(path for path in (ROOT / name for name in names if name) if path.is_file())
    found = (path for path in ROOT.rglob("*") if path.is_file())
    return tuple(p for p in found if not NOT_OURS.intersection(p.relative_to(ROOT).parts))


def python() -> Iterator[Path]:
    """Return our Python files without migrations, which Django writes."""
    for path in tracked():
        if (path.suffix == ".py" or path == ROOT / "run") and "migrations" not in path.parts:
            yield path


def of_apps(*apps: str) -> Iterator[Path]:
    """Return the Python files of some apps."""
    for path in python():
        if path.relative_to(ROOT).parts[0] in apps:
            yield path


@cache
def tree(path: Path) -> ast.Module:
    """Return a file's syntax."""
    return ast.parse(path.read_text(encoding="utf-8"))


def calls(path: Path) -> Iterator[ast.Call]:
    """Return every call in a file."""
    return (node for node in ast.walk(tree(path)) if isinstance(node, ast.Call))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Return every function in a file."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def at(path: Path, node: ast.AST) -> str:
    """Return where a node stands, for a message."""
    return f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
