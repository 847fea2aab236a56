"""The only home of enterprise zones, their members and standing, and Highlands conformance."""

import pgtrigger
from django.db import models

from municipalities.models.municipality import Municipality


class EnterpriseZone(models.Model):
    """A designated enterprise zone; its code is its lowest municode. N.J.S.A. 52:27H-88 a.(2)."""

    code = models.CharField(primary_key=True, max_length=4)
    name = models.CharField(max_length=60, unique=True)
    trust_account_on = models.DateField(
        null=True,
        blank=True,
        help_text="day the receiving trust account came on record",
    )
    made_up = models.BooleanField(default=False)

    class Meta:
        ordering = ("code",)

    def __str__(self) -> str:
        return f"{self.name} zone"

    @property
    def holder(self) -> str:
        """The zone's key in runs and in the ledger."""
        return f"zone:{self.name}"


class ZoneMembership(models.Model):
    """A municipality's part in a zone, from a date until a date."""

    zone = models.ForeignKey(EnterpriseZone, on_delete=models.PROTECT, related_name="memberships")
    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="zone_memberships"
    )
    from_on = models.DateField()
    until_on = models.DateField(null=True, blank=True)
    verified = models.BooleanField(default=True)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("zone", "municipality")
        constraints = (
            models.UniqueConstraint(
                fields=["municipality"],
                condition=models.Q(until_on=None),
                name="a_municipality_is_in_one_zone",
            ),
        )

    def __str__(self) -> str:
        return f"{self.municipality_id} in {self.zone_id}"


class StandingEvent(models.Model):
    """A dated change of a zone's standing with the UEZ Authority. N.J.S.A. 52:27H-88 a.(2)."""

    zone = models.ForeignKey(EnterpriseZone, on_delete=models.PROTECT, related_name="standings")
    effective_on = models.DateField()
    in_good_standing = models.BooleanField()
    reason = models.CharField(max_length=200)
    recorded_by = models.ForeignKey(
        "municipalities.Officer",
        on_delete=models.PROTECT,
        related_name="standings_recorded",
        null=True,
        blank=True,
    )

    class Meta:
        ordering = ("zone", "effective_on", "pk")
        constraints = (
            models.UniqueConstraint(fields=["zone", "effective_on"], name="one_standing_a_day"),
        )
        triggers = (
            pgtrigger.Protect(
                name="standing_never_changed",
                operation=pgtrigger.Update | pgtrigger.Delete,
            ),
        )

    def __str__(self) -> str:
        word = "in" if self.in_good_standing else "not in"
        return f"{self.zone_id} {word} good standing from {self.effective_on}"


class ConformanceEvent(models.Model):
    """Dated evidence of a Highlands municipality's conformance. N.J.S.A. 54:1-85 n."""

    class Kind(models.TextChoices):
        PETITION = "petition", "Petition approved"
        MASTER_PLAN = "master-plan", "Master plan conformed"
        REGULATIONS = "regulations", "Development regulations conformed"
        WITHDRAWN = "withdrawn", "Conformance withdrawn"

    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="conformance_events"
    )
    kind = models.CharField(max_length=12, choices=Kind.choices)
    effective_on = models.DateField(null=True, blank=True, help_text="empty: only a month is known")
    as_published = models.CharField(max_length=60)
    scope = models.CharField(max_length=60, blank=True)
    source = models.CharField(max_length=200)
    document = models.ForeignKey(
        "municipalities.Document", on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    recorded_by = models.ForeignKey(
        "municipalities.Officer",
        on_delete=models.PROTECT,
        related_name="conformance_recorded",
        null=True,
        blank=True,
    )
    recorded_on = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ("municipality", "effective_on")
        triggers = (
            pgtrigger.Protect(
                name="conformance_never_changed",
                operation=pgtrigger.Update | pgtrigger.Delete,
            ),
        )

    def __str__(self) -> str:
        return f"{self.municipality_id} {self.get_kind_display()} {self.as_published}"
