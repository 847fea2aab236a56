"""The shape of the project, where neither ruff nor import-linter can say it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.sources import APPS, ROOT, at, calls, functions, of_apps, python, tracked, tree

FILE_LINES = 250
FUNCTION_LINES = 40
BIG_NOUNS = {"services", "utils", "util", "common", "core", "helpers", "signals", "misc", "base"}
DOORS = {
    *("views", "api", "tasks", "forms", "admin", "management", "templatetags", "models"),
    *("views.py", "tasks.py", "forms.py", "admin.py", "admin_site.py", "urls.py", "apps.py"),
    *("doors.py", "access.py", "navigation.py"),
}
CLOCK = {"today", "now", "utcnow", "localdate", "localtime", "today_ny"}
LEDGER_ROWS = {"Account", "Entry", "Posting"}
WRITES = {"create", "bulk_create", "get_or_create", "update_or_create", "update", "delete",
          "bulk_update"}  # fmt: skip

# Written in halves, so that this file does not hold what it looks for.
UNFINISHED = ["TO" + "DO", "FIX" + "ME", "X" + "XX", "NotImplemented" + "Error",
              "pytest." + "skip", "x" + "fail\\(", "(?i:lorem" + " ipsum)"]  # fmt: skip
MACHINES = ["py" + "pi\\.org", "pythonhosted" + "\\.org", "npm" + "js\\.(com|org)",
            "/wo" + "rk/(main|shared)", "/tmp/" + "brief",
            "/ro" + "ot/", "/home/" + "\\w+/"]  # fmt: skip


def test_a_file_is_at_most_250_lines_long() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in python()}
    assert {str(p.relative_to(ROOT)): n for p, n in lengths.items() if n > FILE_LINES} == {}


def test_a_function_is_at_most_40_lines_long() -> None:
    long = [
        f"{at(path, function)} {function.name}"
        for path in python()
        for function in functions(path)
        if (function.end_lineno or 0) - function.lineno >= FUNCTION_LINES
    ]
    assert long == []


def test_no_module_is_named_by_a_noun_that_holds_anything() -> None:
    names = {part.removesuffix(".py") for p in python() for part in p.relative_to(ROOT).parts}
    assert names & BIG_NOUNS == set()


def test_no_float_comes_near_money() -> None:
    found = [
        at(path, call)
        for path in of_apps("funds", "payments")
        for call in calls(path)
        if isinstance(call.func, ast.Name) and call.func.id == "float"
    ]
    found += [
        at(path, node)
        for path in of_apps("funds", "payments")
        if "rules" in path.parts or path.stem in {"rules", "ledger"}
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, float)
    ]
    assert found == []


def test_no_task_is_given_a_time_to_run_at() -> None:
    found = [
        at(path, call)
        for path in of_apps(*APPS)
        for call in calls(path)
        if {"eta", "countdown"} & {keyword.arg for keyword in call.keywords}
        or (isinstance(call.func, ast.Attribute) and call.func.attr == "apply_async")
    ]
    # The one that sends every message, config/looking.py, calls its parent's.
    assert [place for place in found if not place.startswith("config/looking.py:")] == []


def test_no_clock_is_read_below_a_door() -> None:
    found = [
        at(path, call)
        for path in of_apps("funds", "payments", "municipalities")
        if not DOORS.intersection(path.relative_to(ROOT).parts)
        for call in calls(path)
        if _name(call.func) in CLOCK
    ]
    assert found == []


def test_only_the_ledger_and_its_chart_write_accounts_entries_and_postings() -> None:
    found = [
        at(path, call)
        for path in of_apps("funds", "payments", "municipalities")
        if path not in {ROOT / "funds" / "ledger.py", ROOT / "funds" / "accounts.py"}
        and path.parent.name != "peers"  # the bench's peers write their own ledgers, not ours
        for call in calls(path)
        if _writes_ledger(call)
    ]
    assert found == []


def test_a_test_can_fail() -> None:
    idle = [
        f"{at(path, function)} {function.name}"
        for path in python()
        if path.name.startswith("test_")
        for function in functions(path)
        if function.name.startswith("test_") and not _asserts(function)
    ]
    assert idle == []


def test_nothing_unfinished_is_kept() -> None:
    assert list(_lines_with(UNFINISHED)) == []


def test_no_file_names_a_machine_or_a_registry() -> None:
    assert list(_lines_with(MACHINES)) == []


def _name(function: ast.expr) -> str:
    """Return the last part of a called name."""
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _writes_ledger(call: ast.Call) -> bool:
    """Tell whether a call such as `Posting.objects.create()` writes a row of the ledger."""
    if _name(call.func) not in WRITES:
        return False
    named = {node.id for node in ast.walk(call.func) if isinstance(node, ast.Name)}
    return bool(named & LEDGER_ROWS)


def _asserts(function: ast.AST) -> bool:
    """Tell whether a function asserts, expects an exception, or hands over to one that does."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call) and re.match("raises$|assert|refuses", _name(node.func)):
            return True
    return False


def _lines_with(patterns: list[str]) -> Iterator[str]:
    """Return where one of the patterns stands in a text file of ours."""
    sought = re.compile("|".join(f"(?<![A-Za-z]){pattern}" for pattern in patterns))
    for path in tracked():
        if "vendor" in path.parts:
            continue
        for number, line in enumerate(_text(path), 1):
            if sought.search(line):
                yield f"{path.relative_to(ROOT)}:{number} {line.strip()[:80]}"


def _text(path: Path) -> list[str]:
    """Return a file's lines, none when it is not text."""
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return []
