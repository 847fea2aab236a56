"""The only home of how a made-up project's proposal is completed, in plain sentences.

The demonstration, stories and tests use it: nothing here is a real project's words.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from funds import ethics, proposals
from funds.models import EthicsStatus, Project
from funds.proposals import Adoption, Contents
from funds.rules.money import ZERO
from municipalities.models import Officer


def contents(title: str, budgets: Mapping[int, Decimal]) -> Contents:
    """Say the six parts and the finding of a project that the zone alone pays for."""
    return Contents(
        description=f"{title}: made up, with an amount for each credit year.",
        total_cost=sum(budgets.values(), ZERO),
        months=12,
        furthers="The zone development plan names work of this kind for the zone’s streets.",
        controls="Each invoice is approved by the CFO; the corporation reports every quarter.",
        qualifies="Economic development in the zone, 52:27H-62 m.",
        jobs=1,
        activity="More customers reach the zone’s businesses.",
    )


def complete(project: Project, *, on: date, clerk: Officer, corporation: Officer) -> Project:
    """Have both bodies adopt a proposal, and everyone who signed it acknowledge the ethics law."""
    bodies = {"governing": clerk, "corporation": corporation}
    for body, by in bodies.items():
        if project.adopted_at is not None:
            adoption = Adoption(project.resolution, project.adopted_at)
            proposals.adopt(project, body, adoption, on=on, by=by)
    for each in (project.proposed_by, clerk, corporation):
        if not ethics.of_persons([each], on):
            acknowledge(each, on=on)
    return project


def acknowledge(by: Officer, *, on: date) -> EthicsStatus:
    """Have an officer acknowledge the law for themselves."""
    return ethics.record(by, EthicsStatus.Status.ACKNOWLEDGED, status_on=on, on=on, by=by)
