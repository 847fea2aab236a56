"""An amount as people type it: what is read, and what is refused before it is money."""

from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError

from funds.forms import MoneyField


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("$1,234.50", "1234.50"),
        (" 1234.5 ", "1234.5"),
        ("0.01", "0.01"),
        ("1,000,000.00", "1000000.00"),
        ("99999999999999.99", "99999999999999.99"),
    ],
)
def test_an_amount_is_read_with_or_without_separators(typed: str, read: str) -> None:
    assert MoneyField().clean(typed) == Decimal(read)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("1e9", "1e9 is not an amount such as"),
        ("1_000", "is not an amount such as"),
        ("\uff11\uff12", "is not an amount such as"),  # digits one and two, full width
        ("\u0661", "is not an amount such as"),  # digit one, Arabic
        ("+5", "is not an amount such as"),
        ("5.", "is not an amount such as"),
        ("NaN", "is not an amount such as"),
        ("Infinity", "is not an amount such as"),
        ("12,34.50", "is not an amount such as"),
        ("1234,567", "is not an amount such as"),
        ("1.234,50", "is not an amount such as"),
        ("-5", "greater than or equal to 0.01"),
        ("0.00", "greater than or equal to 0.01"),
        ("0.005", "2 decimal places"),
        ("100000000000000.00", "16 digits"),
        ("", "required"),
    ],
)
def test_what_is_not_plainly_an_amount_is_refused(typed: str, says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        MoneyField().clean(typed)
