"""The only list of the files that are taken: each publication, and a template for every figure."""

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

from municipalities.reading import values
from municipalities.reading.layouts import Column, Layout
from municipalities.reading.values import How

ZONE = "N.J.S.A. 52:27H-88 a.(2)"
RECEIPTS = "N.J.S.A. 52:27D-439"
HIGHLANDS = "N.J.S.A. 54:1-85 n."
TAXATION, LABOR = "Division of Taxation", "Department of Labor and Workforce Development"
DLGS, TREASURY = "Division of Local Government Services", "Department of the Treasury"
NONE = Decimal(0)

CODE = Column(
    ("Municode", "Municipal code", "Mun Code", "MuniCode", "Muni Code", "Code", "municode"),
    "code", values.code, needed=False, blank="absent",
)  # fmt: skip
NAME = Column(
    ("Municipality", "Municipality name", "District", "Taxing district", "Name", "Area"),
    "name", values.words, needed=False, blank="absent",
)  # fmt: skip
COUNTY = Column(("County", "County name"), "county", values.words, needed=False, blank="absent")
YEAR = Column(("Year", "Tax year"), "period", values.count, needed=False, blank="absent")

JUDGED = Column(
    ("Judged on", "Date of judgment", "Judgment date"),
    "dated", values.day, needed=False, blank="absent",
)  # fmt: skip


def _money(kind: str, *heads: str, blank: str = "missing", needed: bool = True) -> Column:
    how = How(dash_is_zero=True)
    return Column(heads, "figure", values.money, kind, needed, blank, how)  # type: ignore[arg-type]


def _note(reads: values.Reader, *heads: str) -> Column:
    """Make a column that is read to check the others."""
    return Column(heads, "note", reads, needed=False, blank="absent", how=How(dash_is_zero=True))


def _true_value(row: Mapping[str, Decimal]) -> str:
    """Say where a true value is not what the aggregate and its ratio come to, half up."""
    assessed, ratio, true = (row.get(c.head) for c in (ASSESSED, RATIO, TRUE_VALUE))
    if assessed is None or not ratio or true is None:
        return ""
    due = (assessed / ratio * 100).quantize(Decimal(1), ROUND_HALF_UP)
    return "" if due == true else f"Aggregate ÷ ratio is {due:,}; the table says {true:,}."


def _labor_force(row: Mapping[str, Decimal]) -> str:
    force, employed, without = (row.get(c) for c in ("Labor Force", "Employment", "Unemployment"))
    if force is None or employed is None or without is None or force == employed + without:
        return ""
    return f"Employed and unemployed sum to {employed + without:,}; the labor force is {force:,}."


ASSESSED = _money(
    "assessed_total", "Aggregate Assessed Valuation Real Property",
    "Aggregate Assessed Valuation", "col1_agg_assessed_real",
)  # fmt: skip
RATIO = Column(
    ("Average Ratio Assessed to True Value", "Average Ratio", "col2_avg_ratio_pct"),
    "figure", values.percent, "equalization_ratio", how=How(bare_percent=True, places=2),
)  # fmt: skip
TRUE_VALUE = _note(
    values.money, "Aggregate True Value Real Property", "Aggregate True Value", "col3_agg_true_real"
)

