"""The only home of the table of who rises and who falls most from the year before."""

from django.urls import reverse

from funds.models import Run
from funds.queries.runs import HolderAmounts
from municipalities.tables import Cell, Column, Table, row

MANY = 5


def movers(run: Run, found: list[HolderAmounts]) -> Table | None:
    """Show the five largest rises and falls; None where the worksheet shows them at a glance."""
    if len(found) <= 2 * MANY:
        return None
    moved = sorted((each for each in found if each.change), key=lambda each: -(each.change or 0))
    rising = [each for each in moved[:MANY] if (each.change or 0) > 0]
    falling = [each for each in moved[-MANY:] if (each.change or 0) < 0]
    if not (rising or falling):
        return None
    return Table(
        f"The largest rises and falls from SFY{run.sfy - 1} ($)",
        [
            Column("Who"),
            Column(f"SFY{run.sfy - 1}", "money"),
            Column(f"SFY{run.sfy}", "money"),
            Column("Drawn", "change"),
            Column("Change", "signed"),
            Column("In percent", "percent_change", places=1),
        ],
        [
            row(
                each.name,
                each.before,
                Cell(each.main, reverse("run_holder", args=[run.pk, each.holder])),
                each.change,
                each.change,
                each.percent,
            )
            for each in [*rising, *falling]
        ],
        fund=run.fund_id,
        on_phone="frame",
        caption_unseen=True,
    )
