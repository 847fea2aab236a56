"""The only home of the named sources from which money may come into a fund."""

from funds.refusal import Refusal

INCOME = "investment-income"
TOP_UP = "general-fund"
PROGRAM = "supplemental-program"

# The five revenues of 52:27D-439 a., credited no further than the year's amount.
REVENUES = {
    "sales-and-use-tax": "Sales and use tax on energy or utility services",
    "corporation-tax-energy": "Corporation business tax of gas and electric utilities",
    "corporation-tax-telecommunications": "Corporation business tax of telecommunications",
    "sewerage-and-water": "Sewerage and water corporations",
    "transitional-energy": "Transitional energy facility assessment",
}

SOURCES: dict[str, dict[str, str]] = {
    "zone-assistance": {
        "appropriation": "Annual appropriation",
        "reduced-rate-sales-tax": "Reduced-rate sales tax, 52:27H-80",
        INCOME: "Investment income",
    },
    "energy-receipts": {
        **REVENUES,
        TOP_UP: "General Fund top-up",
        PROGRAM: "Appropriation of a supplemental program, beside the amount",
        INCOME: "Investment income",
    },
    "highlands": {
        "highlands-protection-fund": "Highlands Protection Fund, 13:20-19",
        INCOME: "Investment income",
    },
}

CLAUSES = {
    "zone-assistance": "52:27H-88 a.(1)",
    "energy-receipts": "52:27D-439 a.",
    "highlands": "54:1-85 b.",
}

# An appropriation is the way in which these statutes' own source reaches the fund.
_APPROPRIATED = {"energy-receipts": TOP_UP, "highlands": "highlands-protection-fund"}


def named(fund: str, source: str) -> str:
    """Return the source's own name; refuse one that the fund's statute does not name."""
    name = source.strip().lower().replace("_", "-").replace(" ", "-")
    if name == "appropriation":
        name = _APPROPRIATED.get(fund, name)
    if name not in SOURCES[fund]:
        known = ", ".join(SOURCES[fund])
        raise Refusal(
            f"{source or 'No source'} is not a source of {fund}: name one of {known}.",
            cite=CLAUSES[fund],
        )
    return name
