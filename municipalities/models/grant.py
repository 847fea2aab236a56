"""The only home of what is proposed about who holds an office, until another person confirms it."""

import pgtrigger
from django.db import models
from django.db.models import F, Q

from municipalities.models.duties import persons_differ
from municipalities.models.office import Office, Officer, Person, User

HAND_OVER = "a hand-over needs a clerk of the same municipality, and a chief financial officer"


class Grant(models.Model):
    """A person proposed for an office; a second administrator, or the clerk alone, decides."""

    office = models.ForeignKey(Office, on_delete=models.PROTECT, related_name="grants")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="grants")
    from_on = models.DateField()
    until_on = models.DateField(null=True, blank=True)
    acting = models.BooleanField(default=False)
    legal_basis = models.CharField(max_length=200, blank=True)
    hand_over = models.BooleanField(default=False, help_text="by the clerk of the municipality")
    proposed_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="proposed")
    proposed_on = models.DateField()
    decided_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="decided", null=True, blank=True
    )
    decided_on = models.DateField(null=True, blank=True)
    refused_because = models.CharField(max_length=200, blank=True)
    officer = models.OneToOneField(
        Officer, on_delete=models.PROTECT, related_name="grant", null=True, blank=True
    )

    class Meta:
        ordering = ("-proposed_on", "-pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(until_on=None) | Q(until_on__gte=F("from_on")),
                name="a_grant_ends_after_it_begins",
            ),
            models.CheckConstraint(
                condition=Q(acting=False) | ~Q(legal_basis=""),
                name="an_acting_grant_has_a_legal_basis",
            ),
            models.CheckConstraint(
                condition=Q(officer=None) | Q(decided_by__isnull=False) | Q(hand_over=True),
                name="a_term_is_granted_by_two",
            ),
            models.CheckConstraint(
                condition=Q(decided_by=None, decided_on=None)
                | Q(decided_by__isnull=False, decided_on__isnull=False),
                name="a_decision_has_its_day",
            ),
            models.CheckConstraint(
                condition=Q(officer=None) | Q(refused_because=""),
                name="what_is_refused_seats_nobody",
            ),
            models.UniqueConstraint(
                "office",
                "person",
                condition=Q(officer=None, refused_because=""),
                name="one_open_grant_of_an_office_to_a_person",
            ),
        )
        triggers = (
            persons_differ("two_administrators", "proposed_by_id", "decided_by_id"),
            pgtrigger.Trigger(
                name="nobody_seats_themselves",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert | pgtrigger.Update,
                func="""
                IF EXISTS (SELECT 1 FROM municipalities_officer o
                    WHERE o.id IN (NEW.proposed_by_id, NEW.decided_by_id)
                        AND o.person_id = NEW.person_id) THEN
                    RAISE EXCEPTION 'nobody seats themselves'
                        USING ERRCODE = '23514', CONSTRAINT = 'nobody_seats_themselves';
                END IF;
                RETURN NEW;""",
            ),
            pgtrigger.Trigger(
                name="handed_over_by_the_clerk",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert | pgtrigger.Update,
                condition=pgtrigger.Q(new__hand_over=True),
                func=f"""
                IF NOT EXISTS (SELECT 1 FROM municipalities_officer c
                    JOIN municipalities_office k ON k.id = c.office_id
                    JOIN municipalities_office n ON n.id = NEW.office_id
                    WHERE c.id = NEW.proposed_by_id AND k.title = 'clerk' AND n.title = 'cfo'
                        AND k.municipality_id = n.municipality_id) THEN
                    RAISE EXCEPTION '{HAND_OVER}'
                        USING ERRCODE = '23514', CONSTRAINT = 'handed_over_by_the_clerk';
                END IF;
                RETURN NEW;""",  # noqa: S608 - the words are ours
            ),
            pgtrigger.Protect(name="grant_never_deleted", operation=pgtrigger.Delete),
            pgtrigger.Trigger(
                name="decided_once",
                when=pgtrigger.Before,
                operation=pgtrigger.Update,
                func="""
                IF OLD.officer_id IS NOT NULL OR OLD.refused_because <> ''
                    OR (NEW.office_id, NEW.person_id, NEW.from_on, NEW.until_on, NEW.acting,
                        NEW.legal_basis, NEW.hand_over, NEW.proposed_by_id, NEW.proposed_on)
                       IS DISTINCT FROM
                       (OLD.office_id, OLD.person_id, OLD.from_on, OLD.until_on, OLD.acting,
                        OLD.legal_basis, OLD.hand_over, OLD.proposed_by_id, OLD.proposed_on) THEN
                    RAISE EXCEPTION 'a grant is decided once and never edited'
                        USING ERRCODE = '23514', CONSTRAINT = 'decided_once';
                END IF;
                RETURN NEW;""",
            ),
        )

    def __str__(self) -> str:
        return f"{self.person} as {self.office}"


class Renewal(models.Model):
    """Lost factors or a lost password of a sign-in: asked for by one, renewed by another."""

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="renewals")
    reason = models.CharField(max_length=200)
    asked_by = models.ForeignKey(Officer, on_delete=models.PROTECT, related_name="renewals_asked")
    asked_on = models.DateField()
    done_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="renewals_done", null=True, blank=True
    )
    done_on = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ("-asked_on", "-pk")
        constraints = (
            models.UniqueConstraint(
                "user", condition=Q(done_by=None), name="one_open_renewal_of_a_sign_in"
            ),
        )
        triggers = (
            persons_differ("two_renew", "asked_by_id", "done_by_id"),
            pgtrigger.Protect(name="renewal_never_deleted", operation=pgtrigger.Delete),
        )

    def __str__(self) -> str:
        return f"New password and factors for {self.user}"


class Recertification(models.Model):
    """A quarter's look at the terms of one place: who looked, and that they still are right."""

    place = models.CharField(max_length=40, help_text="0714, zone:2119, county:07 or STATE")
    quarter = models.CharField(max_length=7, help_text="2026-Q4")
    terms = models.PositiveIntegerField()
    recertified_by = models.ForeignKey(
        Officer, on_delete=models.PROTECT, related_name="recertified"
    )
    recertified_on = models.DateField()

    class Meta:
        ordering = ("-quarter", "place")
        constraints = (
            models.UniqueConstraint(
                "place", "quarter", name="a_place_is_recertified_once_a_quarter"
            ),
        )
        triggers = (
            pgtrigger.Protect(
                name="recertification_never_changed", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        )

    def __str__(self) -> str:
        return f"{self.place} in {self.quarter}"
