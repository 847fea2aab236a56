"""The only home of what a run credits to whom, and of what already stands credited."""

from decimal import Decimal

from funds.models import Credit, Kind, Run

AUTHORITY = "AUTHORITY"
# The component that is credited, by fund; an Authority or county line bears its own name.
COMPONENTS: dict[str, tuple[str, ...]] = {
    "zone-assistance": ("allocation", "authority"),
    "energy-receipts": ("total", "county"),
    "highlands": ("payable",),
}


def credit_key(run: Run) -> str:
    """The key of the posting that credits the run's certification."""
    return f"run/{run.pk}/credit"


def amounts(run: Run) -> dict[str, Decimal]:
    """Return what the run credits, in dollars by holder."""
    lines = run.lines.filter(component__in=COMPONENTS[run.fund_id], amount__gt=0)
    return {line.holder: line.amount.quantize(Decimal("0.01")) for line in lines}


def standing(run: Run) -> tuple[Run | None, dict[str, Decimal]]:
    """Return the latest superseded run that was credited, and what it credited by holder."""
    earlier = run.supersedes
    while earlier is not None:
        if Credit.objects.filter(
            certification__run=earlier, certification__reopening=None
        ).exists():
            return earlier, amounts(earlier)
        earlier = earlier.supersedes
    return None, {}


def kind_of(fund: str, holder: str) -> Kind:
    """Return the kind of account in which a holder's credit stands."""
    if holder == AUTHORITY:
        return Kind.AUTHORITY
    return Kind.ZONE if fund == "zone-assistance" else Kind.ENTITLED
