"""The only home of which clause's page a cite leads to."""

import re
from functools import cache

from django.urls import reverse

from funds.rules.clauses import catalogue

_CITE = re.compile(r"(52:27H-88|52:27H-98|52:27D-439|54:1-85)(?: ([a-z]\.)(\(\d+\))?)?")


@cache
def address(cite: str) -> str:
    """Return the address of the first clause that a cite names; empty when it names none.

    A subsection alone, as "52:27H-88 a.", leads to its first clause; a section alone to none.
    """
    found = _CITE.search(cite)
    if found is None:
        return ""
    section, subsection, paragraph = (each or "" for each in found.groups())
    for wanted in (f"{section} {subsection}{paragraph}", f"{section} {subsection}"):
        for key, clause in catalogue().items():
            if clause.full_cite == wanted or clause.full_cite.startswith(f"{wanted}("):
                return reverse("clause", args=[key])
            if subsection and clause.full_cite.startswith(wanted):
                return reverse("clause", args=[key])
    return ""
