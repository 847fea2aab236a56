"""The only home of what a zone owes as its page shows it: amount, recovered, still owed."""

from decimal import Decimal

from django.db.models import DecimalField, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from funds.models import Receivable, Recovery
from funds.splits import FUND
from municipalities.models import EnterpriseZone

MONEY = DecimalField(max_digits=18, decimal_places=2)


def owed_by(zone: EnterpriseZone) -> QuerySet[Receivable]:
    """Return the zone's receivables, oldest first, each with `recovered` in dollars."""
    met = Recovery.objects.filter(receivable=OuterRef("pk")).order_by().values("receivable")
    total = Subquery(met.annotate(total=Sum("amount")).values("total"))
    found = Receivable.objects.filter(fund=FUND, zone=zone)
    return found.annotate(recovered=Coalesce(total, Decimal(0), output_field=MONEY))
