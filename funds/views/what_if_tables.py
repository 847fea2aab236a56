"""The only home of the tables of a what-if: holders, counties, ceilings, lapses, days."""

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal

from django.urls import reverse

from funds.models import WhatIf
from funds.queries import what_ifs as queries
from funds.queries.runs import on_map
from funds.queries.what_ifs import Ceiling, Effect, Lapsing
from funds.rules.money import ZERO
from funds.what_ifs import WATERMARK
from municipalities.tables import BLANK, Cell, Column, Row, Table, row

WORDS = {
    "general_fund": "To the General Fund",
    "authority": "To the UEZ Authority",
    "shortfall": "Shortfall, owed later",
    "levy_relief": "Levy relief",
    "receivable": "Owed by municipalities",
}


def holders(
    made: WhatIf, shown: Iterable[Effect], every: Iterable[Effect],
    other: tuple[WhatIf, Mapping[str, Decimal]] | None = None,
) -> Table:  # fmt: skip
    """Show each holder certified and in the what-if, and beside another what-if if one is asked."""
    columns = [
        Column("Holder"), Column("Run", "money", on_wide=True), Column("What if", "money"),
        Column("Change", "signed"), Column("Change drawn", "change"),
        Column("%", "percent_change", places=1),
    ]  # fmt: skip
    if other:
        columns += [Column(other[0].name, "money"), Column("Less than this", "signed")]
    rows = list(every)
    return Table(
        caption=f"{WATERMARK}. By name ($)",
        columns=columns,
        rows=[_holder(made, each, other[1] if other else None) for each in shown],
        totals=[_total(rows, other[1] if other else None)],
        on_phone="frame",
        fund=made.fund_id,
        dense=True,
        empty="No holder gets an amount in either.",
    )


def _holder(made: WhatIf, each: Effect, other: Mapping[str, Decimal] | None) -> Row:
    why = reverse("run_holder", args=[made.run_id, each.holder]) if each.before else ""
    code = each.holder if each.holder.isdigit() else ""
    cells = [Cell(each.before, why), each.after, each.change, each.change, each.percent]
    if other is not None:
        amount = other.get(each.holder, ZERO)
        cells += [amount, amount - each.after]
    return row(Cell(each.name, second=code), *cells, lit=bool(each.change))


def _total(rows: list[Effect], other: Mapping[str, Decimal] | None) -> Row:
    before, after = (sum((getattr(e, n) for e in rows), ZERO) for n in ("before", "after"))
    whole = Effect("", "", "", before, after)
    cells: list[object] = [before, after, whole.change, BLANK, whole.percent]
    if other is not None:
        amount = sum(other.values(), ZERO)
        cells += [amount, amount - after]
    return row(f"All {len(rows)}", *cells)


def counties(made: WhatIf, word: str, changes: Mapping[str, Decimal]) -> Table:
    """Show what counties gain, or what they lose, the most first; made-up ones last."""
    mapped = on_map(dict(changes))
    ranked = sorted(changes.items(), key=lambda each: (each[0] not in mapped, -abs(each[1])))
    return Table(
        caption="Numbers match the map ($)",
        columns=[Column("County"), Column(word, "money")],
        rows=[
            row(f"{rank}. {name}" if name in mapped else name, amount)
            for rank, (name, amount) in enumerate(ranked, 1)
        ],
        totals=[row("All of them", sum(changes.values(), ZERO))],
        on_phone="plain",
        fund=made.fund_id,
    )


def of_the_fund(made: WhatIf) -> Table:
    """Show what is nobody's share, and what follows from the shares, in sums."""
    lines = [
        (WORDS.get(li.component, li.component), li.certified or ZERO, li.amount or ZERO)
        for li in queries.of_the_fund(made)
    ]
    for name in ("levy_relief", "receivable"):
        lines += [(WORDS[name], b, a) for _, b, a in queries.sums(made, name)]
    return _beside("Of the fund ($)", "Amount", lines, made)


def days(made: WhatIf) -> Table:
    """Show what is due on each day, over all holders."""
    lines = [
        (_day(name), before, after) for name, before, after in queries.sums(made, "installment:")
    ]
    return _beside("Due by day, all holders together ($)", "Due", lines, made)


def own(made: WhatIf, lines: Iterable[object]) -> Table:
    """Show a municipality everything that the what-if has of its own."""
    rows = [
        (_day(li.component), li.certified or ZERO, li.amount or ZERO)  # type: ignore[attr-defined]
        for li in lines
    ]
    return _beside("Your own lines ($)", "Component", rows, made)


def _beside(
    caption: str, what: str, lines: Iterable[tuple[str, Decimal, Decimal]], made: WhatIf
) -> Table:
    return Table(
        caption=f"{WATERMARK}. {caption}",
        columns=[
            Column(what), Column("Run", "money"), Column("What if", "money"),
            Column("Change", "signed"),
        ],
        rows=[row(name, before, after, after - before) for name, before, after in lines],
        on_phone="plain",
        fund=made.fund_id,
        empty="Nothing.",
    )  # fmt: skip


def _day(name: str) -> str:
    word, _, on = name.partition(":")
    if word != "installment":
        return WORDS.get(name) or name.replace("_", " ").capitalize()
    return f"{date.fromisoformat(on):%B %-d, %Y}" if "-" in on else f"Installment {on}"


def ceilings(made: WhatIf, found: Iterable[Ceiling]) -> Table:
    """52:27H-88 b.: show each zone's ceilings of the year's credit, certified and otherwise."""
    names = [c.value.replace("_", " ").replace("-", " ").capitalize() for c in queries.CAPPED]
    columns = [Column("Zone")]
    for name in names:
        columns += [Column(f"{name}, run", "money", on_wide=True), Column(name, "money")]
    return Table(
        caption=f"{WATERMARK}. Ceilings of the SFY{made.sfy} credit ($)",
        columns=columns,
        rows=[
            row(
                each.effect.name,
                *(a for c in queries.CAPPED for a in (each.before[c], each.after[c])),
                lit=each.before != each.after,
            )
            for each in found
        ],
        on_phone="frame",
        fund=made.fund_id,
        dense=True,
        empty="No zone is credited.",
    )


def lapsing(made: WhatIf, found: Iterable[Lapsing]) -> Table:
    """52:27H-88 h.: show what of the vintage could lapse, by the balances of today."""
    before, after = queries.last_days(made)
    return Table(
        caption=f"{WATERMARK}. Not encumbered of the SFY{made.sfy} credit, by today’s balances ($)."
        f" Run: lapses after {before:%B %-d, %Y}; what if: after {after:%B %-d, %Y}",
        columns=[
            Column("Zone"), Column("Could lapse, run", "money"),
            Column("Could lapse, what if", "money"), Column("Used beyond it", "money"),
        ],
        rows=[
            row(each.effect.name, each.unused, each.would_be, each.beyond, lit=bool(each.beyond))
            for each in found
        ],
        on_phone="frame",
        fund=made.fund_id,
        empty="Nothing of this year’s credit is in a zone’s account.",
    )  # fmt: skip
