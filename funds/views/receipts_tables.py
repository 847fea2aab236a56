"""The only home of the tables of energy tax receipts' amount: years, index, growth, towns."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from funds.models import Run
from funds.queries import receipts_years as queries
from funds.queries.receipts_years import ReceiptsYear, TownLine
from funds.rules.money import ZERO
from municipalities.models import FactSeries
from municipalities.page_parts import Tag, Term
from municipalities.questions import page_of
from municipalities.tables import BLANK, Cell, Column, Row, Table, row

NOT = "Not on record"
FUND = "energy-receipts"


def years(found: Sequence[ReceiptsYear]) -> Table:
    """Show each year's facts beside one another; bars once most years have a required amount."""
    drawn = 2 * sum(each.required is not None for each in found) > len(found)
    return Table(
        caption="By State fiscal year ($). Required, appropriated and credited are facts apart",
        columns=[
            Column("Year"),
            Column("Index", "percent", places=1),
            Column("Deflator says", "percent", places=1, on_wide=True),
            Column("Required", "money", cite="e."),
            Column("Appropriated", "money"),
            Column("Credited", "money", cite="a."),
            *([Column("Required, beside one another", "bar", on_wide=True)] if drawn else []),
            Column("52:27D-441", "state"),
        ],
        rows=[_year(each, drawn) for each in found],
        on_phone="frame",
        fund=FUND,
    )


def _year(each: ReceiptsYear, drawn: bool) -> Row:
    link = reverse("receipts_year", args=[each.sfy])
    none = "By the act" if queries.fixed(each.sfy) else NOT
    return row(
        Cell(f"SFY{each.sfy}", link),
        Cell(each.rate, link, nothing=none),
        Cell(each.check.half.rate if each.check else None, link, nothing=none),
        Cell(each.required, f"{link}#growth", nothing=NOT),
        Cell(each.appropriated, f"{link}#watch", nothing=NOT),
        Cell(each.credited, link, nothing="None yet"),
        *([each.required or ZERO] if drawn else []),
        state(each),
        lit=bool(each.short),
    )


def state(each: ReceiptsYear) -> Tag:
    """Say in two words what 52:27D-441 comes to."""
    if each.judgment is None:
        return Tag(NOT)
    if each.judgment.missing:
        return Tag("Cannot be judged", "warn")
    if not each.short:
        return Tag("In full", "good")
    act = each.enactment
    if act is not None and act.notified_on:
        return Tag("Short, notified", "warn")
    return Tag("Short", "bad")


def index(year: ReceiptsYear, before: ReceiptsYear | None, series: FactSeries | None) -> list[Term]:
    """Set the promulgated rate beside what the deflator gives; a tie with both its amounts."""
    promulgated = f"{year.rate.normalize():f}%" if year.rate is not None else NOT
    rows = [Term("Promulgated rate", promulgated)]
    if series is not None:
        rows.append(Term("By", f"{series.document}, version {series.version}"))
    check = year.check
    if check is None:
        return [*rows, Term("The deflator’s second quarters", NOT)]
    rows += [
        Term(f"Deflator, second quarter of {check.year - 1}", f"{check.before.normalize():f}"),
        Term(f"Deflator, second quarter of {check.year}", f"{check.now.normalize():f}"),
        Term("Change", f"{check.shown}%"),
        Term("To the nearest half percent", f"{check.half.rate.normalize():f}%"),
    ]
    if check.half.other is not None:
        rows += _tie(year, before)
    if year.agrees is False:
        rows.append(Term("Agrees with the promulgated rate", "No: the promulgated rate stands"))
    return rows


def _tie(year: ReceiptsYear, before: ReceiptsYear | None) -> list[Term]:
    if year.check is None or year.check.half.other is None:
        return []
    prior = before.required if before else None
    rates = (year.check.half.rate, year.check.half.other)
    if prior is None:
        return [Term("An exact tie", " or ".join(f"{rate.normalize():f}%" for rate in rates))]
    return [
        Term(f"An exact tie: at {rate.normalize():f}%", queries.grown(prior, rate, year.sfy),
             total=True, in_dollars=True)
        for rate in rates
    ]  # fmt: skip


def growth(year: ReceiptsYear, before: ReceiptsYear | None) -> list[Term]:
    """Derive the required amount from the year before, or say what is missing."""
    if queries.fixed(year.sfy):
        return [Term("Printed in the act, 439 e.", year.required, total=True, in_dollars=True)]
    prior = before.required if before else None
    if year.required is None or prior is None or year.rate is None:
        return []
    rate = max(year.rate, ZERO)
    return [
        Term(f"Required in SFY{year.sfy - 1}", prior,
             reverse("receipts_year", args=[year.sfy - 1])),
        Term(f"Index {rate.normalize():f}%, never below zero", year.required - prior),
        Term(f"Required in SFY{year.sfy}", year.required, total=True, in_dollars=True),
    ]  # fmt: skip


def lines(request: HttpRequest, found: Sequence[TownLine], run: Run) -> dict[str, Any]:
    """Show fifty municipalities a page, with the sums of all of them."""
    page = page_of(request, found)
    summed = ("entitled", "appropriated", "certified", "paid", "levy_relief")
    sums = [_sum([getattr(each, name) for each in found]) for name in summed]
    table = Table(
        caption="Each municipality’s part of the year ($), less what goes to its county",
        columns=[
            Column("Municipality"),
            Column("Entitled", "money", cite="e."),
            Column("Appropriated", "money"),
            Column("Certified", "money"),
            Column("Paid", "money"),
            Column("Levy relief", "money", cite="e."),
            Column("Attested", "state"),
        ],
        rows=[_town(each, run) for each in page],
        totals=[row("All municipalities", *sums, BLANK)],
        on_phone="frame",
        fund=FUND,
    )
    return {"page": page, "lines": table}


def _sum(amounts: Sequence[Decimal | None]) -> Cell:
    known = [each for each in amounts if each is not None]
    return Cell(sum(known, ZERO)) if len(known) == len(amounts) else Cell(nothing=NOT)


def _town(each: TownLine, run: Run) -> Row:
    link = reverse("municipality", args=[each.code])
    why = reverse("run_holder", args=[run.pk, each.code])
    return row(
        Cell(each.name, link, second=each.code),
        Cell(each.entitled, why, nothing=NOT),
        Cell(each.appropriated, why, nothing=NOT),
        Cell(each.certified, why),
        Cell(each.paid, link),
        Cell(each.levy_relief, why),
        _attested(each),
        lit=each.paid > each.certified,
    )


def _attested(each: TownLine) -> Tag:
    if each.attested is not None:
        return Tag(f"Filed {each.attested.attested_on:%b %-d, %Y}")
    return Tag("Nothing to attest") if each.levy_relief <= 0 else Tag("Waits")
