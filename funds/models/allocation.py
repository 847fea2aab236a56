"""The only home of runs, their results per holder, and their certifications."""

import pgtrigger
from django.db import models
from django.db.models import Q

from funds.models.fund import Fund
from funds.models.ledger import Posting
from funds.models.ledger_triggers import never
from municipalities.models import (
    County,
    EnterpriseZone,
    FactSeries,
    Municipality,
    Officer,
)
from municipalities.models.duties import persons_differ


class Run(models.Model):
    """A frozen computation of one fund's State fiscal year: figures, inputs and results.

    A later run of the same fund and year supersedes an earlier one; none is edited.
    `facts` is the content of the calculator's files, `figures` the dated figures that were used.
    """

    class Kind(models.TextChoices):
        YEAR = "year", "The year's allocation"
        MAKE_UP = "make-up", "Make-up of a shortfall, 52:27H-88 k."
        ALLOTTED = "allotted", "Given amounts, recorded as such"
        SUPPLEMENT = "supplement", "A program that follows the year's shares"
        PROTECTION = "protection", "Nobody below the certified amount"

        @classmethod
        def beside(cls) -> tuple["Run.Kind", ...]:
            """Return the kinds that stand beside a year's own allocation, and in no one's place."""
            return (cls.MAKE_UP, cls.SUPPLEMENT, cls.PROTECTION)

    fund = models.ForeignKey(Fund, on_delete=models.PROTECT, related_name="runs")
    sfy = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField(help_text="1, 2, ... within the fund and year")
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.YEAR)
    cures_sfy = models.PositiveSmallIntegerField(null=True, help_text="make-up: the year it cures")
    supersedes = models.OneToOneField(
        "self", on_delete=models.PROTECT, related_name="superseded_by", null=True
    )
    reason = models.CharField(max_length=300, blank=True)
    prepared_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="runs_prepared")
    prepared_on = models.DateField()
    facts = models.JSONField()
    figures = models.JSONField()
    inputs_hash = models.CharField(max_length=64)
    results_hash = models.CharField(max_length=64)
    law_hash = models.CharField(max_length=64, blank=True, help_text="empty: before it was kept")
    rules_hash = models.CharField(max_length=64, blank=True, help_text="empty: before it was kept")
    series = models.ManyToManyField(FactSeries, related_name="runs")
    demonstration = models.BooleanField(default=False)

    class Meta:
        ordering = ("fund", "-sfy", "-number")
        constraints = (
            models.UniqueConstraint(fields=["fund", "sfy", "number"], name="one_run_number"),
            models.CheckConstraint(
                condition=~Q(facts__has_key="what_if") & ~Q(inputs_hash__startswith="what-if:"),
                name="a_run_is_no_what_if",
            ),
        )
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.fund_id} SFY{self.sfy} run {self.number}"

    @classmethod
    def named(cls, words: str) -> "Run":
        """Return the run of which `words` is the name. Raises Run.DoesNotExist."""
        fund, year, _, number = words.split()
        return cls.objects.get(fund=fund, sfy=int(year.removeprefix("SFY")), number=int(number))


class RunLine(models.Model):
    """One amount of a run: who, which component, how much, under which clause."""

    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="lines")
    position = models.PositiveIntegerField()
    holder = models.CharField(max_length=80)
    component = models.CharField(max_length=30)
    amount = models.DecimalField(max_digits=20, decimal_places=3)
    cite = models.CharField(max_length=80)
    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="run_lines", null=True
    )
    zone = models.ForeignKey(
        EnterpriseZone, on_delete=models.PROTECT, related_name="run_lines", null=True
    )
    county = models.ForeignKey(
        County, on_delete=models.PROTECT, related_name="run_lines", null=True
    )

    class Meta:
        ordering = ("run", "position")
        constraints = (
            models.UniqueConstraint(fields=["run", "holder", "component"], name="one_line"),
        )
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.holder} {self.component} {self.amount}"


class HolderWorksheet(models.Model):
    """How a holder's amounts were worked out: a list of cited lines, amounts as strings."""

    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="worksheets")
    holder = models.CharField(max_length=80)
    lines = models.JSONField()

    class Meta:
        ordering = ("run", "holder")
        constraints = (models.UniqueConstraint(fields=["run", "holder"], name="one_worksheet"),)
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.run_id} {self.holder}"


class Certification(models.Model):
    """The signature under a run by another person than the one who prepared it."""

    run = models.OneToOneField(Run, on_delete=models.PROTECT, related_name="certification")
    number = models.CharField(max_length=20, unique=True, help_text='for example "ZA-2027-01"')
    prepared_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="certifications_prepared"
    )
    certified_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="certifications_made"
    )
    certified_on = models.DateField()
    statement = models.TextField()
    document_hash = models.CharField(max_length=64, help_text="SHA-256 of what was shown")

    class Meta:
        ordering = ("-certified_on", "number")
        triggers = (
            persons_differ("certified_by_another", "prepared_by_id", "certified_by_id"),
            never("changed", pgtrigger.Update | pgtrigger.Delete),
            pgtrigger.Trigger(
                name="preparer_of_the_run",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert,
                func="""
                    IF NEW.prepared_by_id <> (SELECT prepared_by_id FROM funds_run
                        WHERE id = NEW.run_id) THEN
                        RAISE EXCEPTION 'a certification names who prepared its run'
                            USING ERRCODE = '23514', CONSTRAINT = 'preparer_of_the_run';
                    END IF;
                    RETURN NEW;""",
            ),
        )

    def __str__(self) -> str:
        return self.number


class Credit(models.Model):
    """That a certification was credited: its posting, or none when all became receivables."""

    certification = models.OneToOneField(
        Certification, on_delete=models.PROTECT, related_name="credit"
    )
    posting = models.OneToOneField(
        Posting, on_delete=models.PROTECT, related_name="credit", null=True
    )
    credited_on = models.DateField()
    credited_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="credits_made")

    class Meta:
        ordering = ("credited_on", "pk")
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.certification} credited on {self.credited_on}"


class Reopening(models.Model):
    """A certification taken back before anything of it was released, with its reason."""

    certification = models.OneToOneField(
        Certification, on_delete=models.PROTECT, related_name="reopening"
    )
    reason = models.CharField(max_length=300)
    reopened_on = models.DateField()
    reopened_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="reopenings")
    reversal = models.OneToOneField(
        Posting, on_delete=models.PROTECT, related_name="reopening", null=True
    )

    class Meta:
        ordering = ("reopened_on", "pk")
        triggers = (never("changed", pgtrigger.Update | pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.certification} re-opened: {self.reason}"
