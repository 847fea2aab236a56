"""The only home of further approvals of a warrant, by persons who sign nothing else of it."""

import pgtrigger
from django.db import models

from funds.models.ledger_triggers import never, never_truncated
from municipalities.models import Officer
from payments.models.payment import Warrant

_ANOTHER = """
    IF EXISTS (
        SELECT 1 FROM municipalities_officer mine JOIN municipalities_officer other
            ON other.person_id = mine.person_id
        WHERE mine.id = NEW.approved_by_id AND (
            other.id IN (SELECT a.approved_by_id FROM payments_warrantapproval a
                WHERE a.warrant_id = NEW.warrant_id)
            OR other.id IN (SELECT unnest(ARRAY[w.certified_by_id, w.warranted_by_id, w.sent_by_id])
                FROM payments_warrant w WHERE w.id = NEW.warrant_id))) THEN
        RAISE EXCEPTION 'one person may not sign a warrant twice'
            USING ERRCODE = '23514', CONSTRAINT = 'approved_by_another';
    END IF;
    RETURN NEW;"""


class WarrantApproval(models.Model):
    """That a further person approved a warrant before it was issued."""

    warrant = models.ForeignKey(Warrant, on_delete=models.PROTECT, related_name="approvals")
    approved_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="warrants_approved"
    )
    approved_on = models.DateField()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["warrant", "approved_by"], name="one_approval_each"),
        )
        triggers = (
            never("changed", pgtrigger.Update | pgtrigger.Delete),
            never_truncated(),
            pgtrigger.Trigger(
                name="approved_by_another",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert,
                func=_ANOTHER,
            ),
        )

    def __str__(self) -> str:
        return f"{self.warrant} approved by {self.approved_by}"
