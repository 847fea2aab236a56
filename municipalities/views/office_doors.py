"""The only home of the doors to offices: propose, confirm, refuse, hand over, end."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from municipalities import grants, invitations, offices
from municipalities.doors import Door
from municipalities.models import Grant, Office, Officer, Person, User
from municipalities.office_forms import EndForm, HandOverForm, ReasonForm, SeatForm
from municipalities.page_parts import Link, Term


class OfficeDoor(Door):
    """A door to who holds an office, and back to the list."""

    heading = lede = after = act_words = ""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act and the way back."""
        return super().get_context_data(
            **({"heading": self.heading, "lede": self.lede, "after": self.after} | kwargs),
            back=Link("Offices", reverse("offices")),
        )

    def get_success_url(self) -> str:
        """Go back to the list."""
        return reverse("offices")


class SeatDoor(OfficeDoor):
    """Propose a person for an office."""

    permission = "manage-offices"
    form_class: type[forms.Form] = SeatForm
    lede = "A second administrator confirms it; nobody sits before."
    after = "Whoever holds the office today keeps it until their own term ends."

    @cached_property
    def office(self) -> Office:
        """The office of the address."""
        return get_object_or_404(Office.objects.exclude(title="system"), pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form its office and today."""
        return super().get_form_kwargs() | {"office": self.office, "on": self.today}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the office."""
        return super().get_context_data(heading=f"Seat someone as {self.office}", **kwargs)

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Propose."""
        person = _person(answers)
        grants.propose(
            self.office,
            person,
            from_on=answers["from_on"],
            until_on=answers["until_on"],
            acting=answers["acting"],
            legal_basis=answers["legal_basis"],
            on=self.today,
            by=by,
        )
        _sign_in(person, answers, is_staff=self.office.title == "admin")
        return f"{person} is proposed for {self.office}. A second administrator confirms it."


class HandOverDoor(OfficeDoor):
    """The clerk seats the next chief financial officer. N.J.S.A. 40A:9-133."""

    permission = "seat-officers"
    form_class: type[forms.Form] = HandOverForm
    lede = "The next chief financial officer. The term before ends on the day before."
    seated: User | None = None

    @cached_property
    def office(self) -> Office:
        """The chief financial officer's office of the clerk's own municipality."""
        place = self.officer.office.municipality_id
        return get_object_or_404(Office, pk=self.kwargs["pk"], title="cfo", municipality=place)

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form its office and today."""
        return super().get_form_kwargs() | {"office": self.office, "on": self.today}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the office."""
        return super().get_context_data(heading=f"Hand over {self.office}", **kwargs)

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Hand over."""
        person = _person(answers)
        grants.hand_over(self.office, person, from_on=answers["from_on"], on=self.today, by=by)
        self.seated = _sign_in(person, answers)
        return f"{person} is {self.office} from {answers['from_on']:%b %-d, %Y}."

    def get_success_url(self) -> str:
        """Go to the link for a new officer, or back to the list."""
        return _link_or_list(self.seated)


class GrantDoor(OfficeDoor):
    """Confirm what another administrator proposed."""

    permission = "manage-offices"
    form_class: type[forms.Form] = EndForm
    act_words = "Confirm"
    seated: User | None = None

    @cached_property
    def grant(self) -> Grant:
        """The proposal of the address."""
        rows = Grant.objects.select_related("office", "person", "proposed_by__office")
        return get_object_or_404(rows, pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the act on the button."""
        return super().get_form_kwargs() | {"act": f"{self.act_words} {self.grant}"[:90]}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what is proposed, by whom, and where it is refused."""
        grant = self.grant
        about = [
            Term("Office", grant.office.name),
            Term("Person", grant.person.label),
            Term("From", f"{grant.from_on:%b %-d, %Y}"),
            Term("Until", f"{grant.until_on:%b %-d, %Y}" if grant.until_on else None),
            Term("Acting, by", grant.legal_basis or None),
            Term("Proposed by", f"{grant.proposed_by.office}, {grant.proposed_by.person}"),
            Term("To refuse it", "Refuse it", reverse("grant_refuse", args=[grant.pk])),
        ]
        return super().get_context_data(heading=f"{self.act_words} {grant}", about=about, **kwargs)

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Confirm."""
        grants.confirm(self.grant, on=self.today, by=by)
        self.seated = _new_sign_in(self.grant.person)
        return f"{self.grant} is confirmed."

    def get_success_url(self) -> str:
        """Go to the link for a new officer, or back to the list."""
        return _link_or_list(self.seated)


class RefuseGrantDoor(GrantDoor):
    """Refuse what another proposed, or take back one's own proposal."""

    form_class: type[forms.Form] = ReasonForm
    act_words = "Refuse"

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Refuse."""
        grants.refuse(self.grant, answers["reason"], on=self.today, by=by)
        return f"{self.grant} is refused."


class TermDoor(OfficeDoor):
    """End a term today."""

    permission = "manage-offices"
    form_class: type[forms.Form] = EndForm
    lede = "Today is its last day. Every session of the person ends now."

    @cached_property
    def term(self) -> Officer:
        """The term of the address."""
        rows = Officer.objects.select_related("office", "person")
        return get_object_or_404(rows.exclude(office__title="system"), pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the act on the button."""
        return super().get_form_kwargs() | {"act": "End the term"}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say whose term it is, and where their sign-in is renewed."""
        users = self.term.person.users.filter(demonstration=False)
        about = [
            Term("Person", self.term.person.label),
            Term("Since", f"{self.term.from_on:%b %-d, %Y}"),
            Term("A program of theirs", "Grant it a token",
                 reverse("api_token_grant", args=[self.term.pk])),
            *(
                Term(f"Sign-in {user.username}", "Lost password or factor",
                     reverse("renew", args=[user.pk]))
                for user in users
            ),
        ]  # fmt: skip
        return super().get_context_data(
            heading=f"End the term of {self.term}", about=about, **kwargs
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """End it."""
        offices.end(self.term, on=self.today, by=by)
        return f"The term of {self.term.person} as {self.term} ends today."


def _person(answers: Mapping[str, Any]) -> Person:
    return Person.objects.get_or_create(label=answers["person"].strip())[0]


def _sign_in(person: Person, answers: Mapping[str, Any], is_staff: bool = False) -> User:
    return invitations.invite(
        person, username=answers["username"], email=answers["email"], is_staff=is_staff
    )


def _new_sign_in(person: Person) -> User | None:
    return invitations.waiting().filter(person=person).first()


def _link_or_list(user: User | None) -> str:
    if user is None or user.has_usable_password():
        return reverse("offices")
    return reverse("invitation", args=[user.pk])
