"""The only home of a holder's receipt for its certification."""

from datetime import date

from django.db import transaction

from funds.models import Acknowledgement, Certification, RunLine
from funds.queries.runs import MAIN
from funds.refusal import Refusal
from municipalities import offices
from municipalities.models import Officer


@transaction.atomic
def acknowledge(
    certification: Certification, holder: str, *, on: date, by: Officer
) -> Acknowledgement:
    """Acknowledge a certification for the officer's own municipality or zone, once.

    Raises Refusal for a holder that it gives nothing, for another place's officer, and when the
    certification was re-opened.
    """
    offices.require(by, "acknowledge", on=on)
    done = Acknowledgement.objects.filter(certification=certification, holder=holder).first()
    if done is not None:
        return done
    run = certification.run
    line = RunLine.objects.filter(run=run, holder=holder, component=MAIN[run.fund_id])
    found = line.exclude(municipality=None, zone=None).select_related("zone").first()
    if found is None:
        raise Refusal(f"{certification} holds no amount of {holder}.")
    if hasattr(certification, "reopening"):
        raise Refusal(f"{certification} was re-opened: there is nothing to acknowledge.")
    if not _is_theirs(found, by, on):
        raise Refusal(f"{certification}: {by.office} acknowledges its own amount, not {holder}’s.")
    return Acknowledgement.objects.create(
        certification=certification,
        holder=holder,
        municipality_id=found.municipality_id,
        zone_id=found.zone_id,
        acknowledged_by=by,
        acknowledged_on=on,
    )


def _is_theirs(line: RunLine, by: Officer, on: date) -> bool:
    office = by.office
    if line.municipality_id is not None:
        return office.municipality_id == line.municipality_id
    if office.zone_id == line.zone_id:
        return True
    joined = line.zone.memberships.filter(from_on__lte=on) if line.zone else None
    return bool(joined and joined.filter(municipality=office.municipality_id).exists())
