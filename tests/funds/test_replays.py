"""Every kind of run comes to the same again; a changed byte of its input is found."""

import copy
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from funds import allocation, replays, supplements
from funds.models import Run
from municipalities import standing
from municipalities.models import EnterpriseZone
from tests.funds import test_supplements as supplemented
from tests.funds.facts import zone_year
from tests.offices import officer

pytestmark = pytest.mark.django_db
ON = date(2026, 8, 3)


@pytest.fixture
def zones() -> Run:
    """SFY2026 of three zones, certified $100,000.00 short."""
    facts = zone_year(appropriated_amount="900000.00")
    made = allocation.run_on("zone-assistance", 2026, facts, on=ON, by=officer("treasury-analyst"))
    allocation.certify(made, on=ON, by=officer("treasury-certifier"))
    return made


year = supplemented.year


def differs(run: Run, change: dict[str, Any] | None = None) -> str:
    return replays.replay(run, change).difference


def test_a_year_is_identical_in_whatever_order_its_rows_come(zones: Run) -> None:
    found = replays.replay(zones)
    assert (found.identical, found.same_law, found.same_rules) == (True, True, True)
    assert found.lines == zones.lines.count()
    assert [differs(zones, replays.shuffled(zones.facts, seed)) for seed in range(5)] == [""] * 5


def test_one_changed_digit_of_an_input_is_named(zones: Run) -> None:
    facts = copy.deepcopy(zones.facts)
    row = facts["municipalities"][0]
    row["parcels"] = str(int(row["parcels"]) + 1)
    assert f"parcels: frozen is {int(row['parcels']) - 1}; now it is {row['parcels']}" in differs(
        zones, facts
    )


def test_an_input_that_the_law_refuses_now_is_said_to_be_refused(zones: Run) -> None:
    facts = copy.deepcopy(zones.facts)
    del facts["municipalities"][0]["parcels"]
    assert differs(zones, facts).startswith("It is refused now: ")


def test_make_ups_are_identical_though_others_came_after_them(zones: Run) -> None:
    camden = EnterpriseZone.objects.get(name="Camden")
    by = officer("authority")
    standing.record(camden, in_good_standing=False, reason="why", on=date(2026, 8, 4), by=by)
    analyst = officer("dca-analyst")
    first = allocation.make_up(2026, Decimal("50000"), on=date(2026, 8, 5), by=analyst)
    standing.record(camden, in_good_standing=True, reason="why", on=date(2026, 8, 6), by=by)
    second = allocation.make_up(2026, Decimal("20000"), on=date(2026, 8, 7), by=analyst)
    assert "owed" in second.facts
    assert (differs(first), differs(second)) == ("", "")


def test_given_amounts_a_program_and_a_protection_are_identical(year: Run) -> None:
    by = officer("treasury-analyst")
    amounts = {"9901": Decimal("10.01"), "9902": Decimal("20.02")}
    given = allocation.allot("energy-receipts", 2010, amounts, on=ON, by=by)
    program = supplements.follow("Relief", 2010, Decimal("99.99"), "An act", on=ON, by=by)
    supplemented.in_force()
    protection = supplements.protect(supplemented.corrected(), on=ON, by=by)
    assert [differs(each) for each in (year, given, program, protection)] == [""] * 4
    assert differs(given, {"amounts": {"9901": "10.02", "9902": "20.02"}}) == (
        "facts, amounts, 9901: frozen is 10.01; now it is 10.02."
    )


def test_the_command_names_every_run_and_ends_with_1_at_a_difference(
    zones: Run, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    call_command("replay", "--shuffled", "7")
    assert capsys.readouterr().out.splitlines()[-1] == "1 of 1 runs are identical"
    with pytest.raises(CommandError, match="is no run") as refused:
        call_command("replay", "zone-assistance 2026")
    assert refused.value.returncode == 2
    monkeypatch.setattr(replays.run_receipts, "law_hash", lambda: "0" * 64)
    assert not replays.replay(zones).same_law
    monkeypatch.setattr(replays.frozen, "results_hash", lambda lines: "0" * 64)
    with pytest.raises(CommandError, match="1 of 1 runs differ") as refused:
        call_command("replay", str(zones))
    assert refused.value.returncode == 1
