"""What the calculator answers, and what the law forbids it to answer."""

import json
from pathlib import Path

import pytest

from funds.calculator import calculate
from funds.calculator.answer import Answer, as_csv, as_json, as_text
from funds.refusal import Refusal
from funds.rules.parameters import Figure, law
from tests.rules.facts import FOLDERS, sample, write


def amounts(answer: Answer) -> dict[str, str]:
    return {f"{holder} {component}": amount for holder, component, amount, _ in answer.lines}


def test_zone_assistance_is_computed(tmp_path: Path) -> None:
    assert amounts(calculate(*sample(tmp_path, "zone"))) == {
        "GENERAL_FUND general_fund": "0.00",
        "AUTHORITY authority": "100.00",
        "zone:Single, N.J. allocation": "300.00",
        "zone:Twin allocation": "600.00",
    }


def test_an_appropriation_below_the_available_amount_leaves_a_shortfall(tmp_path: Path) -> None:
    answer = calculate(*sample(tmp_path, "zone", {"appropriated_amount": "999.99"}))
    assert amounts(answer)["FUND shortfall"] == "0.01"
    assert ("FUND", "shortfall", "0.01", "52:27H-88 k.") in answer.lines


def test_early_energy_receipts_are_computed(tmp_path: Path) -> None:
    got = amounts(calculate(*sample(tmp_path, "early")))
    assert got["9901 base"] == "100.00"
    assert got["9901 difference"] == "20.00"
    assert got["9901 remainder"] == "26.66"
    assert got["9901 total"] == "106.66"
    assert got["9901 installment:2001-07-15"] == "30.33"
    assert got["9901 installment:2002-06-30"] == "20.00"
    assert got["9902 installment:2002-07-15"] == "0.00"
    assert got["county:99 county"] == "40.00"


def test_later_energy_receipts_grow_from_the_prior_year(tmp_path: Path) -> None:
    answer = calculate(*sample(tmp_path, "later"))
    got = amounts(answer)
    assert answer.notes == ()
    assert (got["9901 regular"], got["9902 regular"]) == ("90.00", "330.00")
    assert (got["9901 levy_relief"], got["9902 levy_relief"]) == ("50.00", "0.00")
    assert got["county:99 county"] == "11.00"


def test_highlands_are_computed(tmp_path: Path) -> None:
    answer = calculate(*sample(tmp_path, "highlands"))
    got = amounts(answer)
    assert (got["9901 payable"], got["9901 receivable"]) == ("0.00", "0.01")
    assert (got["9903 tax_rate"], got["9903 entitlement"]) == ("1.500", "1500.00")
    assert (got["9903 installment:1"], got["9903 installment:2"]) == ("700.00", "700.00")
    assert not [line for line in answer.lines if line[0] == "9902"]
    assert ["9902" in note for note in answer.notes] == [True]


def test_an_exact_tie_shows_both_amounts_and_goes_on(tmp_path: Path) -> None:
    given = {"prior_amount": "788492000.00", "index_percent": "3.25"}
    (note,) = calculate(*sample(tmp_path, "later", given)).notes
    assert "816089220.00" in note
    assert "812146760.00" in note
    promulgated = {**given, "index_percent": "", "promulgated_percent": "3.25"}
    assert calculate(*sample(tmp_path, "later", promulgated)).notes == ()


def test_the_three_formats_say_the_same(tmp_path: Path) -> None:
    answer = calculate(*sample(tmp_path, "zone"))
    header, *lines = as_csv(answer).splitlines()
    assert header == "holder,component,amount,cite"
    assert lines[2] == '"zone:Single, N.J.",allocation,300.00,52:27H-88 a.(2)'
    assert [tuple(row.values()) for row in json.loads(as_json(answer))] == list(answer.lines)
    assert [line.split()[0] for line in as_text(answer).splitlines()][:2] == [
        "holder", "GENERAL_FUND",
    ]  # fmt: skip


