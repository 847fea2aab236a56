"""Small years of facts in the calculator's shape, for tests of runs."""

from typing import Any

from tests.places import municipality, zone

TOWNS = {"0408": "Camden", "0714": "Newark", "1111": "Trenton"}


def zone_year(determined: str = "1000000.00", **figures: str) -> dict[str, Any]:
    """Three zones' year, one of them not in good standing unless asked otherwise."""
    for code, name in TOWNS.items():
        zone(name, code)
    rows = [
        {
            "municode": code,
            "zone": name,
            "in_good_standing": "no" if name == "Trenton" else "yes",
            "parcels": str(100 * (place + 1)),
            "distress_score": "50.5",
            "unemployed": "1000.25",
            "taxable_sales": str(5_000_000 * (place + 1)),
        }
        for place, (code, name) in enumerate(TOWNS.items())
    ]
    return {
        "figures": {
            "determined_amount": determined,
            "authority_amount": "100000.00",
            **figures,
        },
        "municipalities": rows,
    }


def joint_zone_year() -> dict[str, Any]:
    """A year of one joint zone of two municipalities, twice as much to the second."""
    zone("Vineland-Millville", "0610", "0614")
    rows = [
        {
            "municode": code,
            "zone": "Vineland-Millville",
            "in_good_standing": "yes",
            "parcels": weight,
            "distress_score": weight,
            "unemployed": weight,
            "taxable_sales": weight,
        }
        for code, weight in (("0610", "1"), ("0614", "2"))
    ]
    figures = {"determined_amount": "100.00", "authority_amount": "0.00"}
    return {"figures": figures, "municipalities": rows}


def receipts_year(amount: str = "1000.00") -> dict[str, Any]:
    """Two municipalities' grown year: one on a calendar basis, one on the State's."""
    rows = []
    for code, basis, share in (("0101", "calendar", "600.00"), ("0102", "state", "300.00")):
        municipality(code)
        rows.append(
            {
                "municode": code,
                "basis": basis,
                "prior_year_amount": share,
                "difference": "60.00",
                "sfy2002_amount": "400.00",
                "county_payment": "40.00" if code == "0101" else "0.00",
            }
        )
    return {"figures": {"amount": amount}, "municipalities": rows}


def highlands_year(available: str = "1000.00") -> dict[str, Any]:
    """Two Highlands municipalities, the second one not qualified."""
    rows = []
    for code, qualified in (("1401", "yes"), ("1402", "no")):
        municipality(code)
        rows.append(
            {
                "municode": code,
                "qualified": qualified,
                "base_assessed": "1000000.00",
                "base_ratio": "100",
                "current_assessed": "950000.00",
                "current_ratio": "100",
                "local_tax_total": "2000000.00",
                "net_valuation": "100000000.00",
                "watershed_deduction": "0.00",
                "adjustment": "0.00",
            }
        )
    return {"figures": {"available_amount": available}, "municipalities": rows}
