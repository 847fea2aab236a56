"""The real files, each as a small made-up sample with the faults that such files have."""

from decimal import Decimal

import pytest

from municipalities.reading.formats import LAYOUTS
from tests.reading.made import at, csv_of, figures, read, xlsx_of


def parcel(district: str, of: str, *, block: str = "1", land: int = 100, net: int | None = None,
           secret: str = "") -> str:  # fmt: skip
    """A MOD-IV record of 700 columns."""
    line = [" "] * 700
    fields = {
        1: district, 5: block, 14: "2", 56: of, 59: "1 MAIN ST", 176: "SMITH J",
        333: secret, 421: f"{land:09}", 430: f"{0:09}", 439: f"{land if net is None else net:09}",
    }  # fmt: skip
    for start, text in fields.items():
        line[start - 1 : start - 1 + len(text)] = text
    return "".join(line)


def extract(*lines: str) -> bytes:
    return ("\r\n".join(lines) + "\r\n").encode()


def modiv(content: bytes) -> object:
    return read(content, "txt", "modiv")


def test_an_extract_counts_commercial_and_industrial_parcels_and_lists_the_vacant_ones() -> None:
    reading = read(
        extract(
            parcel("0101", "4A ", block="1"), parcel("0101", "4B ", block="2"),
            parcel("0101", "4C ", block="3"), parcel("0101", "2  ", block="4"),
            parcel("0101", "1  ", block="5", land=75_000), parcel("0714", " 4A", block="1"),
            parcel("0102", "15C", block="9"),
        ),
        "txt", "modiv",
    )  # fmt: skip
    assert figures(reading) == {"0101": "2", "0714": "1", "0102": "0"}
    assert reading.listing == [
        {"code": "0101", "block": "5", "lot": "2", "qualifier": "", "location": "1 MAIN ST",
         "assessed": "75000"}
    ]  # fmt: skip
    assert "SMITH" not in str(reading.as_dict())
    assert "is it of 2025?" in reading.findings.check[0].needed


def test_an_extract_names_line_and_columns_of_what_is_wrong() -> None:
    good = parcel("0101", "4A ", block="1")
    lines = [good, good, parcel("9999", "4A "), parcel("0101", "7Z ", block="8"), good[:650],
             parcel("0101", "1  ", block="6").replace("000000100", "00000010X"),
             "\x1a"]  # fmt: skip
    found = read(extract(*lines), "txt", "modiv").findings.must
    assert at(found) == [
        "line 2, columns 5 to 33",
        "line 3, columns 1 to 4",
        "line 4, columns 56 to 58",
        "line 5",
        "line 6, columns 421 to 429",
    ]
    assert found[3].found == "650 columns"


def test_values_that_do_not_sum_are_asked_about() -> None:
    lines = extract(parcel("0101", "1  ", land=100, net=150))
    assert "sum to 100" in read(lines, "txt", "modiv").findings.check[0].needed


EQUALIZED = (
    "Municode", "District", "Aggregate Assessed Valuation\nReal Property",
    "Average Ratio Assessed to\nTrue Value", "Aggregate True Value Real Property",
)  # fmt: skip


def test_the_table_of_equalized_valuations_checks_its_own_division() -> None:
    rows = [
        ("TABLE OF EQUALIZED VALUATIONS 2025",),
        EQUALIZED,
        ("0101", "ABSECON CITY", 705932900, 96.99, 727840911),
        ("0102", "ATLANTIC CITY", "3,106,630,700", 110.98, 2799270771),
        ("Atlantic County Total", None, 3812563600, None, None),
    ]
    reading = read(xlsx_of(rows), layout="equalized")
    assert reading.findings.must == []
    assert reading.figures == {
        "assessed_total 2025": {"0101": Decimal(705932900), "0102": Decimal(3106630700)},
        "equalization_ratio 2025": {"0101": Decimal("96.99"), "0102": Decimal("110.98")},
    }
    (asked,) = reading.findings.check
    assert asked.cell == "row 4"
    assert "2,799,270,770" in asked.needed


def test_a_ratio_that_is_a_fraction_or_zero_is_refused() -> None:
    rows = [("2025",), EQUALIZED, ("0101", "ABSECON CITY", 1, 0.9699, 1),
            ("0102", "ATLANTIC CITY", 1, 0, 1)]  # fmt: skip
    found = read(xlsx_of(rows), layout="equalized").findings.must
    assert at(found) == ["D3", "D4"]
    rows[2] = ("0101", "ABSECON CITY", 96990000, 0.9699, 100000000)
    percent = read(xlsx_of(rows[:3], formats={"D3": "0.00%"}), layout="equalized")
    assert percent.figures["equalization_ratio 2025"] == {"0101": Decimal("96.9900")}


