"""The only home of who acknowledged the Local Government Ethics Law. 52:27H-88 a.(4)."""

from collections.abc import Iterable
from datetime import date

from django.db import transaction
from django.db.models import QuerySet

from funds.duties import refuse_same_person
from funds.models import EthicsStatus
from funds.refusal import Refusal
from municipalities import offices
from municipalities.models import Office, Officer

CITE = "52:27H-88 a.(4)"
Status = EthicsStatus.Status


@transaction.atomic
def record(
    of: Officer, status: str, *, status_on: date, on: date, by: Officer, basis: str = ""
) -> EthicsStatus:
    """Record what a person acknowledged or filed, once a day, or that they are exempt.

    A person acknowledges for themselves; what was filed, and an exemption with the State office
    it rests on, another person records. Raises Refusal for a day to come and a State office.
    """
    acknowledged = Status(status) is Status.ACKNOWLEDGED
    offices.require(by, "acknowledge-ethics" if acknowledged else "record-ethics", on=on)
    if acknowledged and of.person_id != by.person_id:
        raise Refusal(f"{of.person} acknowledges the law in person, not {by.person}.", CITE)
    if not acknowledged:
        refuse_same_person("Ethics status", of, by)
    _refuse_record(of, status, basis, status_on, on)
    found, _ = EthicsStatus.objects.get_or_create(
        person_id=of.person_id,
        status=status,
        status_on=status_on,
        defaults={
            "basis": basis.strip(),
            "municipality_id": of.office.municipality_id,
            "zone_id": of.office.zone_id,
            "recorded_by": by,
            "recorded_on": on,
        },
    )
    return found


def _refuse_record(of: Officer, status: str, basis: str, status_on: date, on: date) -> None:
    if is_of_the_state(of.office):
        raise Refusal(f"{of.office} is an office of the State: the law does not ask it.", CITE)
    if status_on > on:
        raise Refusal(f"{of.person}: a day up to {on} is needed, not {status_on}.", CITE)
    if Status(status) is Status.EXEMPT and not basis.strip():
        raise Refusal(f"{of.person}: an exemption names the State office it rests on.", CITE)


def is_of_the_state(office: Office) -> bool:
    """Say whether an office has no place but the State: its holder is a State employee."""
    return (office.municipality_id, office.zone_id, office.county_id) == (None, None, None)


def known(on: date) -> QuerySet[EthicsStatus]:
    """Return every status that the day knows."""
    return EthicsStatus.objects.filter(status_on__lte=on, recorded_on__lte=on)


def of_persons(officers: Iterable[Officer], on: date) -> dict[int, EthicsStatus]:
    """Return the latest status of each person that the day knows; one statement."""
    rows = known(on).filter(person__in={each.person_id for each in officers})
    rows = rows.select_related("recorded_by__office").order_by("status_on", "pk")
    return {row.person_id: row for row in rows}
