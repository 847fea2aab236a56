"""The only home of how amounts, years, dates and the three kinds of nothing are written."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from html import escape

from django import template
from django.utils import timezone
from django.utils.safestring import SafeString

from funds.rules import fiscal_year

register = template.Library()

MINUS = "\u2212"
NONE = "None"
NONE_YET = "None yet"
CENT = Decimal("0.01")

Amount = Decimal | int | str | None


@register.filter
def money(amount: Amount, nothing: str = NONE) -> str:
    """Write 1,234.56 or −1,234.56; what is not a number stands as it is, nothing as `nothing`."""
    if amount is None or amount == "":
        return nothing
    if isinstance(amount, str):
        return amount
    return _signed_digits(amount, positive="")


@register.filter
def dollars(amount: Amount, nothing: str = NONE) -> str:
    """Write $1,234.56 or −$1,234.56, for key figures, buttons and sentences."""
    if amount is None or isinstance(amount, str):
        return money(amount, nothing)
    digits = _signed_digits(Decimal(amount), positive="")
    return f"{MINUS}${digits[1:]}" if digits.startswith(MINUS) else f"${digits}"


@register.filter
def signed(amount: Amount, nothing: str = NONE) -> str:
    """Write a change with its sign: +51,616.39, −14,727.58, 0.00."""
    if amount is None or isinstance(amount, str):
        return money(amount, nothing)
    return _signed_digits(amount, positive="+")


@register.filter
def count(number: int | None) -> str:
    """Write a count with its thousands: 88,214; a negative one with a true minus."""
    if number is None:
        return NONE
    return f"{number:,}".replace("-", MINUS)


@register.filter
def percent(rate: Decimal | int | None, places: int | str | None = "") -> str:
    """Write a percentage as it stands (15%), or to so many places when they are given."""
    if rate is None:
        return NONE
    shown = Decimal(rate)
    digits = f"{shown:.{int(places)}f}" if places not in ("", None) else f"{shown:f}"
    return f"{digits.replace('-', MINUS)}%"


@register.filter
def percent_change(rate: Decimal | None, places: int | str | None = "") -> str:
    """Write a percentage of change with its sign: +3.9%, −2.2%."""
    shown = percent(rate, places)
    return f"+{shown}" if rate is not None and rate > 0 else shown


@register.filter
def sfy(year: int | None) -> str:
    """Name a State fiscal year: SFY2027."""
    return NONE if year is None else f"SFY{year}"


@register.filter
def sfy_of(on: date) -> str:
    """The State fiscal year of a day: SFY2027."""
    return sfy(fiscal_year.sfy_of(on))


@register.filter
def ondate(on: date | None, nothing: str = NONE_YET) -> str:
    """Write a day: Nov 30, 2026."""
    return nothing if on is None else f"{on:%b} {on.day}, {on.year}"


@register.filter
def ondate_short(on: date | None, nothing: str = NONE_YET) -> str:
    """Write a day inside one fiscal year's table: Nov 30."""
    return nothing if on is None else f"{on:%b} {on.day}"


@register.filter
def ondate_weekday(on: date | None, nothing: str = NONE_YET) -> str:
    """Write a day on which something is due: Mon, Nov 30, 2026."""
    return nothing if on is None else f"{on:%a}, {ondate(on)}"


@register.filter
def moment(at: datetime | date | None, nothing: str = NONE_YET) -> str:
    """Write a moment in New York: Nov 30, 2026, 9:40 a.m.; a day alone stays a day."""
    if not isinstance(at, datetime):
        return ondate(at, nothing)
    here = timezone.localtime(at) if timezone.is_aware(at) else at
    half = "a.m." if here.hour < 12 else "p.m."
    return f"{ondate(here)}, {here.hour % 12 or 12}:{here:%M}\N{NO-BREAK SPACE}{half}"


@register.filter
def sentence(words: str) -> str:
    """End words with one full stop, also after a.m."""
    return f"{words.rstrip('.')}."


@register.filter
def days_from(due: date, today: date) -> str:
    """Say how far a day is: today, tomorrow, in 4 days, 1 day late."""
    days = (due - today).days
    near = {0: "today", 1: "tomorrow", -1: "1 day late"}
    return near.get(days, f"in {days} days" if days > 0 else f"{-days} days late")


@register.simple_tag
def amount(value: Amount, url: str = "", style: str = "money", nothing: str = NONE) -> SafeString:
    """Write an amount as a link to its chain: {% amount row.credited row.why_url %}.

    `style` is money (for tables), dollars (for figures and sentences) or signed (for changes).
    Zero and nothing are written in the second ink; nothing is never a link.
    """
    words = STYLES[style](value, nothing)
    if value is None or isinstance(value, str):
        words, quiet = escape(words), "" if value else " nothing"
    else:
        quiet = "" if value else " nothing"
    if url and value not in (None, ""):
        return SafeString(f'<a class="amount{quiet}" href="{_safe(str(url))}">{words}</a>')
    return SafeString(f'<span class="amount{quiet}">{words}</span>')


def _safe(url: str) -> str:
    """Escape an address; most hold nothing to escape."""
    return url if url.replace("/", "").isalnum() else escape(url)


STYLES = {"money": money, "dollars": dollars, "signed": signed}


def _signed_digits(amount: Decimal | int, positive: str) -> str:
    """Two places, thousands apart, a true minus; a cent is never rounded away."""
    value = amount if isinstance(amount, Decimal) else Decimal(amount)
    cents = value.quantize(CENT)
    if cents != value:
        raise ValueError(f"{value} is not an amount of whole cents")
    sign = MINUS if cents < 0 else positive if cents > 0 else ""
    return f"{sign}{abs(cents):,.2f}"
