"""The only home of what a record's number used twice means: the same again, or something else."""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from funds.refusal import Refusal


def refuse_other(
    number: str, kind: str, content: Mapping[str, tuple[Any, Any]], clause: str
) -> None:
    """Refuse a number that stands for other content; `content` is what is on record and asked.

    The same content sent again is the same record. Raises Refusal that names what differs.
    """
    differs = [
        f"its {name} is {_said(known)}, not {_said(asked)}"
        for name, (known, asked) in content.items()
        if known != asked
    ]
    if differs:
        raise Refusal(
            f"{number} is already another {kind}: {'; '.join(differs)}. Give this one a number "
            "of its own.",
            clause,
        )


def _said(value: Any) -> str:
    if isinstance(value, Decimal):
        return f"${value:,.2f}"
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M}"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return ", ".join(f"SFY{sfy} {_said(amount)}" for sfy, amount in sorted(value.items()))
    return str(value) or "nothing"
