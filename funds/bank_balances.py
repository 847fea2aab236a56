"""The only home of the second-generation bank balance as it was declared the last time. a.(4)."""

from django.db.models import Q

from funds.models import QuarterlyReport
from funds.quarters import Quarter
from funds.refusal import Refusal
from municipalities.models import EnterpriseZone

CITE = "52:27H-88 a.(4)"


def unlike(zone: EnterpriseZone, quarter: Quarter) -> QuarterlyReport | None:
    """Return the report before when its bank's balance was not the computed one."""
    earlier = QuarterlyReport.objects.filter(zone=zone, closed_on=None)
    past = Q(sfy__lt=quarter.sfy) | Q(sfy=quarter.sfy, quarter__lt=quarter.number)
    last = earlier.filter(past).order_by("-sfy", "-quarter").first()
    return last if last is not None and last.declared != last.closing else None


def refuse_unlike(zone: EnterpriseZone, quarter: Quarter) -> None:
    """Refuse to take the bank's balance for the computed one when the last time it was not."""
    last = unlike(zone, quarter)
    if last is not None:
        raise Refusal(
            f"{zone}: the bank’s balance of SFY{last.sfy}, quarter {last.quarter}, was "
            f"${last.declared:,.2f}, not the computed ${last.closing:,.2f}. Prepare a report with "
            "the balance of this quarter.",
            CITE,
        )
