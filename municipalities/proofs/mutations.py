"""The only list of what happens to a file on its way: harmless, wrong, or damaged.

After a harmless one the figures are what they were; a wrong one must be refused; a damaged file
may come to anything but a fault of ours.
"""

from collections.abc import Callable
from decimal import Decimal
from random import Random
from typing import Any

from municipalities.proofs.tables_made import Made

Mutation = Callable[[Made, Random], None]


def _figures_from(made: Made) -> int:
    """Return the first column that holds figures."""
    return {"deflator": 1, "vacant-land": 9}.get(made.layout, 2)


def _any_cell(made: Made, rng: Random) -> tuple[int, int]:
    return rng.randrange(len(made.rows)), rng.randrange(_figures_from(made), len(made.heads))


# --- harmless ---


def columns_swapped(made: Made, rng: Random) -> None:
    """Put the columns in another order."""
    order = list(range(len(made.heads)))
    rng.shuffle(order)
    made.heads = [made.heads[at] for at in order]
    made.rows = [[row[at] if at < len(row) else None for at in order] for row in made.rows]
    made.formats = {(row, order.index(at)): form for (row, at), form in made.formats.items()}


def rows_shuffled(made: Made, rng: Random) -> None:
    """Put the rows in another order."""
    if not made.formats:
        rng.shuffle(made.rows)
        rng.shuffle(made.lines)


def titles_above(made: Made, rng: Random) -> None:
    """Put more rows above the heads."""
    made.above += rng.randrange(1, 6)


def another_column(made: Made, rng: Random) -> None:
    """Add a column that nobody knows."""
    made.heads.append(f"Remark {rng.randrange(100)}")
    wide = len(made.heads) - 1
    made.rows = [[*row, "n/a"] if len(row) == wide else row for row in made.rows]


def a_total(made: Made, rng: Random) -> None:
    """Add a row that sums, and one that is blank."""
    if "Municipality" in made.heads:
        name = made.heads.index("Municipality")
        made.rows += [[], [None] * name + ["TOTAL"]]


def capitals(made: Made, rng: Random) -> None:
    """Write names and heads in capitals."""
    made.heads = [head.upper() for head in made.heads]
    made.rows = [[c.upper() if isinstance(c, str) else c for c in row] for row in made.rows]


def typed_amounts(made: Made, rng: Random) -> None:
    """Write dollars as people type them."""
    if made.layout not in ("taxable-sales", "ratables", "receipts-base", "vacant-land"):
        return
    spelled = rng.choice(("${:,.2f}", " {:,.2f} ", "$\xa0{:,.2f}"))
    made.rows = [
        [spelled.format(c) if isinstance(c, Decimal) else c for c in row] for row in made.rows
    ]


def codes_as_numbers(made: Made, rng: Random) -> None:
    """Let a spreadsheet take the codes' zeros, and show them by a format."""
    if made.kind == "xlsx" and "Municode" in made.heads:
        at = made.heads.index("Municode")
        for number, row in enumerate(made.rows):
            if len(row) > at and str(row[at]).isdigit():
                row[at] = int(row[at])
                made.formats[number, at] = "0000"


def other_encoding(made: Made, rng: Random) -> None:
    """Save a text with a mark, in UTF-16, or with other separators and line ends."""
    if made.kind == "csv":
        made.encoding = rng.choice(("utf-8-sig", "utf-16", "cp1252"))
        made.separator = rng.choice(",;\t")
    made.ends = rng.choice(("\r\n", "\n"))


def stray_cells(made: Made, rng: Random) -> None:
    """Leave a blank in the last row of the sheet and a format in its last column."""

    def touch(sheet: Any) -> None:
        sheet["A1048576"] = " "
        sheet["XFD3"].number_format = "0.00"

    made.touch.append(touch)


DAYS = ("observation_date", "judged or approved on")


def days_as_serials(made: Made, rng: Random) -> None:
    """Write days as a spreadsheet keeps them, counted from 1900 or 1904."""
    from datetime import date

    heads = [head.casefold() for head in made.heads]
    day = next((head for head in heads if head in DAYS), "")
    if day and made.kind == "xlsx":
        at = heads.index(day)
        for row in made.rows:
            row[at] = date.fromisoformat(row[at]) if isinstance(row[at], str) else row[at]
        made.from_1904 = rng.random() < 0.5


