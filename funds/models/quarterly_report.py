"""The only home of the quarterly reports of second-generation money, and questions about them.

A report is a row with the figures it was filed with. What is filed anew is a row of its own;
the one before it stays, closed with the reason.
"""

from decimal import Decimal

import pgtrigger
from django.db import models
from django.db.models import F, Q

from funds.models.ledger_triggers import never
from municipalities.models import Document, EnterpriseZone, Officer
from municipalities.models.duties import persons_differ

# Of the register, in dollars, in the order in which a report shows them.
FIGURES = (
    "opening", "principal", "interest", "sales", "used", "closing",
    "lent", "outstanding", "past_due", "in_default", "written_off",
)  # fmt: skip
KEPT = ("zone_id", "sfy", "quarter", "version", "nil", *FIGURES, "declared", "explanation",
        "statement_id", "digest")  # fmt: skip
_SAME = ", ".join(f"NEW.{name}" for name in KEPT), ", ".join(f"OLD.{name}" for name in KEPT)
AS_FILED = pgtrigger.Trigger(
    name="as_filed",
    when=pgtrigger.Before,
    operation=pgtrigger.Update,
    func=f"""
        IF ({_SAME[0]}) IS DISTINCT FROM ({_SAME[1]}) THEN
            RAISE EXCEPTION 'a report stays as it was filed'
                USING ERRCODE = '23514', CONSTRAINT = 'as_filed';
        END IF;
        RETURN NEW;""",
)


def dollars(help_text: str = "") -> "models.DecimalField[Decimal, Decimal]":
    """Make a column of dollars."""
    return models.DecimalField(max_digits=18, decimal_places=2, default=0, help_text=help_text)


class QuarterlyReport(models.Model):
    """A zone's second-generation money in a quarter: prepared, certified, accepted. a.(4).

    A nil return is certified by one officer: the register itself says that nothing moved.
    """

    class Closed(models.TextChoices):
        RECALLED = "recalled", "Recalled"
        SENT_BACK = "sent-back", "Sent back"
        REOPENED = "reopened", "Reopened"

    zone = models.ForeignKey(
        EnterpriseZone, on_delete=models.PROTECT, related_name="quarterly_reports"
    )
    sfy = models.PositiveSmallIntegerField()
    quarter = models.PositiveSmallIntegerField(help_text="of the State fiscal year, 1 to 4")
    version = models.PositiveSmallIntegerField(default=1)
    nil = models.BooleanField(default=False)
    opening = dollars("the account's balance when the quarter began")
    principal = dollars("repaid")
    interest = dollars("of repayments")
    sales = dollars("proceeds of property and equipment")
    used = dollars("paid out of the account")
    closing = dollars("the computed balance on the quarter's last day")
    lent = dollars("principal of loans made in the quarter")
    outstanding = dollars("principal of all loans on the last day")
    past_due = dollars("scheduled by the last day and not repaid")
    in_default = dollars("outstanding of loans in default")
    written_off = dollars("of principal, in the quarter")
    declared = dollars("the bank's balance on the last day, as the municipality declares it")
    explanation = models.CharField(max_length=600, blank=True, help_text="of a difference")
    statement = models.ForeignKey(
        Document, on_delete=models.PROTECT, related_name="+", null=True, help_text="the bank's"
    )
    digest = models.CharField(max_length=64, help_text="SHA-256 of what it says")
    prepared_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="reports_prepared", null=True
    )
    prepared_on = models.DateField(null=True)
    certified_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="reports_certified", null=True
    )
    certified_on = models.DateField(null=True)
    accepted_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="reports_accepted", null=True
    )
    accepted_on = models.DateField(null=True)
    closed_as = models.CharField(max_length=9, choices=Closed.choices, blank=True)
    closed_because = models.CharField(max_length=300, blank=True)
    closed_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="reports_closed", null=True
    )
    closed_on = models.DateField(null=True)

    class Meta:
        ordering = ("zone", "-sfy", "-quarter", "-version")
        constraints = (
            models.UniqueConstraint(
                fields=["zone", "sfy", "quarter"],
                condition=Q(closed_on=None),
                name="one_live_report_a_quarter",
            ),
            models.UniqueConstraint(
                fields=["zone", "sfy", "quarter", "version"], name="one_version_of_a_report"
            ),
            models.CheckConstraint(condition=Q(quarter__range=(1, 4)), name="a_year_has_quarters"),
            models.CheckConstraint(
                condition=Q(certified_by=None, certified_on=None)
                | Q(certified_by__isnull=False, certified_on__isnull=False)
                & Q(digest__regex=r"^[0-9a-f]{64}$"),
                name="certified_by_whom_when_and_what",
            ),
            models.CheckConstraint(
                condition=Q(accepted_by=None, accepted_on=None)
                | Q(accepted_by__isnull=False, accepted_on__isnull=False),
                name="accepted_by_whom_and_when",
            ),
            models.CheckConstraint(
                condition=Q(prepared_by__isnull=False, prepared_on__isnull=False, nil=False)
                | Q(prepared_by=None, prepared_on=None, nil=True, certified_by__isnull=False),
                name="prepared_unless_nil",
            ),
            models.CheckConstraint(
                condition=Q(nil=False)
                | Q(principal=0, interest=0, sales=0, used=0, lent=0, written_off=0,
                    opening=F("closing"), declared=F("closing")),
                name="a_nil_return_says_nothing_moved",
            ),
            models.CheckConstraint(
                condition=Q(closing=F("opening") + F("principal") + F("interest") + F("sales")
                            - F("used")),
                name="a_report_adds_up",
            ),
            models.CheckConstraint(
                condition=Q(declared=F("closing")) | ~Q(explanation=""),
                name="a_difference_is_explained",
            ),
            models.CheckConstraint(
                condition=Q(closed_on=None, closed_by=None, closed_as="", closed_because="")
                | Q(closed_on__isnull=False, closed_by__isnull=False)
                & ~Q(closed_as="") & ~Q(closed_because=""),
                name="closed_by_whom_and_why",
            ),
        )  # fmt: skip
        triggers = (
            persons_differ(
                "report_by_other_persons", "prepared_by_id", "certified_by_id", "accepted_by_id"
            ),
            AS_FILED,
            never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return f"{self.zone} second-generation report SFY{self.sfy} Q{self.quarter}"


class ReportQuestion(models.Model):
    """What the Department asks about a report, and what the zone answers."""

    report = models.ForeignKey(
        QuarterlyReport,
        on_delete=models.PROTECT,
        related_name="questions",
        db_column="quarterlyreport_id",
    )
    question = models.CharField(max_length=600)
    asked_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="report_questions")
    asked_on = models.DateField()
    answer = models.CharField(max_length=600, blank=True)
    answered_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="report_answers", null=True
    )
    answered_on = models.DateField(null=True)

    class Meta:
        ordering = ("report", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(answer="", answered_by=None, answered_on=None)
                | ~Q(answer="") & Q(answered_by__isnull=False, answered_on__isnull=False),
                name="an_answer_is_somebodys",
            ),
            models.UniqueConstraint(fields=["report", "question"], name="asked_once"),
        )
        triggers = (
            persons_differ("answered_by_another", "asked_by_id", "answered_by_id"),
            never("deleted", pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return self.question
