"""The only home of checking a zone's credit in a workbook (N.J.S.A. 52:27H-88 a., -98)."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from funds.number_checks.record import Record, Row
from funds.number_checks.sharing import Pot, share
from funds.rules.determined_amount import (
    AUTHORITY,
    FIRST_YEAR_OF_SAVINGS,
    FORMULA,
    MAKE_UP,
    SECTION_98,
    STEP_DOWN,
)
from funds.rules.money import ZERO
from funds.rules.zone_assistance import (
    FACTOR_WORDS,
    FACTORS,
    ZoneMunicipality,
    formula_shares,
)

# What these formulas were written for; a run under another reading is not offered here.
READ_AS = {
    "zone_assistance.allocated_fills": "available_first",
    "zone_assistance.authority_rounding": "once",
    "zone_assistance.authority_source": "off_the_top",
    "zone_assistance.municipal_split": "formula_share",
    "zone_assistance.savings_floor": "zero",
    "zone_assistance.savings_methodology": "base_less_prior_year",
    "zone_assistance.standing_gates": "credit",
}
COLUMNS = {"zone": "Zone", "in_good_standing": "In good standing"} | {
    name: words[0].upper() + words[1:] for name, words in FACTOR_WORDS.items()
}
MEMBER = "52:27H-88 b."


def check(record: Record, holder: str, kept: Mapping[str, str]) -> str:
    """Write the sheets for a zone or one of its municipalities; return where its amount stands."""
    book, law = record.book, "zone_assistance.formula_weights"
    weights = [
        record.of_law(law, f"Weight of {words}", (at,))
        for at, words in enumerate(FACTOR_WORDS.values())
    ]
    pot = _Year(record, kept).pot()
    counted = [row for row in record.rows if row["in_good_standing"] == "yes"]
    zone = _zone(record, holder)
    own = [row for row in counted if row["zone"] == zone]
    places = record.inputs(COLUMNS, own, [row for row in counted if row["zone"] != zone])
    shares = _formula(record, counted)
    parts = []
    for at, (name, words) in enumerate(FACTOR_WORDS.items()):
        column = places[name]
        parts.append((f"{column.own}", f"({column.own}+{column.others})"))
        label = f"Part of all {words}, counted {record.law[law]['value'][at]}"
        formula = f"ROUND(100*{parts[-1][0]}/{parts[-1][1]},6)"
        book.step(label, formula, FORMULA, kept, 6)
    weight = _weighted(weights, parts)
    book.step("Share by the formula", f"ROUND(100*({weight}),6)", FORMULA, kept, 6)
    credited = record.amounts("allocation")
    amount = sum(credited.values(), ZERO)
    shared = Pot("Credits of the zones", FORMULA, pot, amount, _by_zone(counted, shares))
    key = min(row["municode"] for row in own)
    cut = share(book, shared, key, weight, f"1-({weight})")
    credit = book.step("Credit of the year", cut, FORMULA, kept)
    if not holder.isdigit():
        return credit
    codes = [row["municode"] for row in own]
    joint = Pot(
        "The zone’s credit among its municipalities", MEMBER, credit, credited[f"zone:{zone}"],
        {code: shares[code] for code in codes},
    )  # fmt: skip
    at = codes.index(holder)
    cells = [places[name].at(at) for name in FACTORS]
    mine = _weighted(weights, [(cell, of) for cell, (_, of) in zip(cells, parts, strict=True)])
    cut = share(book, joint, holder, mine, f"({weight})-({mine})")
    return book.step("Its part of the zone's credit", cut, MEMBER, kept)


def _zone(record: Record, holder: str) -> str:
    """The zone asked for, or the one of the municipality asked for."""
    if not holder.isdigit():
        return holder.removeprefix("zone:")
    return next(row["zone"] for row in record.rows if row["municode"] == holder)


def _weighted(weights: Sequence[str], parts: Sequence[tuple[str, str]]) -> str:
    """a.(2): each part of its factor's total, times the weight of the factor."""
    terms = zip(weights, parts, strict=True)
    return "+".join(f"{weight}*{own}/{total}" for weight, (own, total) in terms)


