"""A workbook counts a certified amount again: LibreOffice comes to the same, cent by cent."""

import copy
import subprocess
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from funds import allocation, number_checks
from funds.models import Run
from funds.number_checks.sharing import Pot, cut_off
from funds.refusal import Refusal
from tests.conftest import LIBREOFFICE
from tests.funds.facts import highlands_year, joint_zone_year, receipts_year, zone_year
from tests.offices import officer
from tests.places import municipality

pytestmark = pytest.mark.django_db
ON = date(2026, 8, 3)


def run_of(fund: str, sfy: int, facts: dict[str, Any], certified: bool = True) -> Run:
    made = allocation.run_on(fund, sfy, facts, on=ON, by=officer("treasury-analyst"))
    if certified:
        allocation.certify(made, on=ON, by=officer("treasury-certifier"))
    return Run.objects.select_related("fund", "certification").get(pk=made.pk)


def early_year() -> dict[str, Any]:
    """SFY1999: three municipalities and a remainder that does not divide by them."""
    rows = []
    for place, code in enumerate(("0101", "0102", "0103"), 1):
        municipality(code)
        amounts = {f"aid_{year}": f"{place * 1000 + year % 7}.11" for year in (1994, 1995, 1996)}
        row = {"municode": code, "basis": "calendar" if place % 2 else "state", **amounts}
        row |= {"estimate_1998": "900.05", "corrections": "3.33", "certified_1997": "2500.00"}
        rows.append(row | {"county_payment": "10.00" if place == 2 else "0.00"})
    return {"figures": {"amount": "12345.67"}, "municipalities": rows}


def short_highlands() -> dict[str, Any]:
    """Three municipalities that share less than is due, one with a judgment and a deduction."""
    facts = highlands_year("900.01")
    rows = []
    for place, code in enumerate(("1401", "1402", "1403", "1404")):
        municipality(code)
        row = copy.deepcopy(facts["municipalities"][0]) | {"municode": code}
        row |= {"current_assessed": f"{950000 - place * 777}.00", "base_ratio": "98.37"}
        row |= {"qualified": "no" if place == 3 else "yes"}
        row |= {"adjustment": "-7.77" if place == 1 else "20.02" if place == 2 else "0.00"}
        rows.append(row | {"watershed_deduction": "1.25" if place == 0 else "0.00"})
    return {**facts, "municipalities": rows}


def cpi_year() -> dict[str, Any]:
    """A year of zones short of money, with the Authority's amount from the price index."""
    facts = zone_year(
        "88000000.01", appropriated_amount="70000000.03", tax_expenditures="12000000.50",
        tax_expenditures_base="100000000.51", cpi_june_2021="271.696", cpi_june_2025="322.561",
    )  # fmt: skip
    del facts["figures"]["authority_amount"]
    return facts


def index_year() -> dict[str, Any]:
    """A year of receipts grown by an index that is rounded to the half percent."""
    facts = receipts_year()
    facts["figures"] = {"prior_amount": "987654.32", "index_percent": "2.75"}
    return facts


@pytest.fixture
def books(tmp_path: Path) -> Callable[[list[tuple[Run, str]]], list[Any]]:
    """Recalculate the workbooks of holders of runs, all at once; cells hold values then."""

    def recalculated(wanted: list[tuple[Run, str]]) -> list[Any]:
        paths = []
        for number, (run, holder) in enumerate(wanted):
            line = number_checks.line_of(run, holder)
            assert line is not None, holder
            paths.append(tmp_path / f"{number}.xlsx")
            paths[-1].write_bytes(number_checks.content(run, line, holder))
        home = f"-env:UserInstallation=file://{tmp_path}/office"
        subprocess.run(
            [str(LIBREOFFICE), "--headless", home, "--convert-to", "xlsx", "--outdir",
             str(tmp_path / "counted"), *map(str, paths)],
            check=True, capture_output=True, timeout=120,
        )  # fmt: skip
        found = [load_workbook(tmp_path / "counted" / p.name, data_only=True) for p in paths]
        return list(found)

    return recalculated


@pytest.mark.libreoffice
def test_workbooks_of_all_three_funds_come_to_the_certified_cent(books: Any) -> None:
    zones, joint = run_of("zone-assistance", 2026, cpi_year()), joint_zone_year()
    wanted = [(zones, "zone:Camden"), (zones, "zone:Newark"), (zones, "0714")]
    joined = run_of("zone-assistance", 2027, joint)
    wanted += [(joined, "0610"), (joined, "0614"), (joined, "zone:Vineland-Millville")]
    early = run_of("energy-receipts", 1999, early_year())
    wanted += [(early, code) for code in ("0101", "0102", "0103")]
    grown = run_of("energy-receipts", 2026, index_year())
    wanted += [(grown, code) for code in ("0101", "0102")]
    highlands = run_of("highlands", 2011, short_highlands())
    wanted += [(highlands, code) for code in ("1401", "1402", "1403")]
    for (run, holder), book in zip(wanted, books(wanted), strict=True):
        said = dict(book["Result"].iter_rows(min_row=2, max_col=2, values_only=True))
        line = number_checks.line_of(run, holder)
        assert line is not None
        assert said[f"Certified amount ({run.certification.number})"] == float(line.amount)
        assert said["Counted by this workbook"] == pytest.approx(float(line.amount), abs=0.0001)
        assert said["Result"] == "Same to the cent", (str(run), holder)
        assert said["Steps that differ"] == 0
        steps = [row for row in book["Steps"].iter_rows(min_row=2, values_only=True) if row[0]]
        assert {row[4] for row in steps if row[3] is not None} == {"Same"}
        kept = {each["label"] for each in run.worksheets.get(holder=line.holder).lines}
        assert kept <= {row[0] for row in steps}, "a step of the worksheet is not counted again"


@pytest.mark.libreoffice
def test_a_changed_input_changes_the_result_and_says_so(books: Any) -> None:
    run = run_of("energy-receipts", 2026, receipts_year())
    run.facts["municipalities"][0]["prior_year_amount"] = "600.50"
    (book,) = books([(run, "0101")])
    said = dict(book["Result"].iter_rows(min_row=2, max_col=2, values_only=True))
    assert (said["Result"], said["Difference"] != 0) == ("Different", True)


def test_a_tie_for_the_last_cent_goes_to_the_lowest_code() -> None:
    weights = dict.fromkeys(("0101", "0102", "0103"), 1)
    pot = Pot("Credits", "", "", Decimal("1.00"), weights)
    third = Decimal(1) / 3
    assert cut_off(pot, "0101") < third < cut_off(pot, "0102")
    assert cut_off(Pot("Credits", "", "", Decimal("0.99"), weights), "0101") > 1


def test_a_run_under_another_reading_has_no_workbook() -> None:
    run = run_of("zone-assistance", 2026, zone_year())
    line = number_checks.line_of(run, "zone:Camden")
    assert line is not None
    run.figures["law"]["zone_assistance.authority_source"]["value"] = "own_account"
    with pytest.raises(Refusal, match="authority_source read as own_account"):
        number_checks.content(run, line, "Camden")
