"""The only home of the tags and filters that show the parts of a page."""

from __future__ import annotations

import re

from django import template
from django.utils.safestring import SafeString

from funds import markup
from municipalities.page_parts import Tag
from municipalities.tables import Table

register = template.Library()

IN_OUR_WORDS = [
    (re.compile(pattern), ours)
    for pattern, ours in (
        (r"^This field is required\.$", "Left empty; it is needed."),
        (r"^Enter a valid date\.$", "This is not a date. Write it as 11/30/2026."),
        (r"^Enter a number\.$", "This is not a number. Write an amount as 4820.00."),
        (r"^Enter a whole number\.$", "This is not a whole number."),
        (r"^Enter a valid email address\.$", "This is not an e-mail address."),
        (r"^Select a valid choice\. (.*) is not one of .*$", r"\1 is not on the list. Choose one."),
        (r"^Select a valid choice\..*$", "This is not on the list. Choose one."),
        (r"^Ensure this value is greater than or equal to (.*)\.$", r"At least \1 is needed."),
        (r"^Ensure this value is less than or equal to (.*)\.$", r"At most \1 may stand here."),
        (r"^Ensure that there are no more than (\d+) decimal places?\.$", r"At most \1 decimals."),
        (r"^Ensure this value has at most (\d+) characters? \(it has (\d+)\)\.$",
         r"\2 characters stand here; at most \1 fit."),
        (r"^The submitted file is empty\.$", "The file is empty."),
    )
]  # fmt: skip


@register.filter
def cites(text: object) -> SafeString:
    """Keep every cite in a text on one line: {{ task.about|cites }}."""
    return markup.cites(text)


@register.filter
def linked_cites(text: object) -> SafeString:
    """Let every cite of a text lead to its clause: {{ step.about|linked_cites }}; not in a link."""
    return markup.linked_cites(text)


@register.filter
def hint(text: object) -> SafeString:
    """Write a field's help; markup of Django's own (the rules of passwords) stays as it is."""
    words = str(text)
    return words if isinstance(words, SafeString) else markup.cites(words)


@register.filter
def in_our_words(error: object) -> str:
    """Say what Django found in our own words: what stands there, what is needed."""
    words = str(error)
    for pattern, ours in IN_OUR_WORDS:
        if pattern.search(words):
            return pattern.sub(ours, words)
    return words


@register.filter
def leads(label: object) -> str:
    """Make a label lead into an error: no full stop before the colon."""
    return str(label).rstrip(".")


@register.simple_tag
def tag(state: Tag | str, tone: str | None = None) -> SafeString:
    """Write a state as a tag: {% tag "Held" %}; the tone follows from the words unless given."""
    return markup.tag(state, tone)


@register.simple_tag
def table(shown: Table) -> SafeString:
    """Show a municipalities.tables.Table: {% table dispositions %}."""
    return markup.table(shown)
