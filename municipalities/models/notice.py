"""The only home of notices as rows: one message to one person, and what became of it."""

import pgtrigger
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from municipalities.models.office import Office, Officer, Person


class Notice(models.Model):
    """A message to one person in one office, written with the act and sent after its commit."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waits to be sent"
        SENDING = "sending", "Being sent"
        SENT = "sent", "Sent"
        REFUSED = "refused", "Refused by the mail server"
        BOUNCED = "bounced", "Returned"
        NO_ADDRESS = "no-address", "Has no address"
        UNWRITTEN = "unwritten", "Could not be written"
        WITHDRAWN = "withdrawn", "No longer needed"

    kind = models.CharField(max_length=30)
    key = models.CharField(max_length=200, unique=True, help_text="makes it written once")
    office = models.ForeignKey(Office, on_delete=models.PROTECT, related_name="notices")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="notices")
    address = models.EmailField(blank=True)
    sender = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="notices_sent")
    subject = models.CharField(max_length=160)
    text = models.TextField()
    url = models.CharField(max_length=200, blank=True, help_text="the page it is about")
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    deliver_after = models.DateTimeField(db_default=Now())
    leased_until = models.DateTimeField(null=True)
    written_at = models.DateTimeField(db_default=Now())
    sent_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("-pk",)
        indexes = (
            models.Index(
                fields=["deliver_after", "id"],
                condition=Q(state__in=["waiting", "sending"]),
                name="notice_open",
            ),
            models.Index(fields=["sender", "-id"], name="notice_by_sender"),
        )
        constraints = (
            models.CheckConstraint(
                condition=~Q(state="sent") | Q(sent_at__isnull=False),
                name="what_is_sent_has_a_moment",
            ),
        )
        triggers = (
            pgtrigger.Trigger(
                name="words_stay",
                when=pgtrigger.Before,
                operation=pgtrigger.Update,
                func="""
                    IF (NEW.key, NEW.office_id, NEW.person_id, NEW.sender_id, NEW.subject,
                        NEW.text) IS DISTINCT FROM (OLD.key, OLD.office_id, OLD.person_id,
                        OLD.sender_id, OLD.subject, OLD.text) THEN
                        RAISE EXCEPTION 'a notice keeps its words and its parties'
                            USING ERRCODE = '23514', CONSTRAINT = 'words_stay';
                    END IF;
                    RETURN NEW;""",
            ),
            pgtrigger.Protect(name="notice_never_deleted", operation=pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return self.subject