@pytest.mark.parametrize("kind", FOLDERS)
def test_bom_line_ends_and_the_order_of_rows_and_columns_change_nothing(
    tmp_path: Path, kind: str
) -> None:
    fund, sfy, (figures, header, rows) = FOLDERS[kind]
    expected = calculate(*sample(tmp_path, kind))
    given = [f"{name},{value}" for name, value in figures.items()]
    write(tmp_path, given[::-1], ["\ufeff" + header, *rows[::-1], ""], "\r\n")
    assert calculate(fund, sfy, tmp_path) == expected


@pytest.mark.parametrize("figure", law().readings(), ids=lambda figure: figure.name)
def test_a_year_can_be_computed_under_every_alternative(tmp_path: Path, figure: Figure) -> None:
    more = {
        "zone": {"authority_amount": "", "determined_amount": "9000000"}
        | {f"cpi_june_{year}": "3" for year in range(2021, 2025)},
        "early": {"amount": "9000"},
    }
    for each in figure.alternatives:
        what_if = law().override({figure.name: each.value})
        for kind in FOLDERS:
            fund, sfy, folder = sample(tmp_path, kind, more.get(kind))
            assert calculate(fund, sfy, folder, what_if).lines


def test_june_indexes_of_other_years_change_nothing(tmp_path: Path) -> None:
    needed = {"determined_amount": "9000000", "authority_amount": "", "cpi_june_2021": "271.696"}
    figures = {**needed, "cpi_june_2024": "314.175"}
    expected = calculate(*sample(tmp_path, "zone", figures))
    assert amounts(expected)["AUTHORITY authority"] == "2890868.84"
    assert calculate(*sample(tmp_path, "zone", {**figures, "cpi_june_2019": "1"})) == expected


@pytest.mark.parametrize(
    ("kind", "sfy", "figures", "clause"),
    [
        ("zone", 2022, {}, "52:27H-88 a.(1)"),
        ("zone", 2033, {}, "52:27H-88 a.(1)"),
        ("zone", 2025, {"authority_amount": "1000.01"}, "52:27H-88 a.(3)"),
        ("early", 1997, {}, "52:27D-439 b.(1)"),
        ("early", 1998, {"amount": "320.00"}, "52:27D-439 b.(4)"),
        ("later", 2027, {"prior_amount": "100", "index_percent": "0"}, "52:27D-439 b.(3)"),
        ("highlands", 2004, {}, "54:1-85 f.(3)"),
        ("highlands", 2015, {}, "54:1-85 f.(3)"),
    ],
)
def test_what_the_law_forbids_is_refused_with_its_clause(
    tmp_path: Path, kind: str, sfy: int, figures: dict[str, str], clause: str
) -> None:
    fund, _, folder = sample(tmp_path, kind, figures)
    with pytest.raises(Refusal) as refused:
        calculate(fund, sfy, folder)
    assert clause in str(refused.value)


def test_a_county_payment_over_its_base_names_the_row(tmp_path: Path) -> None:
    rows = ["9901,state,1,1,1,1,0,0,1.01"]
    write(tmp_path, ["amount,10"], [FOLDERS["early"][2][1], *rows])
    with pytest.raises(Refusal, match=r"9901 \(municipalities\.csv, row 2\).*52:27D-439 f\."):
        calculate("energy-receipts", 2000, tmp_path)


def test_o03_a_file_read_in_either_order_gives_the_same_shares(tmp_path: Path) -> None:
    bases = {"0102": 98, "0103": 92, "0104": 98, "0105": 123, "0106": 102, "0107": 92}
    rows = [f"{code},state,{base},0,0,0" for code, base in bases.items()]
    for ordered in (rows, rows[::-1]):
        folder = write(tmp_path, ["amount,613.00"], [FOLDERS["later"][2][1], *ordered])
        got = amounts(calculate("energy-receipts", 2027, folder))
        shares = [got[f"{code} regular"] for code in bases]
        assert shares == ["99.29", "93.22", "99.29", "124.63", "103.35", "93.22"]
