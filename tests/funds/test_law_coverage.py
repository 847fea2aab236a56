"""Every clause is covered, and what is not is said; a rule that is switched off is missed."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command

from funds import law_coverage
from funds.rules.clauses import catalogue
from payments import coverage_proof

NAMED = "funds.rules.expenses.category_named"
PROVES = (
    "tests/rules/test_zone_assistance.py::test_an_unknown_category_is_refused_with_the_known_ones"
)


def test_every_clause_has_rule_or_act_test_and_page() -> None:
    assert list(law_coverage.covered()) == list(catalogue())
    assert law_coverage.faults() == []


def test_a_changed_law_file_asks_for_its_clauses_to_be_gone_through(
    monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    known = law_coverage.known() | {"highlands.yaml": "0" * 64}
    monkeypatch.setattr(law_coverage, "known", lambda: known)
    assert [fault.split()[0] for fault in law_coverage.faults()] == ["highlands.yaml"]
    with pytest.raises(CommandError, match="1 faults") as refused:
        call_command("law_coverage", "--check")
    assert refused.value.returncode == 1
    assert capsys.readouterr().out.splitlines()[-1] == "50 of 50 clauses are covered"


def test_a_clause_without_a_test_is_not_covered(
    monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    every = dict(law_coverage.covered())
    bare = every["uez.h.unencumbered"]
    every["uez.h.unencumbered"] = law_coverage.Covered(
        bare.clause, ("funds.credits.lottery",), (), (), ("nowhere",)
    )
    monkeypatch.setattr(law_coverage, "covered", lambda: every)
    assert law_coverage.faults() == [
        "uez.h.unencumbered: no test proves it",
        "uez.h.unencumbered: funds.credits.lottery does not exist",
        "uez.h.unencumbered: there is no page nowhere",
    ]
    call_command("law_coverage")
    assert capsys.readouterr().out.splitlines()[-1] == "49 of 50 clauses are covered"


def test_tests_miss_a_rule_that_is_switched_off() -> None:
    assert coverage_proof._tests_without(NAMED, (PROVES,)) == coverage_proof.FAILED
