"""The only home of counties, municipalities, their fiscal-year basis and their successors."""

from datetime import date

import pgtrigger
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q


class County(models.Model):
    """One of New Jersey's 21 counties; its code is two characters of text."""

    code = models.CharField(primary_key=True, max_length=2, validators=[RegexValidator(r"^\d{2}$")])
    name = models.CharField(max_length=40, unique=True)
    made_up = models.BooleanField(default=False)

    class Meta:
        ordering = ("code",)
        verbose_name_plural = "counties"

    def __str__(self) -> str:
        return f"{self.name} County"

    @property
    def holder(self) -> str:
        """The county's key in runs and in the ledger."""
        return f"county:{self.code}"


class MunicipalityQuerySet(models.QuerySet["Municipality"]):
    """Reads that every statewide count starts from."""

    def existing(self, on: date) -> "MunicipalityQuerySet":
        """Keep the real municipalities that are not dissolved on the day: 564 since 2022."""
        there = self.filter(made_up=False)
        return there.filter(Q(dissolved_on=None) | Q(dissolved_on__gt=on))


class Municipality(models.Model):
    """A municipality; its code is four characters of text ("0101").

    Names repeat across counties, so a name alone never identifies one. `made_up` marks the
    invented towns (codes 99xx) of the demonstration, which stand outside every statewide count.
    """

    code = models.CharField(primary_key=True, max_length=4, validators=[RegexValidator(r"^\d{4}$")])
    county = models.ForeignKey(County, on_delete=models.PROTECT, related_name="municipalities")
    name = models.CharField(max_length=60)
    kind = models.CharField(max_length=20, help_text="City, Borough, Township, Town or Village")
    official_name = models.CharField(max_length=80)
    in_highlands = models.BooleanField(default=False, help_text="listed in N.J.S.A. 13:20-7 a.")
    preservation_area = models.BooleanField(
        null=True,
        help_text="wholly or partly in the preservation area; empty: not on record",
    )
    made_up = models.BooleanField(default=False)
    dissolved_on = models.DateField(null=True, blank=True)

    objects = MunicipalityQuerySet.as_manager()

    class Meta:
        ordering = ("code",)
        verbose_name_plural = "municipalities"
        indexes = (models.Index(fields=["name"]),)

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"

    @property
    def holder(self) -> str:
        """The municipality's key in runs and in the ledger."""
        return self.code


class FiscalYearBasis(models.Model):
    """Whether a municipality budgets by calendar or State fiscal year, from a date on."""

    class Basis(models.TextChoices):
        CALENDAR = "calendar", "Calendar year"
        STATE = "state", "State fiscal year"

    municipality = models.ForeignKey(Municipality, on_delete=models.PROTECT, related_name="bases")
    basis = models.CharField(max_length=8, choices=Basis.choices)
    from_on = models.DateField()
    source = models.CharField(max_length=200)

    class Meta:
        ordering = ("municipality", "from_on")
        constraints = (
            models.UniqueConstraint(fields=["municipality", "from_on"], name="one_basis_a_day"),
        )

    def __str__(self) -> str:
        return f"{self.municipality_id} {self.basis} from {self.from_on}"


# The lock makes two successions that would close a circle wait for each other.
_NO_CIRCLE = pgtrigger.Trigger(
    name="no_circle",
    when=pgtrigger.Before,
    operation=pgtrigger.Insert,
    func="""
        PERFORM pg_advisory_xact_lock(hashtext('municipalities_succession'));
        IF EXISTS (WITH RECURSIVE line(code) AS (
                SELECT NEW.successor_id
                UNION SELECT s.successor_id FROM municipalities_succession s
                    JOIN line ON s.predecessor_id = line.code)
            SELECT 1 FROM line WHERE code = NEW.predecessor_id) THEN
            RAISE EXCEPTION 'a municipality never succeeds itself, directly or through others'
                USING ERRCODE = '23514', CONSTRAINT = 'no_circle';
        END IF;
        RETURN NEW;""",
)


class Succession(models.Model):
    """One municipality taken into another on a date; nobody succeeds itself, one successor each."""

    predecessor = models.OneToOneField(
        Municipality, on_delete=models.PROTECT, related_name="succeeded_by"
    )
    successor = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="predecessors"
    )
    effective_on = models.DateField()
    document = models.CharField(max_length=200)
    recorded_by = models.ForeignKey(
        "municipalities.Officer",
        on_delete=models.PROTECT,
        related_name="successions_recorded",
        null=True,
        blank=True,
    )

    class Meta:
        ordering = ("effective_on",)
        constraints = (
            models.CheckConstraint(
                condition=~Q(predecessor=F("successor")), name="nobody_succeeds_itself"
            ),
        )
        triggers = (
            _NO_CIRCLE,
            pgtrigger.Protect(
                name="succession_never_changed",
                operation=pgtrigger.Update | pgtrigger.Delete,
            ),
        )

    def __str__(self) -> str:
        return f"{self.predecessor_id} into {self.successor_id} on {self.effective_on}"


class FormerName(models.Model):
    """A name that a municipality bore until a day; its code, and so its history, stays."""

    municipality = models.ForeignKey(
        Municipality, on_delete=models.PROTECT, related_name="former_names"
    )
    name = models.CharField(max_length=60)
    official_name = models.CharField(max_length=80)
    until_on = models.DateField(help_text="the first day of the name after it")
    document = models.CharField(max_length=200)
    recorded_by = models.ForeignKey(
        "municipalities.Officer", on_delete=models.PROTECT, related_name="names_recorded"
    )

    class Meta:
        ordering = ("until_on",)
        constraints = (
            models.UniqueConstraint(fields=["municipality", "until_on"], name="one_new_name_a_day"),
        )
        triggers = (
            pgtrigger.Protect(
                name="former_name_never_changed",
                operation=pgtrigger.Update | pgtrigger.Delete,
            ),
        )

    def __str__(self) -> str:
        return f"{self.municipality_id} was {self.name} until {self.until_on}"
