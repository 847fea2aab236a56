"""A zone's receiving trust account comes on record."""

from funds.refusal import Refusal
from municipalities import standing
from municipalities.models import EnterpriseZone
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line


@act(
    "trust-account", "holder",
    columns="by authority or dca-director; holder: zone:NAME; note: “none” lets the story begin"
    " without one;\nelse it is on record from the line's day.",
)  # fmt: skip
def trust_account(stage: Stage, line: Line) -> None:
    """Record a zone's receiving trust account."""
    zone = stage.zone(line.holder)
    if line.note.strip() == "none":
        EnterpriseZone.objects.filter(pk=zone.pk).update(trust_account_on=None)
        return
    if zone.trust_account_on is not None and zone.trust_account_on > line.on:
        raise Refusal(f"{zone}: its trust account is on record from {zone.trust_account_on}.")
    zone.refresh_from_db()
    standing.record_trust_account(zone, on=line.on, by=stage.by(line))
