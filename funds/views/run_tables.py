"""The only home of the tables of a run's page: worksheet, steps, data, counties, checks."""

from decimal import Decimal

from django.urls import reverse

from funds import clause_links, dlgs_copies, offsets
from funds.models import Run
from funds.queries import runs as queries
from funds.queries.runs import BESIDE, WORDS, HolderAmounts
from funds.rules.determined_amount import determined_amount
from funds.rules.highlands_chain import certification_due
from municipalities import kinds
from municipalities.models import FactSeries
from municipalities.page_parts import Check, Tag
from municipalities.tables import BLANK, Cell, Column, Row, Table, row

ZERO = Decimal(0)
SHOWN = 5  # of those, the ones that are named
SWING = 15  # percent of change from which a holder's row needs an eye
BEFORE = {"general_fund": "To the General Fund", "authority": "To the UEZ Authority"}


def worksheet(run: Run, shown: list[HolderAmounts], every: list[HolderAmounts]) -> Table:
    """Show each holder's amount beside the year before."""
    beside = [c for c in BESIDE[run.fund_id] if any(c in h.parts for h in every)]
    columns = [Column("Holder")]
    columns += [Column(WORDS[c], "money", on_wide=True) for c in beside]
    columns += [
        Column("Share", "percent", places=3, on_wide=True),
        Column(f"SFY{run.sfy}", "money"),
    ]
    before = queries.year_before(run)
    if before is not None:
        columns += [
            Column(f"SFY{run.sfy - 1}", "money", on_wide=True),
            Column("Change", "signed"),
            Column("Change drawn", "change"),
            Column("%", "percent_change", places=1),
        ]
    total = sum((h.main for h in every), ZERO)
    return Table(
        caption="By name ($). Amounts are exact and add up; shares are rounded for display. "
        "Select an amount to see how it was worked out",
        columns=columns,
        rows=[_holder_row(run, h, beside, total, before) for h in shown],
        totals=[_total(every, beside, total, before)],
        on_phone="frame",
        fund=run.fund_id,
        dense=True,
        empty="No holder gets an amount in this run.",
    )


def _share(part: Decimal, total: Decimal) -> Decimal:
    return (part * 100 / total).quantize(Decimal("0.001")) if total else ZERO


def _holder_row(
    run: Run, h: HolderAmounts, beside: list[str], total: Decimal, before: Run | None
) -> Row:
    link = reverse("run_holder", args=[run.pk, h.holder])
    cells = [Cell(h.parts.get(c), link) for c in beside]
    cells += [Cell(_share(h.main, total)), Cell(h.main, link)]
    if before is not None:
        old = reverse("run_holder", args=[before.pk, h.holder]) if h.before else ""
        cells += [Cell(h.before, old), Cell(h.change, link), Cell(h.change), Cell(h.percent)]
    lit = h.percent is not None and abs(h.percent) > SWING
    name = Cell(h.name, link, second=h.holder if h.holder.isdigit() else "")
    return row(name, *cells, lit=lit)


def _total(
    every: list[HolderAmounts], beside: list[str], total: Decimal, before: Run | None
) -> Row:
    parts = [sum((h.parts.get(c, ZERO) for h in every), ZERO) for c in beside]
    cells: list[object] = [*parts, Cell(Decimal("100.000") if total else ZERO), total]
    if before is not None:
        old = sum((h.before or ZERO for h in every), ZERO)
        whole = HolderAmounts("", "", total, {}, old)
        cells += [old, total - old, BLANK, whole.percent]
    return row(f"All {len(every)}", *cells)


def steps(run: Run, found: list[HolderAmounts]) -> Table:
    """Show the arithmetic before the shares: the amount, what leaves it, what is shared."""
    shared = sum((h.main for h in found), ZERO)
    taken = [li for li in queries.fund_lines(run) if li.component in BEFORE]
    whole = shared + sum((Decimal(li.amount) for li in taken), ZERO)
    rows = [row(f"Amount of SFY{run.sfy}", whole, run.fund.statute)]
    for line in taken:
        cite = Cell(line.cite, clause_links.address(line.cite))
        rows.append(row(BEFORE[line.component], -Decimal(line.amount), cite))
    return Table(
        caption="From the amount of the year to what is shared ($)",
        columns=[Column("Step"), Column("Amount", "money"), Column("Clause")],
        rows=rows,
        totals=[row("Shared", Cell(shared, "#worksheet"), BLANK)],
        on_phone="plain",
        caption_unseen=True,
    )


