"""The only home of standstills: times in which nothing happens by itself and no money leaves."""

import pgtrigger
from django.db import models
from django.db.models import F, Q

from municipalities.models.duties import persons_differ
from municipalities.models.office import Officer


class Standstill(models.Model):
    """From its day until a person ends it, no notice goes out, nothing is released or paid.

    A restored copy begins in one, so that it never sends again what the first one sent.
    """

    because = models.CharField(max_length=300)
    began_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="standstills_begun"
    )
    began_on = models.DateField()
    ended_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="standstills_ended", null=True
    )
    ended_on = models.DateField(null=True)
    ended_because = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(
                fields=["ended_on"],
                condition=Q(ended_on=None),
                nulls_distinct=False,
                name="one_standstill_at_once",
            ),
            models.CheckConstraint(
                condition=Q(ended_by=None, ended_on=None, ended_because="")
                | (Q(ended_by__isnull=False, ended_on__gte=F("began_on")) & ~Q(ended_because="")),
                name="an_ended_standstill_says_why",
            ),
            models.CheckConstraint(condition=~Q(because=""), name="a_standstill_says_why"),
        )
        triggers = (
            pgtrigger.Protect(name="standstill_never_deleted", operation=pgtrigger.Delete),
            persons_differ("standstill_by_two", "began_by_id", "ended_by_id"),
        )

    def __str__(self) -> str:
        return f"standstill since {self.began_on:%B} {self.began_on.day}, {self.began_on.year}"


def not_in_a_standstill(name: str, operation: pgtrigger.Operation, when: str) -> pgtrigger.Trigger:
    """Make a trigger that refuses, while everything stands still, what lets money leave.

    `when` is the SQL condition under which a row does.
    """
    return pgtrigger.Trigger(
        name=name,
        when=pgtrigger.Before,
        operation=operation,
        func=f"""
            IF {when} AND EXISTS (
                    SELECT 1 FROM municipalities_standstill s WHERE s.ended_on IS NULL) THEN
                RAISE EXCEPTION 'everything stands still: no money leaves'
                    USING ERRCODE = '23514', CONSTRAINT = 'no_money_in_a_standstill';
            END IF;
            RETURN NEW;""",  # noqa: S608 - the condition is written in our models
    )
