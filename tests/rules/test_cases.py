"""Every threshold of the law from both sides, as the case files tell it."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml

from funds.refusal import Refusal
from funds.rules import (
    carry_forward,
    determined_amount,
    energy_amount,
    energy_receipts,
    energy_schedule,
    expenses,
    highlands,
    highlands_year,
)
from funds.rules.parameters import Figures, law, parse_value

Given = dict[str, Any]
FILES = sorted((Path(__file__).parent / "cases").glob("*.yaml"))
CASES = [case for file in FILES for case in yaml.safe_load(file.read_text("utf-8"))]


def test_the_case_files_are_found() -> None:
    assert [file.stem for file in FILES] == ["energy_receipts", "highlands", "zone_assistance"]
    assert {case["rule"] for case in CASES} == set(RULES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['rule']}: {case['says']}")
def test_the_law_says(case: dict[str, Any]) -> None:
    given = dict(case["given"])
    overrides = {name: parse_value(given.pop(name)) for name in list(given) if "." in name}
    figures = law().override(overrides)
    if "refuse" in case:
        with pytest.raises(Refusal) as refused:
            RULES[case["rule"]](given, figures)
        assert case["refuse"] in str(refused.value)
    else:
        assert str(RULES[case["rule"]](given, figures)) == case["expect"]


def _money(given: Given, *names: str) -> list[Decimal]:
    return [Decimal(given[name]) for name in names]


def _by_year(given: Given) -> dict[int, Decimal]:
    return {int(key): Decimal(value) for key, value in given.items() if key.isdigit()}


def _determined(given: Given, figures: Figures) -> Decimal:
    base, expenditures = _money(given, "base", "expenditures")
    return determined_amount.determined_amount(given["sfy"], base, expenditures, None, figures)


def _authority(given: Given, figures: Figures) -> Decimal:
    return determined_amount.authority_amount(given["sfy"], _by_year(given), figures)


def _cap(given: Given, figures: Figures) -> Decimal | None:
    category = expenses.Category(given["category"])
    return expenses.cap(category, Decimal(given["credited"]), given["day"], figures)


def _shortfall(given: Given, figures: Figures) -> Decimal:
    available, appropriated, direct = _money(given, "available", "appropriated", "direct")
    return determined_amount.shortfall(available, appropriated, direct, figures, sfy=2025)


def _dispose(given: Given, figures: Figures) -> str:
    closing = given.pop("closing")
    balance = carry_forward.Balance(
        "zone-assistance", holder="Exampleton", amount=Decimal("1.00"), **given
    )
    became = carry_forward.dispose(balance, closing, figures)
    until = f" until {became.last_usable_on}" if became.last_usable_on else ""
    return f"{became.outcome}{until} ({became.cite})"


def _index(given: Given, figures: Figures) -> str:
    prior, percent = _money(given, "prior", "percent")
    grown = energy_amount.grow(
        prior, percent, promulgated=given.get("promulgated", False), sfy=2025, figures=figures
    )
    other = (
        f" or {grown.other_rate} gives {grown.other_amount}" if grown.other_rate is not None else ""
    )
    return f"{grown.rate} gives {grown.amount}{other}"


def _town(given: Given) -> energy_receipts.BaseYears:
    aids = [Decimal(aid) for aid in given["aids"]]
    corrections = Decimal(given.get("corrections", "0.00"))
    certified = Decimal(given.get("certified", "0.00"))
    return energy_receipts.BaseYears(
        "9901", "state", *aids, corrections, certified, Decimal("0.00")
    )


def _judge(given: Given, figures: Figures) -> energy_amount.Judgment:
    appropriated = Decimal(given["appropriated"])
    judgment = energy_amount.judge(given["sfy"], appropriated, _by_year(given), figures)
    assert judgment.clocks_start == ("short" in str(judgment))
    return judgment


def _pay(given: Given, figures: Figures) -> str:
    """A decline of $100,000 at a rate of 1.000 per $100: an entitlement of $1,000."""
    town = highlands.HighlandsMunicipality(
        "9901",
        qualified=True,
        base_assessed=Decimal("300000.00"),
        base_ratio=100,
        current_assessed=Decimal("100000.00"),
        current_ratio=50,
        local_tax_total=Decimal("1.00"),
        net_valuation=Decimal("100.00"),
        watershed_deduction=Decimal(given.get("watershed", "0.00")),
        adjustment=Decimal(given.get("adjustment", "0.00")),
    )
    available = Decimal(given.get("available", "5000.00"))
    paid = highlands.stabilize(given["sfy"], available, [town], figures).municipalities["9901"]
    assert (paid.valuation_base, paid.entitlement) == (Decimal(100000), Decimal(1000))
    assert sum(paid.installments) == paid.payable
    return f"{paid.payable} paid and {paid.receivable} owed"


def _qualified(given: Given, figures: Figures) -> bool:
    on = given.pop("day")
    adopted = date(2008, 7, 17)
    evidence = highlands_year.Conformance(True, regional_plan_on=adopted, **given)
    return highlands_year.is_qualified(evidence, on, figures)


RULES: dict[str, Callable[[Given, Figures], Any]] = {
    "available_percent": lambda g, f: determined_amount.available_percent(g["sfy"], f),
    "determined_amount": _determined,
    "authority_amount": _authority,
    "cap": _cap,
    "shortfall": _shortfall,
    "dispose": _dispose,
    "fixed_amount": lambda g, f: energy_amount.fixed_amount(g["sfy"], f),
    "index": _index,
    "base": lambda g, f: energy_receipts.base_amount(_town(g), 1998, f),
    "difference": lambda g, f: energy_receipts.difference_amount(_town(g), 1998, f),
    "difference_due_on": lambda g, f: energy_schedule.difference_due_on(g["sfy"], g["basis"], f),
    "levy_relief": lambda g, f: energy_receipts.levy_relief(*_money(g, "total", "sfy2002")),
    "judge": _judge,
    "phase_down": lambda g, f: highlands_year.phase_down_percent(g["sfy"], f, g.get("paid", ())),
    "true_value": lambda g, f: highlands.true_value(*_money(g, "assessed", "ratio")),
    "pay": _pay,
    "qualified": _qualified,
    "ends_on": lambda g, f: highlands_year.section_ends_on(g["paid_on"]),
}
