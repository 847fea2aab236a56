"""The only home of the columns by which each of the two bodies adopts something. 52:27H-88 c."""

from typing import Any

from django.db import models
from django.db.models import Q

from municipalities.models import Document, Officer
from municipalities.models.duties import persons_differ

BODIES = ("governing", "corporation")


def _by() -> Any:
    return models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="+", null=True)


def _paper() -> Any:
    return models.ForeignKey(Document, on_delete=models.PROTECT, related_name="+", null=True)


class AdoptedByBoth(models.Model):
    """Adopted by the governing body and by the zone development corporation."""

    governing_resolution = models.CharField(max_length=200, blank=True)
    governing_adopted_at = models.DateTimeField(null=True)
    governing_by = _by()
    governing_document = _paper()
    corporation_resolution = models.CharField(max_length=200, blank=True)
    corporation_adopted_at = models.DateTimeField(null=True)
    corporation_by = _by()
    corporation_document = _paper()

    class Meta:
        abstract = True


def whole_adoptions(prefix: str = "") -> list[models.CheckConstraint]:
    """Return the rule that an adoption has its officer, its moment and its resolution."""
    return [
        models.CheckConstraint(
            condition=Q(**{f"{body}_by": None, f"{body}_adopted_at": None})
            | Q(**{f"{body}_by__isnull": False, f"{body}_adopted_at__isnull": False})
            & ~Q(**{f"{body}_resolution": ""}),
            name=f"{prefix}{body}_adoption_is_whole",
        )
        for body in BODIES
    ]


def by_two_persons(name: str) -> Any:
    """Return the trigger that refuses one person for both bodies."""
    return persons_differ(name, "governing_by_id", "corporation_by_id")
