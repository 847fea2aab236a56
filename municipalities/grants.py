"""The only home of acts on who holds an office: proposed by one, confirmed by another.

The clerk of a municipality hands its chief financial officer's office over alone: one term ends
where the next begins. Every other term is proposed by one administrator and confirmed by a second.
"""

from datetime import date, timedelta

from django.db import transaction

from municipalities.models import Grant, Office, Officer, Person
from municipalities.offices import require, serving
from municipalities.refusal import Refusal

CLERK = "N.J.S.A. 40A:9-133"


@transaction.atomic
def propose(
    office: Office,
    person: Person,
    *,
    from_on: date,
    on: date,
    by: Officer,
    until_on: date | None = None,
    acting: bool = False,
    legal_basis: str = "",
) -> Grant:
    """Propose a person for an office. Raises Refusal for oneself, twice, or a term in the past."""
    require(by, "manage-offices", on=on)
    _refuse_own(person, by)
    _refuse_term(office, person, from_on, until_on, on)
    if acting and not legal_basis.strip():
        raise Refusal("An acting term names its legal basis.")
    if Grant.objects.filter(office=office, person=person, officer=None, refused_because=""):
        raise Refusal(f"{person} is proposed for {office} already.")
    return Grant.objects.create(
        office=office,
        person=person,
        from_on=from_on,
        until_on=until_on,
        acting=acting,
        legal_basis=legal_basis.strip(),
        proposed_by=by,
        proposed_on=on,
    )


@transaction.atomic
def confirm(grant: Grant, *, on: date, by: Officer) -> Officer:
    """Seat whom another proposed. Raises Refusal for one's own proposal, for oneself, and twice."""
    require(by, "manage-offices", on=on)
    grant = _open(grant)
    _refuse_own(grant.person, by)
    if by.person_id == grant.proposed_by.person_id:
        raise Refusal(f"{by.person} proposed this: another administrator confirms it.")
    grant.decided_by, grant.decided_on = by, on
    return _seat(grant)


@transaction.atomic
def refuse(grant: Grant, because: str, *, on: date, by: Officer) -> Grant:
    """Refuse a proposal; whoever made it may take it back so."""
    require(by, "manage-offices", on=on)
    grant = _open(grant)
    grant.refused_because = because.strip() or "Not given"
    if by.person_id == grant.proposed_by.person_id:
        grant.refused_because = f"Taken back: {grant.refused_because}"
    else:
        grant.decided_by, grant.decided_on = by, on
    grant.save(update_fields=["refused_because", "decided_by", "decided_on"])
    return grant


@transaction.atomic
def hand_over(office: Office, person: Person, *, from_on: date, on: date, by: Officer) -> Officer:
    """Seat the next chief financial officer; the term before ends on the day before.

    Raises Refusal unless the clerk of the same municipality asks, and for the clerk themselves.
    """
    require(by, "seat-officers", on=on)
    if office.title != "cfo" or office.municipality_id != by.office.municipality_id:
        raise Refusal(f"{by.office} hands over the chief financial officer's office alone.", CLERK)
    _refuse_own(person, by)
    for term in _terms_into(office, from_on):
        if term.person_id != person.pk:
            _end_before(term, from_on)
    _refuse_term(office, person, from_on, None, on)
    return _seat(
        Grant(
            office=office,
            person=person,
            from_on=from_on,
            hand_over=True,
            proposed_by=by,
            proposed_on=on,
        )
    )


def _seat(grant: Grant) -> Officer:
    grant.officer = Officer.objects.create(
        office=grant.office,
        person=grant.person,
        from_on=grant.from_on,
        until_on=grant.until_on,
        acting=grant.acting,
        legal_basis=grant.legal_basis,
    )
    grant.save()
    return grant.officer


def _open(grant: Grant) -> Grant:
    """Lock a proposal that nobody decided yet."""
    found = Grant.objects.select_for_update(of=("self",)).get(pk=grant.pk)
    if found.officer_id is not None or found.refused_because:
        raise Refusal(f"{found} is decided already.")
    return found


def _terms_into(office: Office, day: date) -> list[Officer]:
    """Return the terms of an office that run on a day or begin later."""
    every = Officer.objects.select_for_update(of=("self",)).filter(office=office)
    return [term for term in every if term.until_on is None or term.until_on >= day]


def _end_before(term: Officer, day: date) -> None:
    if term.from_on >= day:
        raise Refusal(f"{term.person} begins on {term.from_on}: name a later day.")
    term.until_on = day - timedelta(days=1)
    term.save(update_fields=["until_on"])


def _refuse_own(person: Person, by: Officer) -> None:
    if person.pk == by.person_id:
        raise Refusal(f"{by.person} seats nobody but others.")


def _refuse_term(
    office: Office, person: Person, from_on: date, until_on: date | None, on: date
) -> None:
    if from_on < on:
        raise Refusal(f"A term begins on {on} or later: what was done before was done by another.")
    if until_on is not None and until_on < from_on:
        raise Refusal("A term ends after it begins.")
    if serving(from_on).filter(office=office, person=person).exists():
        raise Refusal(f"{person} holds {office} on {from_on} already.")