def test_the_abstract_of_ratables_gives_column_eleven_and_section_c() -> None:
    rows = [
        ("ABSTRACT OF RATABLES, ATLANTIC COUNTY, 2025",),
        ("Taxing District", "Column 11", "Column 12C"),
        ("ABSECON CITY", "727,840,911", "$12,345,678.90"),
        ("BUENA BORO", 263114085, " 4,000,000.00 "),
        ("TOTALS", 990954996, "16,345,678.90"),
    ]
    content = csv_of([tuple("" if c is None else c for c in row) for row in rows])
    reading = read(content, "csv", "ratables")
    # The table has no code: the exact names settle it, and the code column is not needed.
    assert [str(f) for f in reading.findings.must] == []
    assert reading.figures["local_tax_total 2025"]["0104"] == Decimal("4000000.00")
    assert reading.figures["net_valuation 2025"]["0101"] == Decimal(727840911)


def test_the_revitalization_index_reads_the_distress_score_alone() -> None:
    rows = [
        ("2025 Municipal Revitalization Index",),
        (None, None, None, "Scores", None),
        ("Municode", "Municipality", "County", "MRI Score", "MRI Distress Score"),
        (101, "Absecon City", "Atlantic", -1.5, 43.2),
        (714, "Newark City", "Essex", 5.5, 100.1),
    ]
    found = read(xlsx_of(rows), layout="mri").findings.must
    assert [(f.cell, f.found) for f in found] == [("E5", "100.1")]
    rows[4] = (714, "Newark City", "Essex", 5.5, 91)
    assert figures(read(xlsx_of(rows), layout="mri")) == {"0101": "43.2", "0714": "91"}


def test_annual_averages_come_by_name_and_county_and_must_sum() -> None:
    heads = ("County", "Municipality", "Year", "Labor Force", "Employment", "Unemployment", "Rate")
    rows = [heads, ("Atlantic", "Absecon city", 2025, 4500, 4250, 250, 5.6),
            ("Morris", "Washington township", 2025, 9000, 8600, 401, 4.4)]  # fmt: skip
    reading = read(csv_of(rows), "csv", "labor")
    assert figures(reading) == {"0101": "250", "1438": "401"}
    assert "sum to 9,001" in reading.findings.check[0].needed
    rows[1] = ("Atlantic", "Absecon city", 2024, 4500, 4250, 250, 5.6)
    assert at(read(csv_of(rows), "csv", "labor").findings.must) == ["C2"]


DEFLATOR = [
    ("observation_date", "A829RD3Q086SBEA"), ("2024-04-01", "129.920"), ("2024-07-01", "130.493"),
    ("2025-01-01", "132.141"), ("2025-04-01", "132.532"), ("2025-07-01", "."),
]  # fmt: skip


def test_the_deflator_brings_two_second_quarters_of_one_vintage() -> None:
    reading = read(csv_of(DEFLATOR), "csv", "deflator")
    assert reading.figures == {
        "deflator_q2 2024": {"": Decimal("129.920")},
        "deflator_q2 2025": {"": Decimal("132.532")},
    }


def test_a_deflator_that_ends_too_early_is_refused() -> None:
    (found,) = read(csv_of(DEFLATOR[:3]), "csv", "deflator").findings.must
    assert found.found == "the latest is 2024"


@pytest.mark.parametrize(
    "rows",
    [
        [("DATE", "CPIAUCNS"), ("2025-05-01", "321.465"), ("2025-06-01", "322.561")],
        [
            ("Year", "May", "Jun", "Jul"),
            ("2024", "1", "314.175", "2"),
            ("2025", "1", "322.561", "2"),
        ],
        [("year", "cpi_june", "cpi_july"), ("2025", "322.561", "")],
    ],
)
def test_the_june_index_is_read_as_either_office_prints_it(rows: list[tuple[str, ...]]) -> None:
    assert figures(read(csv_of(rows), "csv", "prices")) == {"": "322.561"}


def test_the_base_table_of_receipts_takes_no_county_payment_as_none() -> None:
    kinds = ("aid_1994", "aid_1995", "aid_1996", "estimate_1998", "certified_1997")
    heads = ("Code", "Municipality", *kinds, "county_payment")
    rows = [("SFY1998",), heads, ("0101", "Absecon", 1, 2, 3, 4, 5, "-"),
            ("0102", "Atlantic City", "$1,000.00", 2, 3, 4, 5, None)]  # fmt: skip
    reading = read(xlsx_of(rows), layout="receipts-base", period="SFY1998")
    assert reading.findings.must == []
    assert reading.figures["county_payment SFY1998"] == {"0101": 0, "0102": 0}
    assert reading.figures["aid_1994 SFY1998"] == {"0101": 1, "0102": 1000}


def test_every_file_that_is_taken_says_what_it_is_and_reads_a_known_kind() -> None:
    from municipalities.kinds import KINDS

    for layout in LAYOUTS.values():
        assert layout.title
        assert layout.cite
        assert layout.about
        assert set(layout.kinds_read()) <= set(KINDS)
        assert layout.kinds_read()


def test_a_packed_extract_is_read_as_the_text_in_it() -> None:
    from tests.municipalities.uploads import packed

    content = packed({"0714.txt": extract(parcel("0714", "4A "), parcel("0714", "2  ", block="9"))})
    assert figures(read(content, "zip", "modiv")) == {"0714": "1"}
