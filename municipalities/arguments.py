"""The only reader of a day that a command is asked for."""

from argparse import ArgumentTypeError
from datetime import date


def day(text: str) -> date:
    """Read a day as YYYY-MM-DD; anything else is refused with what was found and what is needed."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"found {text!r}; needed a day as YYYY-MM-DD") from None
