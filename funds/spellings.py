"""The only home of how a figure of the law is written for a person, and read from one."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from funds.refusal import Refusal
from funds.rules.parameters import Value


def words(value: Value) -> str:
    """Write a figure: "80", "available_first", "1/6; 1/6; 1/2", "7 15 35; 8 1 10"."""
    if isinstance(value, tuple):
        within = any(isinstance(each, tuple) for each in value)
        return "; ".join(
            " ".join(words(part) for part in each) if within else words(each) for each in value
        )
    return f"{value:f}" if isinstance(value, Decimal) else str(value)


def read(text: str, like: Value) -> Value:
    """Read a figure of the same shape as the one it takes the place of; raises Refusal in words."""
    try:
        return _read(text.strip(), like)
    except (ValueError, InvalidOperation, ZeroDivisionError):
        raise Refusal(f"“{text}” is no figure like “{words(like)}”; needed is its shape.") from None


def typed(kept: Any, like: Value) -> Value:
    """Return a figure again from what JSON keeps of it: text, or lists of text."""
    if isinstance(kept, list | tuple):
        first = like[0] if isinstance(like, tuple) and like else like
        return tuple(typed(each, first) for each in kept)
    return _read(str(kept), like)


def _read(text: str, like: Value) -> Value:
    if isinstance(like, tuple):
        parts = [each.strip() for each in text.split(";")]
        if any(isinstance(each, tuple) for each in like):
            return tuple(_tuple(each.split(), like[0]) for each in parts)
        return _tuple(parts, like)
    if isinstance(like, str):
        return text
    if "/" in text:
        return Fraction(text)
    return int(text) if text.lstrip("-").isdigit() else Decimal(text)


def _tuple(parts: Sequence[str], like: tuple[Value, ...]) -> tuple[Value, ...]:
    return tuple(_read(part, like[0]) for part in parts)
