"""The only home of work as rows: what is due, who has it in hand, how far it is.

A Celery task only wakes work; the row decides. Its key makes it happen once.
"""

from django.db import models
from django.db.models import Q


class Work(models.Model):
    """A piece of long or scheduled work with its business date, lease, attempts and progress."""

    class State(models.TextChoices):
        DUE = "due", "Waiting"
        RUNNING = "running", "Running"
        DONE = "done", "Done"
        FAILED = "failed", "Stopped, needs a person"

    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=160, unique=True)
    title = models.CharField(max_length=160)
    arguments = models.JSONField(default=dict)
    business_on = models.DateField()
    state = models.CharField(max_length=7, choices=State.choices, default=State.DUE)
    attempts = models.PositiveSmallIntegerField(default=0)
    leased_by = models.CharField(max_length=80, blank=True)
    leased_until = models.DateTimeField(null=True)
    done = models.PositiveIntegerField(default=0)
    of = models.PositiveIntegerField(default=0)
    message = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("-business_on", "-pk")
        verbose_name_plural = "work"
        indexes = (
            models.Index(
                fields=["business_on", "id"],
                condition=~Q(state="done"),
                name="work_open",
            ),
        )

    def __str__(self) -> str:
        return self.title


class Heartbeat(models.Model):
    """When a part of the product that has no page was last heard of."""

    of = models.CharField(primary_key=True, max_length=20)
    at = models.DateTimeField()

    class Meta:
        ordering = ("of",)

    def __str__(self) -> str:
        return f"{self.of} at {self.at}"
