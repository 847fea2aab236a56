"""What the calculator says of a folder that is at fault: every fault, with its place."""

from pathlib import Path

import pytest

from funds.calculator import Faults, calculate
from tests.rules.facts import FOLDERS, sample, write


def faults(kind: str, folder: Path) -> list[str]:
    fund, sfy, _ = FOLDERS[kind]
    with pytest.raises(Faults) as found:
        calculate(fund, sfy, folder)
    return [str(fault) for fault in found.value.faults]


def test_a_folder_without_files_names_both(tmp_path: Path) -> None:
    assert [line.split(":")[0] for line in faults("zone", tmp_path)] == [
        "figures.csv, row 1, column (all)", "municipalities.csv, row 1, column (all)",
    ]  # fmt: skip


def test_every_fault_is_reported_with_its_place(tmp_path: Path) -> None:
    header = "municode,zone,zone,in_good_standing,parcels,distress_score,unemployed,sales"
    rows = ["101,Twin,Twin,YES,1.5,-1,1e3,", "0101,,x,yes,1,1,1,1", "0101,A,x,yes,1,1,1"]
    write(tmp_path, ["determined_amount,1.001", "authority_amount,"], [header, *rows])
    assert [line.split(":")[0] for line in faults("zone", tmp_path)] == [
        "figures.csv, row 2, column value",
        "figures.csv, row 3, column value",
        "municipalities.csv, row 1, column zone",
        "municipalities.csv, row 1, column sales",
        "municipalities.csv, row 1, column taxable_sales",
        "municipalities.csv, row 2, column municode",
        "municipalities.csv, row 2, column in_good_standing",
        "municipalities.csv, row 2, column parcels",
        "municipalities.csv, row 2, column distress_score",
        "municipalities.csv, row 2, column unemployed",
        "municipalities.csv, row 3, column zone",
        "municipalities.csv, row 4, column municode",
    ]


def test_a_row_that_is_too_long_or_too_short_is_a_fault(tmp_path: Path) -> None:
    folder = tmp_path
    rows = ["9901,state,1,0,0,0,7", "", "9902,state,1,0,0"]
    write(folder, ["amount,1"], [FOLDERS["later"][2][1], *rows])
    assert [line.split(":")[0] for line in faults("later", folder)] == [
        "municipalities.csv, row 2, column 7", "municipalities.csv, row 4, column county_payment",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "value",
    ["", " ", "-1", "+1", "1,0", "1e3", ".5", "5.", "1.001", " 1", "1 ", "x", "NaN", "\u0661"],
)
def test_an_amount_is_plain_or_a_fault(tmp_path: Path, value: str) -> None:
    write(tmp_path, [f'amount,"{value}"'], [FOLDERS["later"][2][1], *FOLDERS["later"][2][2]])
    (fault,) = faults("later", tmp_path)
    assert fault.startswith("figures.csv, row 2, column value: found ")
    assert "needed" in fault


@pytest.mark.parametrize(
    ("kind", "figures", "says"),
    [
        ("zone", {"determined_amount": ""}, "determined_amount"),
        ("zone", {"authority_amount": ""}, "cpi_june_2021"),
        ("zone", {"authority_amount": "", "cpi_june_2021": "1"}, "cpi_june_2024"),
        ("zone", {"cpi_june_2024": "1"}, "cpi_june_2024"),
        ("zone", {"cpi_july_2024": "1"}, "cpi_july_2024"),
        ("early", {"amount": ""}, "amount"),
        ("early", {"prior_amount": "1"}, "prior_amount"),
        ("later", {"amount": "1"}, "beside amount"),
        ("later", {"promulgated_percent": "1"}, "promulgated_percent"),
        ("later", {"index_percent": ""}, "index_percent or promulgated_percent"),
        ("later", {"prior_amount": ""}, "prior_amount"),
        ("highlands", {"available_amount": ""}, "available_amount"),
    ],
)
def test_figures_that_lack_or_contradict_are_faults(
    tmp_path: Path, kind: str, figures: dict[str, str], says: str
) -> None:
    _, _, folder = sample(tmp_path, kind, figures)
    found = faults(kind, folder)
    assert any(says in line and line.startswith("figures.csv, row") for line in found)


def test_a_figure_that_stands_twice_is_a_fault_of_its_later_row(tmp_path: Path) -> None:
    write(tmp_path, ["amount,1", "amount,1"], [FOLDERS["early"][2][1], *FOLDERS["early"][2][2]])
    (fault,) = faults("early", tmp_path)
    assert fault.startswith('figures.csv, row 3, column figure: found "amount" again')


@pytest.mark.parametrize(
    ("kind", "row", "column"),
    [
        ("zone", "9905,Twin,no,1,1,1,1", "row 6, column in_good_standing"),
        ("zone", "9901,New,yes,1,1,1,1", "row 6, column municode"),
        ("zone", "9905,Lapsed,no,-1,1,1,1", "row 6, column parcels"),
        ("early", "9905,State,1,1,1,1,1,1,1", "row 4, column basis"),
        ("highlands", "9905,no,1,0,1,1,1,1,0,0", "row 5, column base_ratio"),
        ("highlands", "9905,no,1,1,1,1,1,0.00,0,0", "row 5, column net_valuation"),
        ("highlands", "9905,maybe,1,1,1,1,1,1,0,0", "row 5, column qualified"),
    ],
)
def test_a_row_is_checked_whether_or_not_it_gets_anything(
    tmp_path: Path, kind: str, row: str, column: str
) -> None:
    _, _, (figures, header, rows) = FOLDERS[kind]
    write(tmp_path, [f"{n},{v}" for n, v in figures.items()], [header, *rows, row])
    (fault,) = faults(kind, tmp_path)
    assert fault.startswith(f"municipalities.csv, {column}")


@pytest.mark.parametrize(
    ("kind", "rows", "column"),
    [
        ("zone", ["9901,A,yes,0,1,1,1", "9902,B,no,5,1,1,1"], "parcels"),
        ("zone", ["9901,A,yes,1,1,1,0.00"], "taxable_sales"),
        ("early", ["9901,state,0,0,0,0,0,1,0"], "aid_1994"),
        ("later", ["9901,state,0,0,0,0"], "prior_year_amount"),
    ],
)
def test_o05_a_factor_that_sums_to_zero_is_a_fault_of_row_1(
    tmp_path: Path, kind: str, rows: list[str], column: str
) -> None:
    figures = {"zone": FOLDERS["zone"][2][0]}.get(kind, {"amount": "1.00"})
    write(tmp_path, [f"{n},{v}" for n, v in figures.items()], [FOLDERS[kind][2][1], *rows])
    (fault,) = faults(kind, tmp_path)
    assert fault.startswith(f"municipalities.csv, row 1, column {column}")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "row 1, column municode: found nothing"),
        (b"municode\n\xff\n", "row 2, column (all): found the byte 0xff"),
        (b'municode\n"1\n', "row 2, column (all)"),
    ],
)
def test_a_file_that_is_no_csv_is_a_fault(tmp_path: Path, content: bytes, says: str) -> None:
    _, _, folder = sample(tmp_path, "later")
    (folder / "municipalities.csv").write_bytes(content)
    assert any(says in line for line in faults("later", folder))


def test_a_file_read_in_part_is_not_called_empty(tmp_path: Path) -> None:
    _, _, folder = sample(tmp_path, "later")
    header, (row, *_) = FOLDERS["later"][2][1:]
    (folder / "municipalities.csv").write_text(f'{header}\n"x"y,{row}\n{row}\n')
    (fault,) = faults("later", folder)
    assert fault.startswith("municipalities.csv, row 2, column (all)")
