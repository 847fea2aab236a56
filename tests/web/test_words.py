"""How amounts, days, states and cites are written."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from funds.templatetags import money, parts
from municipalities.page_parts import Tag


@pytest.mark.parametrize(
    ("amount", "written"),
    [
        (Decimal("1234.56"), "1,234.56"),
        (Decimal("-3072.84"), "−3,072.84"),
        (Decimal(0), "0.00"),
        (Decimal("-0.00"), "0.00"),
        (None, "None"),
    ],
)
def test_money_has_cents_a_true_minus_and_no_dollar_sign(
    amount: Decimal | None, written: str
) -> None:
    assert money.money(amount) == written


def test_dollars_put_the_minus_before_the_sign() -> None:
    assert money.dollars(Decimal("75048611.22")) == "$75,048,611.22"
    assert money.dollars(Decimal("-0.01")) == "−$0.01"


def test_a_change_carries_its_sign_unless_nothing_changed() -> None:
    assert money.signed(Decimal("51616.39")) == "+51,616.39"
    assert money.signed(Decimal("-14727.58")) == "−14,727.58"
    assert money.signed(Decimal(0)) == "0.00"


def test_a_part_of_a_cent_is_refused_and_not_rounded_away() -> None:
    with pytest.raises(ValueError, match=r"0\.005"):
        money.money(Decimal("0.005"))


def test_what_will_come_is_told_from_what_does_not_apply() -> None:
    assert money.money(None, "None yet") == "None yet"
    assert money.ondate(None) == "None yet"


def test_an_amount_leads_to_its_chain_and_zero_is_quiet() -> None:
    assert money.amount(Decimal("5.00"), "/why/1/") == '<a class="amount" href="/why/1/">5.00</a>'
    assert 'class="amount nothing"' in money.amount(Decimal(0), "/why/1/")
    assert money.amount(None, "/why/1/") == '<span class="amount nothing">None</span>'


def test_days_and_moments_are_those_of_new_york() -> None:
    assert money.ondate(date(2026, 11, 30)) == "Nov 30, 2026"
    assert money.ondate_weekday(date(2026, 11, 30)) == "Mon, Nov 30, 2026"
    assert money.moment(datetime(2026, 7, 1, 3, 5, tzinfo=UTC)) == "Jun 30, 2026, 11:05\xa0p.m."
    assert money.moment(datetime(2026, 12, 1, 17, 0, tzinfo=UTC)) == "Dec 1, 2026, 12:00\xa0p.m."


@pytest.mark.parametrize(
    ("due", "said"),
    [
        (date(2026, 11, 28), "2 days late"),
        (date(2026, 11, 29), "1 day late"),
        (date(2026, 11, 30), "today"),
        (date(2026, 12, 1), "tomorrow"),
        (date(2026, 12, 4), "in 4 days"),
    ],
)
def test_a_day_is_said_from_today(due: date, said: str) -> None:
    assert money.days_from(due, date(2026, 11, 30)) == said


@pytest.mark.parametrize(
    ("cite", "kept"),
    [
        ("See N.J.S.A. 52:27H-88 a.(4) there", "N.J.S.A. 52:27H-88 a.(4)"),
        ("52:27D-439 c.(1)", "52:27D-439 c.(1)"),
        ("a.(1)(a) of 54:1-85 f.(3)", "54:1-85 f.(3)"),
        ("under P.L.2026, c.49 in full", "P.L.2026, c.49"),
    ],
)
def test_a_cite_is_never_broken(cite: str, kept: str) -> None:
    assert f'<span class="cite">{kept}</span>' in parts.cites(cite)


def test_text_around_a_cite_is_escaped() -> None:
    assert "&lt;b&gt;" in parts.cites("<b> 52:27H-88")


@pytest.mark.parametrize(
    ("words", "tone"),
    [
        ("Draft", ""),
        ("Ready to certify", "now"),
        ("Held", "warn"),
        ("212 days left", "warn"),
        ("Late, 28 days", "bad"),
        ("1 day late", "bad"),
        ("Certified", "good"),
        ("Sealed", ""),
    ],
)
def test_the_colour_of_a_state_follows_from_its_words(words: str, tone: str) -> None:
    assert Tag(words).colour == tone


def test_an_error_says_in_our_words_what_is_needed() -> None:
    assert parts.in_our_words("This field is required.") == "Left empty; it is needed."
    assert parts.in_our_words("Row 3: 12.345 has parts of a cent.").startswith("Row 3")
