"""The only home of the grade of a text: Flesch and Kincaid's formula over its sentences."""

from __future__ import annotations

import re

from lxml import html

SENTENCE = re.compile(r"[^.!?]+[.!?](?=\s|$)")
WORD = re.compile(r"[A-Za-z’']+")
VOWELS = re.compile(r"[aeiouy]+")
CITE = re.compile(r"(?:N\.J\.S\.A\. )?\d+:\d+\S*(?: [a-z]\.(?:\(\d+\))?,?)*")
ABBREVIATIONS = re.compile(r"\b(No|St|Mr|Ms|P\.L|a\.m|p\.m)\.")
LEAST = 4  # words of what counts as a sentence
READ = "//main//p | //main//li | //main//*[contains(@class,'usa-hint')] | //main//dd"


def sentences(page: str) -> list[str]:
    """The sentences that a page says to its reader; labels, figures and cites aside."""
    found: list[str] = []
    for node in html.fromstring(page).xpath(READ):
        if node.xpath(".//p | .//li | .//table | .//dd"):
            continue
        text = " ".join(" ".join(node.itertext()).split())
        text = ABBREVIATIONS.sub(r"\1", CITE.sub("the law", text))
        found += [s.strip() for s in SENTENCE.findall(text) if len(WORD.findall(s)) >= LEAST]
    return list(dict.fromkeys(found))


def syllables(word: str) -> int:
    """How many syllables a word has, by its groups of vowels; a silent e at the end is none."""
    letters = word.lower().strip("’'")
    groups = len(VOWELS.findall(letters))
    if letters.endswith("e") and not letters.endswith(("le", "ee")) and groups > 1:
        groups -= 1
    if letters.endswith("ed") and not letters.endswith(("ted", "ded")) and groups > 1:
        groups -= 1
    return max(groups, 1)


def grade(said: list[str]) -> float:
    """The school grade at which sentences are read: words a sentence, syllables a word."""
    words = [word for sentence in said for word in WORD.findall(sentence)]
    if not words:
        return 0
    of_words = sum(syllables(word) for word in words) / len(words)
    return 0.39 * len(words) / len(said) + 11.8 * of_words - 15.59