LAYOUTS_READ = (
    Layout(
        "modiv", "MOD-IV extract", TAXATION, ZONE,
        "700 columns a parcel, as text or packed: counts classes 4A and 4B, lists class 1.",
        whose="zones", partial=True, files=("txt", "zip"), kinds=("parcels",),
    ),
    Layout(
        "equalized", "Table of Equalized Valuations", TAXATION, "N.J.S.A. 54:1-35.1",
        "Aggregate assessed valuation and average ratio of every municipality.",
        (CODE, NAME, COUNTY, YEAR, ASSESSED, RATIO, TRUE_VALUE), partial=True,
        bounds={"equalization_ratio": (Decimal(10), Decimal(250))}, files=("xlsx", "csv"),
    ),
    Layout(
        "ratables", "Abstract of Ratables, columns 11 and 12 section C", TAXATION, HIGHLANDS,
        "Net valuation taxable, and the total of local taxes.",
        (CODE, NAME, COUNTY, YEAR,
         _money("net_valuation", "Net Valuation on Which County Taxes Are Apportioned",
                "Column 11", "Col 11"),
         _money("local_tax_total", "Total Local Taxes", "Column 12 Section C / Total",
                "Section C / Total", "Column 12C", "Col 12C")),
        whose="highlands", partial=True,
    ),
    Layout(
        "mri", "Municipal Revitalization Index", DLGS, ZONE,
        "The distress score of every municipality, 0 to 100, by edition.",
        (CODE, NAME, COUNTY, YEAR,
         Column(("MRI Distress Score", "Distress Score", "2023 MRI Distress Score",
                 "2020 MRI Distress Score"),
                "figure", values.number, "distress_score")),
        whose="zones", swing=40, bounds={"distress_score": (NONE, Decimal(100))},
    ),
    Layout(
        "labor", "Municipal labor force, annual averages", LABOR, ZONE,
        "The average number of unemployed of every municipality.",
        (CODE, NAME, COUNTY, YEAR,
         _note(values.count, "Labor Force"), _note(values.count, "Employment", "Employed"),
         Column(("Unemployment", "Unemployed"), "figure", values.count, "unemployed")),
        whose="zones", swing=50,
    ),
    Layout(
        "deflator", "Implicit price deflator, State and local government", "U.S. Bureau of"
        " Economic Analysis", f"{RECEIPTS} e.",
        "A quarter a row (A829RD3Q086SBEA): the second quarter of the year and of the year before.",
        (Column(("observation_date", "DATE"), "period", values.day),
         Column(("A829RD3Q086SBEA",), "figure", values.number, "deflator_q2",
                how=How(places=3))),
        whose="none", many=True, quarter="04", years_before=1, swing=12,
        bounds={"deflator_q2": (Decimal(10), Decimal(1000))},
    ),
    Layout(
        "prices", "Consumer Price Index, June", "U.S. Bureau of Labor Statistics",
        "N.J.S.A. 52:27H-88 a.(3)",
        "A month a row (CPIAUCNS), or a year a row with a column for June.",
        (Column(("observation_date", "DATE", "Year"), "period", values.day),
         Column(("CPIAUCNS", "CUUR0000SA0", "Jun", "cpi_june"), "figure", values.number, "cpi_june",
                how=How(places=3))),
        whose="none", many=True, quarter="06", swing=12,
        bounds={"cpi_june": (Decimal(100), Decimal(1000))},
    ),
    Layout(
        "receipts-base", "Energy tax receipts, base table", DLGS, f"{RECEIPTS} b.",
        "What SFY1998 to SFY2002 rest on: three distributions, estimate, certification, county.",
        (CODE, NAME, COUNTY, *(_money(k, k) for k in ("aid_1994", "aid_1995", "aid_1996",
                                                       "estimate_1998", "certified_1997")),
         _money("corrections", "corrections", blank="zero", needed=False),
         _money("county_payment", "county_payment", blank="zero", needed=False)),
        period="sfy", swing=25,
    ),
)  # fmt: skip

AGREES = {"equalized": _true_value, "labor": _labor_force}
# A template for a figure that nobody publishes as a file: title, how it is read, for whom, what.
TEMPLATES = {
    "parcels": ("Commercial and industrial parcels", values.count, "zones", "year", ZONE,
                "Parcels of classes 4A and 4B, where no extract is at hand."),
    "taxable_sales": ("Taxable sales at the reduced rate", values.money, "zones", "year", ZONE,
                      "Gross taxable sales at the reduced rate, as the Division reports them."),
    "prior_year_amount": ("Receipts of the prior year", values.money, "all", "sfy",
                          f"{RECEIPTS} e.",
                          "What each received in the year before, county share included."),
    "difference": ("Frozen amounts of paragraph (3)", values.money, "any", "sfy",
                   f"{RECEIPTS} b.(3)", "The amounts of paragraph (3), which stay as they were."),
    "sfy2002_amount": ("Receipts of SFY2002", values.money, "all", "sfy", f"{RECEIPTS} e.",
                       "What aid above it may only do: cut the municipal levy."),
    "watershed_deduction": ("Watershed aid that is duplicative", values.money, "any", "sfy",
                            "N.J.S.A. 54:1-85 l.",
                            "The offset aid that the Treasurer finds duplicative."),
    "adjustment": ("Adjustments by final judgment", values.money, "any", "sfy",
                   "N.J.S.A. 54:1-85 c.",
                   "What judgments add to the payment next due, or take from it (below zero)."),
}  # fmt: skip
DATED = {"adjustment": (JUDGED,)}  # what else a template may hold: the day of what a row says


def _template(kind: str) -> Layout:
    title, reads, whose, period, cite, about = TEMPLATES[kind]
    how = How(dash_is_zero=reads is values.money, may_be_negative=kind == "adjustment")
    blank: Literal["absent", "missing"] = "absent" if whose == "any" else "missing"
    figure = Column((kind,), "figure", reads, kind, blank=blank, how=how)
    return Layout(
        kind.replace("_", "-"),
        title,
        TREASURY,
        cite,
        about,
        (CODE, NAME, COUNTY, figure, *DATED.get(kind, ())),
        period=period,  # type: ignore[arg-type]
        whose=whose,  # type: ignore[arg-type]
    )


LAYOUTS = {
    layout.key: layout for layout in (*LAYOUTS_READ, *(_template(kind) for kind in TEMPLATES))
}