def series(run: Run) -> Table:
    """Show the series of facts that the run froze."""
    used = run.series.select_related("document").order_by("kind", "period")
    used = used.prefetch_related("intake__overrides")
    return Table(
        caption="The most recent data made available, by series and version",
        caption_unseen=True,
        columns=[Column("Series"), Column("Period"), Column("From"), Column("Received", "date")],
        rows=[
            row(
                Cell(
                    kinds.words(s.kind),
                    reverse("intake", args=[s.intake_id]) if s.intake_id else "",
                    second=f"version {s.version}",
                    tag=_overridden(s),
                ),
                s.period,
                Cell(s.document.publisher, second=s.document.get_standing_display()),
                s.document.received_on,
            )
            for s in used
        ],
        empty="The amounts were given, and recorded as such."
        if run.kind == Run.Kind.ALLOTTED
        else "The facts were given with the run, and frozen with it.",
    )


def _overridden(series: FactSeries) -> Tag | None:
    """Keep an override of a file's checks in sight where its figures are used."""
    asked = series.intake.overrides.all() if series.intake else ()
    return Tag("Checks overridden", "warn") if any(each.approved_on for each in asked) else None


def counties(run: Run, by_county: dict[str, Decimal]) -> Table:
    """Show what each county's holders get, the most first; a joint zone counts in its first."""
    total = sum(by_county.values(), ZERO)
    mapped = queries.on_map(by_county)
    ranked = sorted(by_county.items(), key=lambda each: (each[0] not in mapped, -each[1]))
    return Table(
        caption="Numbers match the map ($)",
        columns=[
            Column("County"),
            Column("Drawn", "bar"),
            Column(f"SFY{run.sfy}", "money"),
            Column("Share", "percent", places=1),
        ],
        rows=[
            row(
                f"{rank}. {name}" if name in mapped else name,
                amount,
                amount,
                _share(amount, total).quantize(Decimal("0.1")),
            )
            for rank, (name, amount) in enumerate(ranked, 1)
        ],
        totals=[row("All counties", BLANK, Cell(total, "#worksheet"), Decimal("100.0"))],
        fund=run.fund_id,
        on_phone="plain",
    )


def checks(run: Run, found: list[HolderAmounts]) -> list[Check]:
    """Say what was looked at before the signature, exceptions first."""
    swings = [h for h in found if h.percent is not None and abs(h.percent) > SWING]
    said = [*_determined(run), *_highlands(run)]
    said += [
        Check("Noted", f"{h.name} changes {h.percent:+}%, more than {SWING}%.")
        for h in swings[:SHOWN]
    ]
    if len(swings) > SHOWN:
        said.append(Check("Noted", f"{len(swings) - SHOWN} more change over {SWING}%."))
    shared = sum((h.main for h in found), ZERO)
    said.append(Check("Passed", f"The {len(found)} amounts add up to ${shared:,.2f}, to the cent."))
    if not swings:
        said.append(Check("Passed", f"Nobody changes more than {SWING}%."))
    receipt = f"Receipt {run.inputs_hash[:8]} for the data, {run.results_hash[:8]} for the results."
    said.append(Check("Passed", "Data and results are frozen together.", receipt))
    return said


def _highlands(run: Run) -> list[Check]:
    """Say of Highlands aid whether it was certified in time, and that it is no cap exception."""
    if run.fund_id != offsets.FUND:
        return []
    said = Check("Noted", offsets.NO_EXCEPTION)
    if not hasattr(run, "certification"):
        due = f"{certification_due(run.sfy):%B %-d, %Y}"
        return [Check("Noted", f"To be certified by {due}; late is recorded. 54:1-85 e."), said]
    words = dlgs_copies.in_time(run.certification)
    return [Check("Late" if "late" in words else "Passed", words, "54:1-85 e."), said]


def _determined(run: Run) -> list[Check]:
    """Say whether the determined amount is what the tax expenditures give. 52:27H-98."""
    figures = run.facts.get("figures", {})
    if "tax_expenditures" not in figures:
        return []
    base, compared = (Decimal(figures[n]) for n in ("tax_expenditures_base", "tax_expenditures"))
    gives = determined_amount(run.sfy, base, compared, ZERO)
    recorded = Decimal(figures.get("determined_amount", gives))
    if recorded == gives:
        return [Check("Passed", f"The tax expenditures give the determined amount, ${gives:,.2f}.",
                      "52:27H-98")]  # fmt: skip
    return [
        Check(
            "Noted",
            f"${recorded:,.2f} was determined; the tax expenditures give ${gives:,.2f}.",
            "The amount on record stands. 52:27H-98",
        )
    ]
