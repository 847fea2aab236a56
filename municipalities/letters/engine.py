"""The only home of setting a letter: PDF/UA-1 by typst, with our font, the same bytes each time."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any

import typst

HERE = Path(__file__).parent


def typeset(letter: Mapping[str, Any], *, number: str, on: date, verify: str, mark: str) -> bytes:
    """Return the letter as a tagged PDF. `mark` stands on every page; `verify` is an address."""
    said = dict(letter) | {
        "number": number,
        "on": f"{on:%B} {on.day}, {on.year}",
        "verify": verify,
        "mark": mark,
        "tables": [_shown(each) for each in letter["tables"]],
    }
    return typst.compile(
        str(HERE / "letter.typ"),
        format="pdf",
        root=str(HERE),
        font_paths=[str(HERE / "fonts")],
        ignore_system_fonts=True,
        pdf_standards="ua-1",
        sys_inputs={"letter": json.dumps(said)},
        timestamp=int(datetime.combine(on, time(), tzinfo=UTC).timestamp()),
    )


def _shown(table: Mapping[str, Any]) -> dict[str, Any]:
    """Put separators into the table's amounts."""
    kinds = [column["kind"] for column in table["columns"]]
    return dict(table) | {
        "rows": [_cells(row, kinds) for row in table["rows"]],
        "total": _cells(table["total"], kinds),
    }


def _cells(cells: Sequence[str], kinds: Sequence[str]) -> list[str]:
    paired = zip(cells, kinds, strict=False)
    return [f"{Decimal(c):,}".replace("-", "−") if k == "money" and c else c for c, k in paired]
