"""The only home of the doors to an encumbrance: released, encumbered anew, given back to."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import projects, re_encumbrances
from funds.encumber_forms import ReEncumberForm, ReleaseForm
from funds.models import Encumbrance, Project
from funds.queries.ceilings import ceilings
from funds.queries.encumbering import by_year
from funds.queries.projects import ZERO, approved
from municipalities.doors import Door
from municipalities.models import Officer
from municipalities.page_parts import Link, Term
from payments import vouchers
from payments.queries import vouchers as queries
from payments.voucher_forms import GiveBackForm


class EncumbranceDoor(Door):
    """A door of one encumbrance."""

    heading = lede = after = ""

    @cached_property
    def encumbrance(self) -> Encumbrance:
        """The encumbrance of the address, if it may be seen."""
        found = queries.visible_encumbrances(self.scope)
        return get_object_or_404(found, pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form its encumbrance."""
        return super().get_form_kwargs() | {"encumbrance": self.encumbrance}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act, say what is left, and the way back."""
        terms = [Term(f"Left of SFY{y.sfy}", y.left) for y in by_year(self.encumbrance)]
        terms.append(Term("Project", self.encumbrance.project.title))
        terms.append(Term("Spend by", f"{self.encumbrance.last_usable_on:%b %-d, %Y}"))
        return super().get_context_data(
            heading=f"{self.heading} {self.encumbrance.number}",
            lede=self.lede,
            after=self.after,
            about=terms,
            back=Link(self.encumbrance.number, reverse("encumbrance", args=[self.encumbrance.pk])),
            **kwargs,
        )

    def get_success_url(self) -> str:
        """Go back to the encumbrance."""
        return reverse("encumbrance", args=[self.encumbrance.pk])


class ReleaseDoor(EncumbranceDoor):
    """Release a part of the encumbrance to the zone."""

    permission = "encumber"
    form_class: type[forms.Form] = ReleaseForm
    heading = "Release a part of"
    lede = "What is no longer needed returns to the credit years it came from, newest first."
    after = "A year whose window is over goes to the UEZ Authority instead. 52:27H-88 h."

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer all that is left."""
        left = sum((y.left for y in by_year(self.encumbrance)), ZERO)
        return super().get_form_kwargs() | {"left": left}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Post the release under the form's token."""
        key = f"encumbrance/{self.encumbrance.pk}/release/{answers['token']}"
        posting = projects.release_encumbrance(
            self.encumbrance, answers["amount"], key, on=self.today, by=by
        )
        return f"Released ${posting.total:,.2f} by posting {posting.number}."


class GiveBackDoor(EncumbranceDoor):
    """Give back what the trust did not spend."""

    permission = "approve-voucher"
    form_class: type[forms.Form] = GiveBackForm
    heading = "Give back to"
    lede = "What the trust did not spend is encumbered again."

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Post it under the form's token."""
        key = f"encumbrance/{self.encumbrance.pk}/give-back/{answers['token']}"
        posting = vouchers.give_back(self.encumbrance, answers["amount"], key, on=self.today, by=by)
        return f"Gave back ${posting.total:,.2f} by posting {posting.number}."


class ReEncumberDoor(EncumbranceDoor):
    """Encumber anew what the encumbrance no longer needs."""

    permission = "encumber"
    form_class: type[forms.Form] = ReEncumberForm
    heading = "Encumber anew from"
    lede = "The same credit years move, newest first, and nobody comes between."
    after = (
        "What is encumbered anew must be spent by June 30 three years after this State fiscal "
        "year. A credit year whose window is over does not move. 52:27H-88 h., i."
    )
    made: Encumbrance

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer the municipality's approved projects."""
        of = self.encumbrance
        mine = [p for p in approved(of.zone) if p.municipality_id == of.municipality_id]
        return super().get_form_kwargs() | {"projects": mine}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show what the ceilings leave of the years that would move."""
        of = self.encumbrance
        gauges = ceilings(
            of.zone, self.today, of.municipality_id, sfys=queries.years_with_money(of)
        )
        return super().get_context_data(headroom=gauges, **kwargs)

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Release and encumber in one step."""
        project: Project = answers["project"]
        self.made = re_encumbrances.re_encumber(
            self.encumbrance,
            project,
            answers["amount"],
            answers["number"],
            answers["purpose"],
            answers["reason"],
            on=self.today,
            by=by,
        )
        return f"Encumbered ${self.made.amount:,.2f} anew as {self.made.number}."

    def get_success_url(self) -> str:
        """Go to the new encumbrance."""
        return reverse("encumbrance", args=[self.made.pk])
