"""The only home of offices, the persons who hold them for dated terms, and their sign-ins.

An office holds the task; a person holds the office for a term. An `Officer` is that person in
that office: acts take one as `by`, and the database compares persons, not sign-ins.
"""

from datetime import date
from typing import ClassVar

import pgtrigger
from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Upper
from django.utils.crypto import salted_hmac

from municipalities.models.municipality import County, Municipality
from municipalities.models.zone import EnterpriseZone


class Person(models.Model):
    """A natural person, whatever number of sign-ins they have."""

    label = models.CharField(max_length=120, unique=True, help_text="how the person is shown")

    class Meta:
        ordering = ("label",)
        triggers = (pgtrigger.Protect(name="person_never_deleted", operation=pgtrigger.Delete),)

    def __str__(self) -> str:
        return self.label


class SignIns(UserManager["User"]):
    """The sign-ins; a name is found in whatever case it is typed."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """Find a sign-in by its name."""
        return self.get(username__iexact=username)


class User(AbstractUser):
    """A sign-in of a person.

    Its sessions hold the number that `sessions` had when they began; they end when it is another.
    """

    person = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="users", null=True, blank=True
    )
    demonstration = models.BooleanField(
        default=False, help_text="may sign in only while the demonstration is on"
    )
    sessions = models.PositiveIntegerField(
        default=0, editable=False, help_text="a higher number ends every session there is"
    )

    objects: ClassVar[SignIns] = SignIns()

    class Meta:
        ordering = ("username",)
        constraints = (
            models.UniqueConstraint(Upper("username"), name="one_sign_in_name_whatever_its_case"),
        )
        triggers = (
            pgtrigger.Protect(name="user_never_deleted", operation=pgtrigger.Delete),
            pgtrigger.Trigger(
                name="another_standing_ends_sessions",
                when=pgtrigger.Before,
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__person_id__df=pgtrigger.F("new__person_id"))
                | pgtrigger.Q(old__is_active__df=pgtrigger.F("new__is_active"))
                | pgtrigger.Q(old__is_staff__df=pgtrigger.F("new__is_staff")),
                func="NEW.sessions := OLD.sessions + 1; RETURN NEW;",
            ),
        )

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Tie a session to the password and to the number of the sessions that may live."""
        return salted_hmac(
            "municipalities.session", f"{self.password}/{self.sessions}", secret=secret,
            algorithm="sha256",
        ).hexdigest()  # fmt: skip


ENDS_SESSIONS = """
    UPDATE municipalities_user SET sessions = sessions + 1 WHERE person_id IN ({persons});
    RETURN NULL;"""


class Office(models.Model):
    """A job title with its place: "cfo" of a municipality, "treasury-certifier" of the State."""

    title = models.CharField(max_length=40, help_text="a job title of config/roles.py")
    name = models.CharField(max_length=120, unique=True, help_text='for example "Newark CFO"')
    municipality = models.ForeignKey(
        Municipality,
        on_delete=models.PROTECT,
        related_name="offices",
        null=True,
        blank=True,
    )
    county = models.ForeignKey(
        County, on_delete=models.PROTECT, related_name="offices", null=True, blank=True
    )
    zone = models.ForeignKey(
        EnterpriseZone,
        on_delete=models.PROTECT,
        related_name="offices",
        null=True,
        blank=True,
    )
    mail = models.EmailField(blank=True)

    class Meta:
        ordering = ("name",)
        triggers = (
            pgtrigger.Trigger(
                name="another_office_ends_sessions",
                when=pgtrigger.After,
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__title__df=pgtrigger.F("new__title"))
                | pgtrigger.Q(old__municipality_id__df=pgtrigger.F("new__municipality_id"))
                | pgtrigger.Q(old__zone_id__df=pgtrigger.F("new__zone_id"))
                | pgtrigger.Q(old__county_id__df=pgtrigger.F("new__county_id")),
                func=ENDS_SESSIONS.format(
                    persons="SELECT person_id FROM municipalities_officer WHERE office_id = NEW.id"
                ),
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def permissions(self) -> frozenset[str]:
        """What the job title may do, from the one table of roles."""
        return settings.ROLES.get(self.title, frozenset())


class Officer(models.Model):
    """A person in an office for a term; acting terms name their legal basis."""

    office = models.ForeignKey(Office, on_delete=models.PROTECT, related_name="officers")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="officers")
    from_on = models.DateField()
    until_on = models.DateField(null=True, blank=True)
    acting = models.BooleanField(default=False)
    legal_basis = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("office", "from_on")
        constraints = (
            models.CheckConstraint(
                condition=Q(until_on=None) | Q(until_on__gte=F("from_on")),
                name="a_term_ends_after_it_begins",
            ),
            models.CheckConstraint(
                condition=Q(acting=False) | ~Q(legal_basis=""),
                name="an_acting_term_has_a_legal_basis",
            ),
        )
        triggers = (
            pgtrigger.Trigger(
                name="same_person_for_good",
                when=pgtrigger.Before,
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__person_id__df=pgtrigger.F("new__person_id"))
                | pgtrigger.Q(old__office_id__df=pgtrigger.F("new__office_id")),
                func="RAISE EXCEPTION 'a term keeps its office and its person'"
                " USING ERRCODE = '23514', CONSTRAINT = 'same_person_for_good';",
            ),
            pgtrigger.Protect(name="never_deleted", operation=pgtrigger.Delete),
            pgtrigger.Trigger(
                name="another_term_ends_sessions",
                when=pgtrigger.After,
                operation=pgtrigger.Insert | pgtrigger.Update,
                func=ENDS_SESSIONS.format(persons="NEW.person_id"),
            ),
        )

    def __str__(self) -> str:
        return self.office.name

    def may(self, permission: str) -> bool:
        """Say whether the office's job title has the permission."""
        return permission in self.office.permissions

    def serves_on(self, on: date) -> bool:
        """Say whether the term runs on the day."""
        return self.from_on <= on and (self.until_on is None or on <= self.until_on)
