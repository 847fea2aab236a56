"""The only home of what a proposal still lacks before it may be determined. 52:27H-88 c."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from django.db.models import Sum

from funds import ethics
from funds.adoptions import NAMES as BODIES
from funds.models import Amendment, Project, Proposal
from funds.refusal import Refusal, refuse_all
from funds.rules.money import ZERO
from municipalities import standing
from municipalities.models import Officer

CITE, ACCOUNTS = "52:27H-88 c.", "52:27H-88 a.(2)"
# Each part in words: its name, the field that holds it, the clause, and what is needed.
WRITTEN = (
    ("Description of the project", "description", "52:27H-88 c.(1)"),
    ("Total cost of the project", "total_cost", "52:27H-88 c.(2)"),
    ("Months to complete it", "months", "52:27H-88 c.(4)"),
    ("How it furthers the zone development plan", "furthers", "52:27H-88 c.(5)"),
    ("Controls and reporting", "controls", "52:27H-88 c.(6)"),
    ("Why it is a qualified expense", "qualifies", CITE),
    ("New jobs it will lead to", "jobs", CITE),
    ("Economic activity it will increase", "activity", CITE),
)


@dataclass(frozen=True)
class Part:
    """One thing a proposal needs: `done` says by whom and when, `lacks` what is needed.

    `where` is what mends it: contents, governing, corporation, ethics, or zone.
    """

    name: str
    clause: str
    where: str
    done: str = ""
    lacks: str = ""


def parts(project: Project, on: date) -> list[Part]:
    """Return every part a determination needs, in the order in which they are made."""
    proposal = Proposal.objects.filter(project=project, superseded=False).select_related(
        "written_by__office", "governing_by__office", "corporation_by__office"
    ).first()  # fmt: skip
    return [
        *contents(proposal, project),
        *_signed(proposal, project.hearing_closed_at, project.proposed_by, on),
        *_zone(project, on),
    ]


def of_amendment(amendment: Amendment, on: date) -> list[Part]:
    """Return every part that the determination of an amendment needs."""
    closed = amendment.hearing_closed_at
    return [*_signed(amendment, closed, amendment.proposed_by, on), *_zone(amendment.project, on)]


def missing(project: Project, on: date) -> list[Part]:
    """Return the parts that are not there yet."""
    return [each for each in parts(project, on) if each.lacks]


def refuse_incomplete(project: Project, on: date) -> None:
    """Refuse, a line for each missing part with its clause."""
    refuse(project, missing(project, on))


def refuse(project: Project, lacking: list[Part]) -> None:
    """Refuse, a line for each of these parts."""
    refuse_all([Refusal(f"{project.number}: {part.lacks}", part.clause) for part in lacking])


def contents(proposal: Proposal | None, project: Project) -> Iterator[Part]:
    """Yield the six parts of the plan and the finding, written or not."""
    said = f"{proposal.written_by}, {proposal.written_on:%b %-d, %Y}" if proposal else ""
    for name, field, clause in WRITTEN:
        written = proposal is not None and str(getattr(proposal, field) or "").strip()
        lacks = "" if written else f"{name} is not stated."
        yield Part(name, clause, "contents", said if written else "", lacks)
        if field == "total_cost":
            yield _sources(proposal, project, said)


def _sources(proposal: Proposal | None, project: Project, said: str) -> Part:
    """The zone's amounts by year and the other sources make the total cost."""
    name, clause = "Other revenue sources", "52:27H-88 c.(3)"
    if proposal is None or proposal.total_cost is None:
        return Part(name, clause, "contents", lacks="Other revenue sources are not stated.")
    asked = _total(project.budgets.aggregate(total=Sum("amount")))
    other = _total(proposal.other_revenues.aggregate(total=Sum("amount")))
    if asked + other == proposal.total_cost:
        done = f"{said}. ${other:,.2f} of ${proposal.total_cost:,.2f}"
        return Part(name, clause, "contents", done)
    lacks = (
        f"The zone’s amounts of ${asked:,.2f} and other sources of ${other:,.2f} do not make the "
        f"total cost of ${proposal.total_cost:,.2f}."
    )
    return Part(name, clause, "contents", lacks=lacks)


def _total(found: dict[str, Decimal | None]) -> Decimal:
    return found["total"] or ZERO


def _signed(
    adopted: Proposal | Amendment | None, closed: datetime | None, proposed_by: Officer, on: date
) -> Iterator[Part]:
    """Yield both bodies' adoptions, and the ethics status of each local person who signed."""
    for body in BODIES:
        yield _adoption(adopted, closed, body)
    signed = [proposed_by]
    signed += [by for body in BODIES if (by := getattr(adopted, f"{body}_by", None))]
    yield from _ethics(signed, on)


def _adoption(adopted: Proposal | Amendment | None, closed: datetime | None, body: str) -> Part:
    name = f"{BODIES[body]} adopted it"
    by = getattr(adopted, f"{body}_by", None)
    if by is None:
        lacks = f"{BODIES[body]}’s adoption is not on record."
        return Part(name, CITE, body, lacks=lacks)
    at = getattr(adopted, f"{body}_adopted_at")
    if closed is None or closed > at:
        lacks = f"{BODIES[body]} adopted it before the hearing closed."
        return Part(name, CITE, body, lacks=lacks)
    number = getattr(adopted, f"{body}_resolution")
    return Part(name, CITE, body, f"{number}, recorded by {by}")


def _ethics(signed: list[Officer], on: date) -> Iterator[Part]:
    """Yield a part for each local person who proposed or adopted it."""
    people: dict[int, Officer] = {each.person_id: each for each in signed}
    local = {pk: who for pk, who in people.items() if not ethics.is_of_the_state(who.office)}
    known = ethics.of_persons(local.values(), on)
    for pk, who in local.items():
        name = f"Ethics status of {who}"
        if pk in known:
            yield Part(name, ethics.CITE, "ethics", str(known[pk]))
        else:
            lacks = f"No ethics status of {who} is on record: acknowledged, disclosed or exempt."
            yield Part(name, ethics.CITE, "ethics", lacks=lacks)


def _zone(project: Project, on: date) -> Iterator[Part]:
    zone, since = project.zone, project.zone.trust_account_on
    good = standing.in_good_standing(zone, on)
    yield Part("The zone is in good standing", ACCOUNTS, "zone", "In good standing" if good else "",
               "" if good else f"{zone} is not in good standing on {on:%b %-d, %Y}.")  # fmt: skip
    there = since is not None and since <= on
    yield Part("The receiving trust account is on record", ACCOUNTS, "zone",
               f"Since {since:%b %-d, %Y}" if there and since else "",
               "" if there else f"{zone} has no receiving trust account on record.")  # fmt: skip
