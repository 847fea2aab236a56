"""The only home of the calendar's own rows: days that are closed, and addresses of feeds."""

import pgtrigger
from django.db import models
from django.db.models import Q

from municipalities.models.office import Office, Officer


class Holiday(models.Model):
    """A weekday on which State offices or the Reserve Banks are closed, until it is struck.

    Whoever entered it is empty where it was seeded. A day that is struck is a working day again.
    """

    class Whose(models.TextChoices):
        OFFICES = "offices", "State offices"
        BANKS = "banks", "Federal Reserve Banks"

    whose = models.CharField(max_length=7, choices=Whose.choices)
    falls_on = models.DateField()
    name = models.CharField(max_length=80)
    authority = models.CharField(max_length=200, help_text="the act or notice it rests on")
    entered_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="holidays_entered", null=True
    )
    entered_on = models.DateField(null=True)
    struck_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="holidays_struck", null=True
    )
    struck_on = models.DateField(null=True)
    struck_because = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("falls_on", "whose")
        constraints = (
            models.UniqueConstraint(
                fields=["whose", "falls_on"],
                condition=Q(struck_on=None),
                name="one_holiday_a_day",
            ),
            models.CheckConstraint(
                condition=Q(falls_on__iso_week_day__lte=5), name="a_holiday_is_a_weekday"
            ),
            models.CheckConstraint(
                condition=Q(struck_by=None, struck_on=None, struck_because="")
                | (Q(struck_by__isnull=False, struck_on__isnull=False) & ~Q(struck_because="")),
                name="a_struck_holiday_says_why",
            ),
            models.CheckConstraint(
                condition=Q(entered_by=None, entered_on=None)
                | Q(entered_by__isnull=False, entered_on__isnull=False),
                name="an_entered_holiday_has_a_day",
            ),
        )
        triggers = (pgtrigger.Protect(name="holiday_never_deleted", operation=pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"{self.name}, {self.falls_on:%B} {self.falls_on.day}, {self.falls_on.year}"


class CalendarFeed(models.Model):
    """A secret address at which an office's calendar is read, until it is closed.

    Only the digest of the address is kept: who lost it makes another.
    """

    office = models.ForeignKey(Office, on_delete=models.PROTECT, related_name="feeds")
    digest = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="feeds_made")
    made_on = models.DateField()
    closed_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="feeds_closed", null=True
    )
    closed_on = models.DateField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["office"], condition=Q(closed_on=None), name="one_open_feed_an_office"
            ),
            models.CheckConstraint(
                condition=Q(closed_by=None, closed_on=None)
                | Q(closed_by__isnull=False, closed_on__isnull=False),
                name="a_closed_feed_says_by_whom",
            ),
        )
        triggers = (pgtrigger.Protect(name="feed_never_deleted", operation=pgtrigger.Delete),)

    def __str__(self) -> str:
        return f"Calendar of {self.office}"
