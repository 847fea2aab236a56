"""docs/glossary.md is in order, and what it names exists."""

from tests import named

ROWS = named.rows("glossary.md")
TEXT = (named.ROOT / "docs" / "glossary.md").read_text("utf-8")


def test_the_words_stand_in_order_each_once() -> None:
    words = [row[0].lower().replace("-", " ") for row in ROWS]
    assert words == sorted(set(words))
    assert len(words) > 50


def test_each_word_has_a_meaning_and_what_it_names_exists() -> None:
    assert all(len(row) == 2 and row[1] for row in ROWS)
    assert named.missing(TEXT) == []
