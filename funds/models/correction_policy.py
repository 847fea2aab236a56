"""The only home of what a correction of certified aid may do: one proposes, another decides."""

import pgtrigger
from django.db import models
from django.db.models import Q

from funds.models.fund import Fund
from funds.models.ledger_triggers import never
from municipalities.models import Officer
from municipalities.models.duties import persons_differ


class CorrectionPolicy(models.Model):
    """Whether a correction may leave anyone of a fund below what was certified, from a year on."""

    class Rule(models.TextChoices):
        AS_COMPUTED = "as computed", "Everyone gets what is computed anew"
        NEVER_BELOW = "never below", "Nobody falls below the certified amount"

    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="correction_policies")
    from_sfy = models.PositiveSmallIntegerField()
    rule = models.CharField(max_length=11, choices=Rule.choices)
    authority = models.CharField(max_length=200, help_text="the law or decision it rests on")
    proposed_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="correction_policies_proposed"
    )
    proposed_on = models.DateField()
    decided_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="correction_policies_decided", null=True
    )
    decided_on = models.DateField(null=True)

    class Meta:
        ordering = ("fund", "-from_sfy", "-pk")
        verbose_name_plural = "correction policies"
        constraints = (
            models.CheckConstraint(
                condition=Q(decided_by=None, decided_on=None)
                | Q(decided_by__isnull=False, decided_on__isnull=False),
                name="a_policy_is_decided_by_somebody",
            ),
            models.UniqueConstraint(
                fields=["fund"], condition=Q(decided_on=None), name="one_policy_waits_a_fund"
            ),
        )
        triggers = (
            persons_differ("policy_decided_by_another", "proposed_by_id", "decided_by_id"),
            never("deleted", pgtrigger.Delete),
            pgtrigger.Trigger(
                name="policy_only_decided",
                when=pgtrigger.Before,
                operation=pgtrigger.Update,
                func="""
                    IF OLD.decided_by_id IS NOT NULL OR (NEW.fund_id, NEW.from_sfy, NEW.rule,
                        NEW.authority, NEW.proposed_by_id, NEW.proposed_on) IS DISTINCT FROM
                        (OLD.fund_id, OLD.from_sfy, OLD.rule, OLD.authority, OLD.proposed_by_id,
                        OLD.proposed_on) THEN
                        RAISE EXCEPTION 'a correction policy is decided once and never edited'
                            USING ERRCODE = '23514', CONSTRAINT = 'policy_only_decided';
                    END IF;
                    RETURN NEW;""",
            ),
        )

    def __str__(self) -> str:
        return f"{self.fund_id} from SFY{self.from_sfy}: {self.rule}"
