"""The only reader of the catalogue of clauses: every duty of the three sections, by its id."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import yaml

from funds.refusal import Refusal
from funds.rules.parameters import LAW

SECTIONS = {"uez": "52:27H-88", "etr": "52:27D-439", "highlands": "54:1-85"}


@dataclass(frozen=True)
class Clause:
    """One operative clause: who must act, and what is to be done."""

    id: str
    section: str
    cite: str
    actor: str
    duty: str

    @property
    def full_cite(self) -> str:
        """The cite with its section, as worksheets print it."""
        return self.cite if ":" in self.cite else f"{self.section} {self.cite}"


@cache
def catalogue() -> dict[str, Clause]:
    """Every clause by id, in the order of the statutes."""
    stored = yaml.safe_load((LAW / "clauses.yaml").read_text("utf-8"))
    clauses = (Clause(section=SECTIONS[key], **row) for key in SECTIONS for row in stored[key])
    return {clause.id: clause for clause in clauses}


def clause(key: str) -> Clause:
    """The clause of that id; an id that stands nowhere is refused."""
    if key not in catalogue():
        raise Refusal(f"no clause has the id {key}")
    return catalogue()[key]
