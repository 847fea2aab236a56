"""The only home of a changed reading: which sentence, read how, from which day, by whose word."""

import pgtrigger
from django.db import models
from django.db.models import F, Q

from funds.models.ledger_triggers import never
from municipalities.models import Officer
from municipalities.models.duties import persons_differ


class ReadingChange(models.Model):
    """A reading as one person proposes it and another confirms it; later runs alone use it.

    `value` is spelled as the law's files spell it. It decides a State fiscal year that opens on
    `effective_on` or later, in runs that are prepared once it is confirmed.
    """

    reading = models.CharField(max_length=60, help_text='for example "highlands.residue"')
    value = models.JSONField()
    effective_on = models.DateField()
    authority = models.CharField(max_length=300, help_text="the decision or advice it rests on")
    proposed_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="readings_proposed"
    )
    proposed_on = models.DateField()
    confirmed_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="readings_confirmed", null=True
    )
    confirmed_on = models.DateField(null=True)

    class Meta:
        ordering = ("reading", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(confirmed_by=None, confirmed_on=None)
                | Q(confirmed_by__isnull=False, confirmed_on__gte=F("proposed_on")),
                name="a_reading_is_confirmed_by_somebody",
            ),
            models.CheckConstraint(condition=~Q(authority=""), name="a_reading_has_its_authority"),
            models.UniqueConstraint(
                fields=["reading"], condition=Q(confirmed_on=None), name="one_reading_waits"
            ),
        )
        triggers = (
            persons_differ("reading_confirmed_by_another", "proposed_by_id", "confirmed_by_id"),
            never("deleted", pgtrigger.Delete),
            pgtrigger.Trigger(
                name="reading_only_confirmed",
                when=pgtrigger.Before,
                operation=pgtrigger.Update,
                func="""
                    IF OLD.confirmed_by_id IS NOT NULL OR (to_jsonb(NEW) - 'confirmed_by_id'
                        - 'confirmed_on') IS DISTINCT FROM (to_jsonb(OLD) - 'confirmed_by_id'
                        - 'confirmed_on') THEN
                        RAISE EXCEPTION 'a reading is confirmed once and never edited'
                            USING ERRCODE = '23514', CONSTRAINT = 'reading_only_confirmed';
                    END IF;
                    RETURN NEW;""",
            ),
        )

    def __str__(self) -> str:
        return f"{self.reading} from {self.effective_on}: {self.value}"
