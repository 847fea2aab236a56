"""The only home of the tables and the words of the public pages; every table is a file, too."""

from collections.abc import Iterable, Mapping
from decimal import Decimal

from django.urls import reverse

from funds.charts import Due
from funds.models import RunLine
from funds.queries import runs as run_queries
from funds.queries.published import Published
from municipalities.tables import BLANK, Cell, Column, Row, Table, row
from payments.models import Installment
from payments.queries.municipality import YearOfFund
from payments.queries.states import state_of
from payments.views.town import three_funds

ZERO = Decimal(0)
PLANNED = "installment:"  # parts of a year's plan, which the payments show
PLACES = {"Paid": "sent", "Returned": "late", "Released": "due"}
# In plain words, a sentence a step; each with its clause. tests/web/pages/test_plain_words.py
FORMULAS: dict[str, tuple[tuple[str, str], ...]] = {
    "energy-receipts": (
        (
            "Each town keeps at least the highest aid it had in the years before the fund.",
            "52:27D-439 b.(2)",
        ),
        (
            "What is left in the fund is shared out by each town’s part of the whole.",
            "52:27D-439 b.(4)",
        ),
        ("Each year the amount grows with the price index, and it never falls.", "52:27D-439 e."),
        ("It is paid in parts on set days from July to December.", "52:27D-439 c."),
    ),
    "highlands": (
        (
            "The assessor reports what open land lost in worth under the Highlands Act.",
            "54:1-85 c.",
        ),
        ("The county tax board works out the loss and signs it.", "54:1-85 d."),
        ("The State pays the tax that is lost for ten years, less in the last five.", "54:1-85 f."),
    ),
    "zone-assistance": (
        (
            "Half the weight is on lots used for trade, on need, and on people out of work.",
            "52:27H-88 a.(2)",
        ),
        ("The other half is on sales in the zone.", "52:27H-88 a.(2)"),
        (
            "A zone may use a year’s money for a set time. What is left then goes back.",
            "52:27H-88 h., i.",
        ),
    ),
}


def formula(fund: str) -> tuple[tuple[str, str], ...]:
    """Return how a fund's amounts are worked out, a sentence and its clause each."""
    return FORMULAS[fund]


def of_state(page: Iterable[Published], before: Iterable[Published], sfy: int | None) -> Table:
    """Show a page of a year's amounts beside the year before."""
    then = {each.holder: each.amount for each in before}
    return Table(
        "Certified amounts, by name ($)",
        [
            Column("Who"),
            Column("County", on_wide=True),
            Column(f"SFY{sfy}", "money"),
            Column(f"SFY{sfy - 1}" if sfy else "The year before", "money", on_wide=True),
            Column("Change", "signed"),
        ],
        [_holder_row(each, then.get(each.holder)) for each in page],
        on_phone="plain",
        caption_unseen=True,
        empty="Nobody of that name has an amount. Try a part of the name.",
    )


def _holder_row(each: Published, before: Decimal | None) -> Row:
    code = each.line.zone_id or each.line.municipality_id
    to = reverse("public_town", args=[code]) if code else ""
    change = each.amount - before if before is not None else None
    return row(Cell(each.name, to), each.county or None, each.amount, before, change)


def by_county(sums: Mapping[str, Decimal], fund: str) -> Table:
    """Rank the counties as the map beside it numbers them."""
    mapped = run_queries.on_map(dict(sums))
    ranked = sorted(sums.items(), key=lambda each: (each[0] not in mapped, -each[1]))
    return Table(
        "Numbers match the map ($)",
        [Column("County"), Column("Drawn", "bar"), Column("Amount", "money")],
        [
            row(f"{rank}. {name}" if name in mapped else name or "No county", amount, amount)
            for rank, (name, amount) in enumerate(ranked, 1)
        ],
        totals=[row("All counties", BLANK, sum(sums.values(), ZERO))],
        fund=fund,
        on_phone="plain",
        empty="Nothing stands certified.",
    )


def by_year(found: Iterable[Published], paid: Iterable[YearOfFund]) -> Table:
    """Show each fund's years from certified to paid; a later addition counts with its year."""
    names = {fund.code: fund.name for fund in three_funds()}
    sent = {(each.fund, each.sfy): each.paid for each in paid}
    years: dict[tuple[str, int, str], list[Published]] = {}
    for each in found:
        years.setdefault((each.fund, each.sfy, each.name), []).append(each)
    return Table(
        "Certified and paid, by fund and State fiscal year ($)",
        [
            Column("Fund and year"),
            Column("Whose"),
            Column("Certified", "money"),
            Column("Paid", "money"),
            Column("Certification"),
        ],
        [
            row(
                Cell(f"SFY{sfy}", second=names[fund]),
                name,
                sum((each.amount for each in all_of), ZERO),
                sent.get((fund, sfy), ZERO),
                ", ".join(each.certification for each in all_of),
            )
            for (fund, sfy, name), all_of in years.items()
        ],
        caption_unseen=True,
        empty="Nothing was certified to it yet.",
    )


def parts(of: Published, lines: Iterable[RunLine]) -> Table:
    """Show what a year's amount is made of, a line and its clause each."""
    return Table(
        f"{of.name}, SFY{of.sfy} ($)",
        [Column("Part"), Column("Amount", "money"), Column("Clause")],
        [
            row(
                run_queries.WORDS.get(line.component)
                or line.component.replace("_", " ").capitalize(),
                Decimal(line.amount),
                line.cite,
            )
            for line in lines
            if not line.component.startswith(PLANNED)
        ],
        on_phone="blocks",
    )


def dues(found: Iterable[Installment]) -> list[Due]:
    """Put a year's installments on a line: deposit day, statutory day, where each stands."""
    return [
        Due(
            each.deposit_on,
            f"{each.percent.normalize():f}%",
            each.amount,
            state_of(each),
            PLACES.get(state_of(each), ""),  # type: ignore[arg-type]
            due_on=None if each.deposit_on == each.statutory_on else each.statutory_on,
        )
        for each in found
    ]


def as_data(found: Iterable[Published]) -> Table:
    """Every certified amount, for a file: equal to what was certified, to the cent."""
    return Table(
        "Certified amounts",
        [
            Column("Fund"),
            Column("SFY", "count"),
            Column("Code"),
            Column("Who"),
            Column("County"),
            Column("Certified", "money"),
            Column("Certification"),
        ],
        [
            row(each.fund, each.sfy, each.holder, each.name, each.county, each.amount,
                each.certification)
            for each in found
        ],
    )  # fmt: skip


def payments(found: Iterable[Installment]) -> Table:
    """Every installment, for a file."""
    return Table(
        "Installments",
        [
            Column("Fund"),
            Column("SFY", "count"),
            Column("Statutory day", "date"),
            Column("Deposit day", "date"),
            Column("Percent"),
            Column("Amount", "money"),
            Column("State"),
        ],
        [
            row(each.fund_id, each.entitlement_sfy, each.statutory_on, each.deposit_on,
                f"{each.percent.normalize():f}", each.amount, state_of(each))
            for each in found
        ],
    )  # fmt: skip
