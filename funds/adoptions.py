"""The only home of recording that a body adopted something: a proposal, or its amendment. c."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import TypeVar
from zoneinfo import ZoneInfo

from funds.duties import refuse_same_person
from funds.models import Amendment, Project, Proposal
from funds.refusal import Refusal
from municipalities import offices
from municipalities.documents import store
from municipalities.models import Officer

CITE = "52:27H-88 c."
NEW_YORK = ZoneInfo("America/New_York")
NAMES = {"governing": "The governing body", "corporation": "The zone development corporation"}
DUTIES = {"governing": "adopt-for-governing-body", "corporation": "adopt-for-corporation"}
A = TypeVar("A", Proposal, Amendment)


@dataclass(frozen=True)
class Adoption:
    """What a body adopted: its resolution, the moment, and the paper it stands in."""

    resolution: str
    adopted_at: datetime
    paper: store.Checked | None = None


def refuse_another_body(project: Project, body: str, on: date, by: Officer) -> None:
    """Refuse an office without the body's duty, and one that acts for another body."""
    offices.require(by, DUTIES[body], on=on)
    office = by.office
    mine, acts = (
        (office.municipality_id, project.municipality_id)
        if body == "governing"
        else (office.zone_id, project.zone_id)
    )
    if mine != acts:
        raise Refusal(f"{office} does not act for the body that adopts {project}.", CITE)


def record(
    of: A, body: str, adoption: Adoption, closed_at: datetime | None, *, on: date, by: Officer
) -> A:
    """Record a body's adoption, once; `closed_at` is when the public hearing closed.

    Raises Refusal for an adoption before the hearing closed or to come, and for the person who
    recorded the other body's.
    """
    if getattr(of, f"{body}_by_id") is not None:
        return _same(of, body, adoption)
    _refuse(of, adoption, closed_at, on)
    other = of.corporation_by if body == "governing" else of.governing_by
    if other is not None:
        refuse_same_person(f"{of}, adoption", other, by)
    whose = store.Whose(municipality=by.office.municipality_id, zone=by.office.zone_id)
    paper = store.keep(adoption.paper, whose, by=by) if adoption.paper else None
    setattr(of, f"{body}_resolution", adoption.resolution.strip())
    setattr(of, f"{body}_adopted_at", adoption.adopted_at)
    setattr(of, f"{body}_by", by)
    setattr(of, f"{body}_document", paper)
    of.save()
    return of


def _same(of: A, body: str, adoption: Adoption) -> A:
    known = (getattr(of, f"{body}_resolution"), getattr(of, f"{body}_adopted_at"))
    if known != (adoption.resolution.strip(), adoption.adopted_at):
        raise Refusal(f"{of.project.number}: {NAMES[body]} adopted it by {known[0]} already.", CITE)
    return of


def _refuse(
    of: Proposal | Amendment, adoption: Adoption, closed: datetime | None, on: date
) -> None:
    number, at = of.project.number, adoption.adopted_at
    if not adoption.resolution.strip():
        raise Refusal(f"{number}: the resolution needs its number.", CITE)
    if closed is None or closed > at:
        raise Refusal(f"{number}: adopted before the hearing closed.", CITE)
    if at.astimezone(NEW_YORK).date() > on:
        raise Refusal(f"{number}: not adopted by {on}.", CITE)