HARMLESS: tuple[Mutation, ...] = (
    columns_swapped, rows_shuffled, titles_above, another_column, a_total, capitals, typed_amounts,
    codes_as_numbers, other_encoding, stray_cells, days_as_serials,
)  # fmt: skip

# --- wrong ---

NO_FIGURES = ("N/A", "1.234,50", "12,34.50", "1e5", "\uff11\uff12", "=1+1", "#REF!", "--4", "12-",
              "\u200b5", "5\ufffd", "TRUE", "(3)", "1 2", "twelve", "'5")  # fmt: skip


def no_figure(made: Made, rng: Random) -> None:
    """Write into a cell what is no figure."""
    if made.lines:
        return wrong_class(made, rng)
    row, column = _any_cell(made, rng)
    if made.layout == "deflator":
        row = next(n for n, each in enumerate(made.rows) if "2025-04-01" in map(str, each))
        column = next(n for n, each in enumerate(made.rows[row]) if "2025" not in str(each))
    made.rows[row][column] = rng.choice(NO_FIGURES)
    return made.spoil()


def wrong_class(made: Made, rng: Random) -> None:
    """Give a parcel a class that there is not."""
    at = rng.randrange(len(made.lines))
    line = made.lines[at]
    made.lines[at] = line[:55] + rng.choice(("9Z ", "   ", "4D ")) + line[58:]
    made.spoil()


def head_lost(made: Made, rng: Random) -> None:
    """Lose the head of a column that is needed."""
    if made.heads:
        at = rng.randrange(_figures_from(made), len(made.heads))
        if made.heads[at] not in ("corrections", "county_payment"):
            made.heads[at] = "Figure"
            made.spoil()


def row_twice(made: Made, rng: Random) -> None:
    """Have a row stand twice."""
    if made.layout != "deflator":
        rows: list[Any] = made.lines or made.rows
        rows.append(rng.choice(rows[:10]))
        made.spoil()
    else:
        no_figure(made, rng)


def code_of_nobody(made: Made, rng: Random) -> None:
    """Name a municipality that there is not."""
    if made.layout == "deflator":
        return no_figure(made, rng)
    at = rng.randrange(len(made.lines or made.rows))
    if made.lines:
        made.lines[at] = rng.choice(("9999", "    ", "01A1")) + made.lines[at][4:]
    else:
        made.rows[at][:2] = [rng.choice(("9999", "1E2", "01O1", 2.5)), "Nowhere at All"]
    return made.spoil()


def another_year(made: Made, rng: Random) -> None:
    """Say another year in the title."""
    if made.title and made.layout != "deflator":
        made.title = "Table of 2019"
        made.spoil()
    else:
        no_figure(made, rng)


WRONG: tuple[Mutation, ...] = (no_figure, head_lost, row_twice, code_of_nobody, another_year)

# --- damaged ---


def cut_off(made: Made, rng: Random) -> None:
    """Lose the end of the file."""
    share = rng.random()
    made.damage.append(lambda content: content[: int(len(content) * share)])


def bytes_changed(made: Made, rng: Random) -> None:
    """Change a few bytes."""
    places = [(rng.random(), rng.randrange(256)) for _ in range(rng.randrange(1, 9))]

    def damage(content: bytes) -> bytes:
        changed = bytearray(content)
        for where, byte in places:
            changed[int(where * len(changed))] = byte
        return bytes(changed)

    made.damage.append(damage)


def bytes_inserted(made: Made, rng: Random) -> None:
    """Put bytes in between."""
    where, more = rng.random(), rng.randbytes(rng.randrange(1, 40))
    made.damage.append(
        lambda content: content[: int(where * len(content))] + more
        + content[int(where * len(content)) :]
    )  # fmt: skip


DAMAGED: tuple[Mutation, ...] = (cut_off, bytes_changed, bytes_inserted)


def mutate(made: Made, rng: Random) -> str:
    """Let one to four things happen to a file, in their order; return whether it is damaged."""
    chosen = rng.sample(HARMLESS, rng.randrange(0, 4))
    share = rng.random()
    if share < 0.35:
        WRONG[rng.randrange(len(WRONG))](made, rng)
    for mutation in chosen:
        mutation(made, rng)
    if share > 0.75:
        DAMAGED[rng.randrange(len(DAMAGED))](made, rng)
    names = ", ".join(each.__name__ for each in chosen)
    return f"{made.layout}.{made.kind} {names}"
