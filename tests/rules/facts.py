"""The only home of the calculator's sample folders: facts that compute, one line from a fault."""

from __future__ import annotations

from pathlib import Path

ZONE_FIGURES = {"determined_amount": "1000.00", "authority_amount": "100.00"}
ZONE_HEADER = "municode,zone,in_good_standing,parcels,distress_score,unemployed,taxable_sales"
ZONE_ROWS = [
    "9902,Twin,yes,10,20.5,7,30.00",
    '9901,"Single, N.J.",yes,10,20.5,7,30.00',
    "9903,Twin,yes,10,20.5,7,30",
    "9904,Lapsed,no,1,1,1,1",
]
EARLY_FIGURES = {"amount": "400.00"}
EARLY_HEADER = (
    "municode,basis,aid_1994,aid_1995,aid_1996,estimate_1998,corrections,certified_1997,"
    "county_payment"
)
EARLY_ROWS = ["9901,state,100,0,0,90,0,30,40", "9902,calendar,200.01,0,0,0,0,0,0"]
LATER_FIGURES = {"prior_amount": "400.00", "index_percent": "9.9"}
LATER_HEADER = "municode,basis,prior_year_amount,difference,sfy2002_amount,county_payment"
LATER_ROWS = ["9901,state,100.00,20.00,50.00,10.00", "9902,calendar,300.00,0,400,1.00"]
HIGHLANDS_FIGURES = {"available_amount": "5000.00"}
HIGHLANDS_HEADER = (
    "municode,qualified,base_assessed,base_ratio,current_assessed,current_ratio,local_tax_total,"
    "net_valuation,watershed_deduction,adjustment"
)
HIGHLANDS_ROWS = [
    "9901,yes,300000,100,100000,50,1,100,0,-1000.01",
    "9902,no,1,1,1,1,1,1,0,0",
    "9903,yes,300000,100,100000,50,1.5,100,100,0",
]
Folder = tuple[dict[str, str], str, list[str]]
FOLDERS: dict[str, tuple[str, int, Folder]] = {
    "zone": ("zone-assistance", 2025, (ZONE_FIGURES, ZONE_HEADER, ZONE_ROWS)),
    "early": ("energy-receipts", 2002, (EARLY_FIGURES, EARLY_HEADER, EARLY_ROWS)),
    "later": ("energy-receipts", 2027, (LATER_FIGURES, LATER_HEADER, LATER_ROWS)),
    "highlands": ("highlands", 2009, (HIGHLANDS_FIGURES, HIGHLANDS_HEADER, HIGHLANDS_ROWS)),
}


def write(folder: Path, figures: list[str], municipalities: list[str], end: str = "\n") -> Path:
    """Write both files of a folder, a line each, with the line end asked for."""
    for name, lines in (
        ("figures.csv", ["figure,value", *figures]),
        ("municipalities.csv", municipalities),
    ):
        (folder / name).write_bytes((end.join(lines) + end).encode())
    return folder


def sample(folder: Path, kind: str, figures: dict[str, str] | None = None) -> tuple[str, int, Path]:
    """Write a folder that computes; figures given stand beside the sample's own."""
    fund, sfy, (own, header, rows) = FOLDERS[kind]
    given = [f"{name},{value}" for name, value in {**own, **(figures or {})}.items() if value]
    return fund, sfy, write(folder, given, [header, *rows])
