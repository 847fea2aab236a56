"""The only home of the demonstration's figures for energy tax receipts: amounts and bases.

Published: that SFY2023 was flat, the increases of SFY2024 and SFY2025, and the two sums of which
SFY2026 is made. The amount they start from is a demonstration figure, chosen so that both
published increases in dollars ($9.9 and $7.2 million) come out; each town's base is one too.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from funds.rules.money import apportion, floor_cents, percent_of
from municipalities.models import Municipality, SourceDocument
from payments.demo.figures import made_up, number, published, record
from payments.demo.people import People

FIRST = 2022
FIRST_AMOUNT = Decimal(1_421_000_000)
AMOUNT_OF_2026 = Decimal(1_454_900_000)  # published: $805.6 million and $649.3 million
BASE_YEAR_AMOUNT = Decimal(755_000_000)  # 52:27D-439 e., for SFY2002
DEFLATOR = {2024: Decimal("129.920"), 2025: Decimal("132.532")}  # second quarters, published

# Percent by SFY, its paper, who published it and when it was received.
INCREASES = {
    2023: ("0", "Report on flat receipts in SFY2023", "New Jersey State League of Municipalities",
           date(2022, 3, 10)),
    2024: ("0.7", "Local Finance Notice 2023-05", "Division of Local Government Services",
           date(2023, 3, 1)),
    2025: ("0.5", "Local Finance Notice 2024-05", "Division of Local Government Services",
           date(2024, 3, 6)),
}  # fmt: skip
AS_PUBLISHED = "Increase of every municipality's aid as published, used as the year's rate"
LARGE = {"0714", "0906", "1608", "2004", "0408", "1111", "0717", "0705", "1327", "0102"}
WITH_COUNTY = {"2101": "2500", "2108": "2500", "2119": "4000"}  # dollars a year, demonstration


def record_year(sfy: int, people: People, towns: int) -> None:
    """Record what a year's run reads."""
    period = f"SFY{sfy}"
    if sfy == FIRST:
        _record_first(people, towns)
    elif sfy in INCREASES:
        percent, title, publisher, on = INCREASES[sfy]
        paper = published(title, publisher, AS_PUBLISHED, on)
        _of_state("promulgated_percent", period, Decimal(percent), paper, people)
    elif sfy == 2026:
        paper = SourceDocument.objects.get(title="Energy tax receipts in the SFY2026 budget")
        _of_state("amount", period, AMOUNT_OF_2026, paper, people)
    else:
        growth = (DEFLATOR[2025] / DEFLATOR[2024] - 1) * 100
        paper = made_up("index rate of SFY2027, from the published deflator", date(2026, 6, 1))
        _of_state("index_percent", period, growth.quantize(Decimal("0.0001")), paper, people)


def _record_first(people: People, towns: int) -> None:
    paper = made_up("bases of energy tax receipts", date(2021, 6, 15))
    values: Mapping[str, Mapping[str | None, Decimal]] = bases(towns)
    for kind, of_towns in values.items():
        period = f"SFY{FIRST}" if kind == "prior_year_amount" else "SFY2002"
        record(kind, period, of_towns, document=paper, people=people)
    _of_state("prior_amount", f"SFY{FIRST}", FIRST_AMOUNT, paper, people)
    _of_state("promulgated_percent", f"SFY{FIRST}", Decimal(0), paper, people)


def bases(towns: int) -> dict[str, dict[str | None, Decimal]]:
    """Return what each municipality's aid is worked out from, by kind of figure.

    Every fourth of them has the frozen amount of paragraph (3), a twentieth of its share.
    """
    standing = Municipality.objects.filter(made_up=False).exclude(
        dissolved_on__lte=date(2021, 6, 30)
    )
    codes = list(standing.values_list("code", flat=True).order_by("code"))
    chosen = sorted({*codes[: towns or None], *(WITH_COUNTY if towns else ())})
    weights = {code: _size(code) for code in chosen}
    prior = apportion(FIRST_AMOUNT, weights)
    lasting = [code for code in chosen[::4] if code != "0429"]  # that one dissolved in SFY2022
    return {
        "prior_year_amount": {**prior},
        "sfy2002_amount": {**apportion(BASE_YEAR_AMOUNT, weights)},
        "difference": {code: floor_cents(percent_of(prior[code], 5)) for code in lasting},
        "county_payment": {
            code: Decimal(amount) for code, amount in WITH_COUNTY.items() if code in weights
        },
    }


def _size(code: str) -> int:
    """A weight: most municipalities are small, a few are not."""
    drawn = number(1000, "size", code)
    return (150 + drawn * drawn // 900) * (9 if code in LARGE else 1)


def _of_state(
    kind: str, period: str, value: Decimal, paper: SourceDocument, people: People
) -> None:
    record(kind, period, {None: value}, document=paper, people=people)
