"""The only home of what-ifs: years computed otherwise, in tables that lead nowhere near payment.

A what-if has no number of a run: its key is of a type that no table of money can hold, its hash is
marked, and its facts carry a mark that a run must not have. All three are kept by the database.
"""

import uuid

import pgtrigger
from django.db import models
from django.db.models import F, Q

from funds.models.allocation import Run
from funds.models.fund import Fund
from funds.models.ledger_triggers import never
from municipalities.models import County, EnterpriseZone, Municipality, Officer

MARK = "what_if"  # the name in a what-if's facts that no run may have
HASH_MARK = "what-if:"


class WhatIf(models.Model):
    """A run's year computed with something changed: kept, named, compared, never certified.

    `changes` are [kind, of, name, value, words]; `facts` the run's facts as they are changed.
    """

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="what_ifs")
    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="what_ifs")
    sfy = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=100)
    note = models.CharField(max_length=300, blank=True)
    changes = models.JSONField()
    facts = models.JSONField()
    inputs_hash = models.CharField(max_length=80)
    prepared_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="what_ifs_prepared"
    )
    prepared_on = models.DateField()
    shared_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="what_ifs_shared", null=True
    )
    shared_on = models.DateField(null=True)

    class Meta:
        ordering = ("-prepared_on", "name")
        constraints = (
            models.UniqueConstraint(fields=["run", "name"], name="one_what_if_of_a_name"),
            models.CheckConstraint(
                condition=Q(facts__has_key=MARK) & Q(inputs_hash__startswith=HASH_MARK),
                name="a_what_if_is_marked",
            ),
            models.CheckConstraint(
                condition=Q(shared_by=None, shared_on=None)
                | Q(shared_by__isnull=False, shared_on__gte=F("prepared_on")),
                name="a_what_if_is_shared_by_somebody",
            ),
        )
        triggers = (
            never("deleted", pgtrigger.Delete),
            pgtrigger.Trigger(
                name="what_if_only_shared",
                when=pgtrigger.Before,
                operation=pgtrigger.Update,
                func="""
                    IF OLD.shared_by_id IS NOT NULL OR (to_jsonb(NEW) - 'shared_by_id'
                        - 'shared_on') IS DISTINCT FROM (to_jsonb(OLD) - 'shared_by_id'
                        - 'shared_on') THEN
                        RAISE EXCEPTION 'a what-if is shared once and never edited'
                            USING ERRCODE = '23514', CONSTRAINT = 'what_if_only_shared';
                    END IF;
                    RETURN NEW;""",
            ),
        )

    def __str__(self) -> str:
        return f"What if “{self.name}”, {self.fund_id} SFY{self.sfy}"


class WhatIfLine(models.Model):
    """One amount of a what-if, beside what the run holds; null where one of the two has no line."""

    what_if = models.ForeignKey(WhatIf, on_delete=models.PROTECT, related_name="lines")
    holder = models.CharField(max_length=80)
    component = models.CharField(max_length=30)
    amount = models.DecimalField(max_digits=20, decimal_places=3, null=True)
    certified = models.DecimalField(max_digits=20, decimal_places=3, null=True)
    cite = models.CharField(max_length=80)
    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="what_if_lines", null=True
    )
    zone = models.ForeignKey(
        EnterpriseZone, on_delete=models.PROTECT, related_name="what_if_lines", null=True
    )
    county = models.ForeignKey(
        County, on_delete=models.PROTECT, related_name="what_if_lines", null=True
    )

    class Meta:
        ordering = ("what_if", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=["what_if", "holder", "component"], name="one_what_if_line"
            ),
        )
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.holder} {self.component}: {self.certified} to {self.amount}"
