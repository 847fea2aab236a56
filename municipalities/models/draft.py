"""The only home of what people have typed and not yet sent, and of what they sent once."""

from django.db import models
from django.db.models.functions import Now

from municipalities.models.office import Person


class Draft(models.Model):
    """What one person has typed into one form about one thing; nobody else sees what it says."""

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="drafts")
    form = models.CharField(max_length=40, help_text='the door\'s name, "propose"')
    about = models.CharField(max_length=60, blank=True, help_text="what the form is about")
    title = models.CharField(max_length=160)
    address = models.CharField(max_length=200, help_text="the page of the form")
    answers = models.JSONField(default=dict, help_text="as typed, a list of texts a field")
    version = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("-updated_at",)
        constraints = (
            models.UniqueConstraint(fields=["person", "form", "about"], name="one_draft_a_form"),
        )

    def __str__(self) -> str:
        return self.title


class DraftVersion(models.Model):
    """An earlier state of a draft, or one that came too late to become it; kept for a day."""

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="versions")
    version = models.PositiveIntegerField(help_text="the version it was, or was made from")
    late = models.BooleanField(default=False, help_text="came from a page opened before")
    answers = models.JSONField()
    saved_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.draft} version {self.version}"


class Submission(models.Model):
    """That a form was sent: the same form sent again gets the first answer."""

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="submissions")
    token = models.CharField(max_length=64)
    address = models.CharField(max_length=200)
    digest = models.CharField(max_length=64, help_text="SHA-256 of the answers")
    answer = models.CharField(max_length=200, blank=True, help_text="where the first led")
    said = models.CharField(max_length=500, blank=True)
    sent_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(fields=["person", "token"], name="one_record_a_form"),
        )

    def __str__(self) -> str:
        return f"{self.address} {self.token}"