def _formula(record: Record, counted: Sequence[Row]) -> dict[str, int]:
    """Return each municipality's part of the formula, as the rules have it."""
    towns = [
        ZoneMunicipality(row["municode"], row["zone"], True, *(Decimal(row[n]) for n in FACTORS))
        for row in counted
    ]
    return formula_shares(towns, record.run.sfy)


def _by_zone(counted: Sequence[Row], shares: Mapping[str, int]) -> dict[str, int]:
    """Sum the parts by zone, each under its lowest code."""
    codes: dict[str, str] = {}
    found: dict[str, int] = {}
    for row in counted:
        code = codes.setdefault(row["zone"], row["municode"])
        found[code] = found.get(code, 0) + shares[row["municode"]]
    return found


class _Year:
    """The steps from the determined amount to the zones' pot, in the order of a.(1) to a.(3)."""

    def __init__(self, record: Record, kept: Mapping[str, str]) -> None:
        self.record, self.kept, self.book = record, kept, record.book

    def pot(self) -> str:
        """Write the steps down and return where the pot stands."""
        book, kept, record = self.book, self.kept, self.record
        determined = book.step("Determined amount", self._determined(), SECTION_98, kept)
        percent = self._percent()
        part = book.step("Available share of it", percent, STEP_DOWN, kept)
        available = book.step(
            "Available amount", f"ROUND({determined}*{part}/100,2)", STEP_DOWN, kept
        )
        given = determined
        if "appropriated_amount" in record.figures:
            given = record.figure("appropriated_amount", "Appropriated amount", MAKE_UP)
        given = book.step("Allocated to the fund", given, MAKE_UP, kept)
        share = f"MIN({determined}-{available},MAX({given}-{available},0))"
        book.step("General Fund's share", share, STEP_DOWN, kept)
        authority = book.step("Authority's amount", self._authority(), AUTHORITY, kept)
        label = "Shared by the formula after the Authority's amount"
        pot = book.step(label, f"MIN({available},{given})-{authority}", FORMULA, kept)
        short = f"MAX({available}-MIN({available},{given}),0)"
        book.step("Shortfall, owed later", short, MAKE_UP, kept)
        return pot

    def _determined(self) -> str:
        record, book, kept = self.record, self.book, self.kept
        compared = ""
        if "tax_expenditures" in record.figures:
            months = record.run.sfy < FIRST_YEAR_OF_SAVINGS
            label = "of January to June 2022, counted twice" if months else "of the year before"
            base = record.figure(
                "tax_expenditures_base", "Tax expenditures of SFY2022, the base", SECTION_98
            )
            other = record.figure("tax_expenditures", f"Tax expenditures {label}", SECTION_98)
            times = 2 if months else 1
            compared = book.step(
                "Determined by comparison", f"ROUND(MAX({base}-{times}*{other},0),2)",
                SECTION_98, kept,
            )  # fmt: skip
        if "determined_amount" in record.figures:
            return record.figure("determined_amount", "Determined amount", SECTION_98)
        return compared

    def _percent(self) -> str:
        record = self.record
        first = int(record.law["zone_assistance.first_year"]["value"])
        year = record.run.sfy - first
        label = f"Percent available in year {year + 1} of the schedule"
        return record.of_law("zone_assistance.step_down", label, (year,))

    def _authority(self) -> str:
        record = self.record
        if "authority_amount" in record.figures:
            return record.figure("authority_amount", "Authority's amount", AUTHORITY)
        base = record.of_law("zone_assistance.authority_base", "Authority's amount as printed")
        year = int(record.law["zone_assistance.authority_base_year"]["value"])
        cells = [
            record.figure(f"cpi_june_{of}", f"Consumer price index of June {of}", AUTHORITY)
            for of in (year, max(record.run.sfy - 1, year))
        ]
        return f"ROUND({base}*{cells[1]}/{cells[0]},2)"
