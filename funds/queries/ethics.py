"""The only home of who of a zone is under the Local Government Ethics Law, and their status."""

from datetime import date

from django.db.models import Q

from funds import ethics
from funds.models import EthicsStatus
from municipalities import offices
from municipalities.models import EnterpriseZone, Officer

MONEY = {
    "propose-project",
    "encumber",
    "prepare-voucher",
    "approve-voucher",
    "second-generation",
    "adopt-for-governing-body",
    "adopt-for-corporation",
}


def register(zone: EnterpriseZone, on: date) -> list[tuple[Officer, EthicsStatus | None]]:
    """Return each local officer who has a duty with the zone's money; three statements."""
    runs = Q(until_on=None) | Q(until_on__gte=on)
    members = zone.memberships.filter(runs, from_on__lte=on)
    towns = members.values_list("municipality", flat=True)
    local = Q(office__zone=zone) | Q(office__municipality__in=list(towns))
    found = [
        officer
        for officer in offices.serving(on).filter(local).order_by("office__name", "pk")
        if officer.office.permissions & MONEY
    ]
    known = ethics.of_persons(found, on)
    return [(officer, known.get(officer.person_id)) for officer in found]
