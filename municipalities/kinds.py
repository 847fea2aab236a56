"""The only home of which figures the funds read: their unit, whose they are, under which clause.

A kind is the name of a column of the calculator's files. A figure is either of the State (one
value) or of municipalities (a value each).
"""

from dataclasses import dataclass

ZONE = "N.J.S.A. 52:27H-88 a.(2)"
RECEIPTS = "N.J.S.A. 52:27D-439"
HIGHLANDS = "N.J.S.A. 54:1-85"

TREASURY = "Department of the Treasury"
TAXATION = "Division of Taxation"
DCA = "Department of Community Affairs"
LABOR = "Department of Labor"


@dataclass(frozen=True)
class Kind:
    """What a figure is: `of_state` or per municipality, its unit, its owner, its clause."""

    name: str
    unit: str
    owner: str
    cite: str
    of_state: bool = False
    may_be_negative: bool = False


_KINDS = (
    # Zone assistance: the four factors
    Kind("parcels", "parcels", TAXATION, ZONE),
    Kind("distress_score", "points", DCA, ZONE),
    Kind("unemployed", "persons", LABOR, ZONE),
    Kind("taxable_sales", "dollars", TAXATION, ZONE),
    # Energy tax receipts
    Kind("aid_1994", "dollars", DCA, f"{RECEIPTS} b.(2)"),
    Kind("aid_1995", "dollars", DCA, f"{RECEIPTS} b.(2)"),
    Kind("aid_1996", "dollars", DCA, f"{RECEIPTS} b.(2)"),
    Kind("estimate_1998", "dollars", TREASURY, f"{RECEIPTS} b.(2)"),
    Kind("corrections", "dollars", TREASURY, f"{RECEIPTS} d."),
    Kind("certified_1997", "dollars", DCA, f"{RECEIPTS} b.(3)"),
    Kind("county_payment", "dollars", DCA, f"{RECEIPTS} f."),
    Kind("prior_year_amount", "dollars", DCA, f"{RECEIPTS} e."),
    Kind("difference", "dollars", DCA, f"{RECEIPTS} b.(3)"),
    Kind("sfy2002_amount", "dollars", DCA, f"{RECEIPTS} e."),
    # Highlands
    Kind("base_assessed", "dollars", TAXATION, f"{HIGHLANDS} b."),
    Kind("base_ratio", "percent", TAXATION, f"{HIGHLANDS} b."),
    Kind("current_assessed", "dollars", TAXATION, f"{HIGHLANDS} b."),
    Kind("current_ratio", "percent", TAXATION, f"{HIGHLANDS} b."),
    Kind("local_tax_total", "dollars", TAXATION, f"{HIGHLANDS} n."),
    Kind("net_valuation", "dollars", TAXATION, f"{HIGHLANDS} n."),
    Kind("watershed_deduction", "dollars", DCA, f"{HIGHLANDS} l."),
    Kind("adjustment", "dollars", TAXATION, f"{HIGHLANDS} c.", may_be_negative=True),
    Kind("qualified", "yes is 1", DCA, f"{HIGHLANDS} n."),
    Kind("equalization_ratio", "percent", TAXATION, "N.J.S.A. 54:1-35.1"),
    Kind("assessed_total", "dollars", TAXATION, "N.J.S.A. 54:1-35.2"),
    # What was published of single zones: shown, never an input
    Kind("published_allocation", "dollars", DCA, "N.J.S.A. 52:27H-88 a.(2)"),
    Kind("published_administration", "dollars", DCA, "N.J.S.A. 52:27H-88 b."),
    # Of the State
    Kind("determined_amount", "dollars", TREASURY, "N.J.S.A. 52:27H-98", of_state=True),
    Kind("appropriated_amount", "dollars", TREASURY, "N.J.S.A. 52:27H-98", of_state=True),
    Kind("tax_expenditures", "dollars", TAXATION, "N.J.S.A. 52:27H-98", of_state=True),
    Kind("tax_expenditures_half", "dollars", TAXATION, "N.J.S.A. 52:27H-98", of_state=True),
    Kind("authority_amount", "dollars", TREASURY, "N.J.S.A. 52:27H-88 a.(3)", of_state=True),
    Kind("cpi_june", "index", TREASURY, "N.J.S.A. 52:27H-88 a.(3)", of_state=True),
    Kind("amount", "dollars", TREASURY, f"{RECEIPTS} e.", of_state=True),
    Kind("prior_amount", "dollars", TREASURY, f"{RECEIPTS} e.", of_state=True),
    Kind(
        "index_percent", "percent", TREASURY, f"{RECEIPTS} e.", of_state=True, may_be_negative=True
    ),
    Kind(
        "promulgated_percent",
        "percent",
        TREASURY,
        f"{RECEIPTS} e.",
        of_state=True,
        may_be_negative=True,
    ),
    Kind("receipts_appropriated", "dollars", TREASURY, "N.J.S.A. 52:27D-441", of_state=True),
    Kind("cmptra_transferred", "dollars", TREASURY, "N.J.S.A. 52:27D-442", of_state=True),
    Kind("deflator_q2", "index", TREASURY, f"{RECEIPTS} e.", of_state=True),
    Kind("available_amount", "dollars", TREASURY, f"{HIGHLANDS} f.", of_state=True),
)

KINDS = {kind.name: kind for kind in _KINDS}


SPELLED = {
    "cpi_june": "CPI, June",
    "sfy2002_amount": "SFY2002 amount",
    "deflator_q2": "Deflator, second quarter",
    "cmptra_transferred": "CMPTRA transferred",
}


def words(name: str) -> str:
    """Say the name of a kind as a heading: "Taxable sales", "CPI, June"."""
    return SPELLED.get(name) or name.replace("_", " ").capitalize()
