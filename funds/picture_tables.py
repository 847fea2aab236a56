"""The only home of the tables that stand under charts: the same figures, row for mark.

A mark's title begins with the words of its row's head; tests/web/test_pictures.py holds them equal.
"""

from collections.abc import Sequence
from decimal import Decimal

from funds import charts
from municipalities.tables import BLANK, Cell, Column, Table, row

ZERO = Decimal(0)
TOGETHER = "Together"


def of_lapse_days(days: Sequence[charts.LapseDay]) -> Table:
    """What lapses by last usable day, by both clocks."""
    return Table(
        "What lapses by last usable day ($)",
        [
            Column("Last usable day"),
            Column("Not encumbered, h.", "money"),
            Column("Encumbered, not spent, i.", "money"),
            Column(TOGETHER, "money"),
        ],
        [row(f"{d.on:%b %-d, %Y}", d.unencumbered, d.encumbered, d.total) for d in days],
        totals=[
            row(
                "All days",
                sum((d.unencumbered for d in days), ZERO),
                sum((d.encumbered for d in days), ZERO),
                sum((d.total for d in days), ZERO),
            )
        ],
        on_phone="frame",
    )


def of_gauges(gauges: Sequence[charts.Gauge]) -> Table:
    """What is used of each limit, and what it leaves."""
    return Table(
        "Used against the limit ($). Left = limit − used",
        [
            Column("Purpose"),
            Column("Limit", "money"),
            Column("Used", "money"),
            Column("Left", "money"),
        ],
        [
            row(Cell(g.label, second=g.rate), *(Cell(a, g.url) for a in (g.limit, g.used, g.left)))
            for g in gauges
        ],
        on_phone="frame",
    )


def of_bridge(shown: charts.Bridge) -> Table:
    """The old amount, each reason, the new amount."""
    return Table(
        "From the old amount to the new ($)",
        [Column("What"), Column("Amount", "signed")],
        [
            row(shown.old_label, Cell(shown.old, shown.old_url)),
            *(row(part.label, Cell(part.amount, part.url)) for part in shown.parts),
        ],
        totals=[row(shown.new_label, Cell(shown.new, shown.new_url))],
        on_phone="plain",
    )


def of_timeline(dues: Sequence[charts.Due]) -> Table:
    """Each date with its statutory day, the part, the amount and where it stands."""
    amounts = [due.amount for due in dues if due.amount is not None]
    return Table(
        "By day ($)",
        [
            Column("Day"),
            Column("Statutory day"),
            Column("Part"),
            Column("Amount", "money"),
            Column("State", "state"),
        ],
        [
            row(
                f"{d.on:%b %-d, %Y}",
                f"{d.due_on or d.on:%b %-d, %Y}",
                d.part,
                Cell(d.amount, d.url, nothing="None yet"),
                d.state,
            )
            for d in dues
        ],
        totals=[row("All days", BLANK, BLANK, sum(amounts, ZERO), BLANK)] if amounts else (),
        on_phone="frame",
    )


def of_step_down(stages: Sequence[charts.Stage]) -> Table:
    """The share that stays, and the rest, year by year."""
    return Table(
        "Share that stays, by State fiscal year",
        [Column("Year"), Column("Stays", "percent"), Column("Goes", "percent"), Column("Note")],
        [row(f"SFY{s.sfy}", s.rate, 100 - s.rate, s.note or None) for s in stages],
        on_phone="plain",
    )


def of_stacks(stacks: Sequence[charts.Stack]) -> Table:
    """Each bar's parts and its sum."""
    names = [name for name, _ in stacks[0].parts] if stacks else []
    return Table(
        f"{TOGETHER} = {' + '.join(name.lower() for name in names)} ($)",
        [Column("Year"), *(Column(name, "money") for name in names), Column(TOGETHER, "money")],
        [row(s.label, *(Cell(a, s.url) for _, a in s.parts), Cell(s.total, s.url)) for s in stacks],
        totals=[
            row(
                "All years",
                *(sum((s.parts[at][1] for s in stacks), ZERO) for at in range(len(names))),
                sum((s.total for s in stacks), ZERO),
            )
        ],
        on_phone="frame",
    )
