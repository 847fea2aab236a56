"""The only home of the questions about binding zone money: encumber, encumber anew, release."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django import forms

from funds.forms import MoneyField, OnceForm
from funds.models import Encumbrance, Project
from funds.zone_forms import number_field, words_field
from municipalities.documents.fields import DocumentField
from municipalities.layouts import group, one_column, second
from municipalities.models import Officer


def project_field(hint: str, empty: str) -> "forms.ModelChoiceField[Project]":
    """Ask for an approved project."""
    return forms.ModelChoiceField(Project.objects.none(), empty_label=empty, help_text=hint)


def _offer(form: forms.Form, projects: Sequence[Project]) -> None:
    field = form.fields["project"]
    if isinstance(field, forms.ModelChoiceField):
        field.queryset = Project.objects.filter(pk__in=[each.pk for each in projects])


class EncumberForm(forms.Form):
    """Which approved project, how much, and (with a reason) of which credit years."""

    project = project_field("Projects that the Authority approved.", "Choose a project")
    amount = MoneyField(label="Amount ($)")
    number = number_field("Encumbrance number", "The purchase order or contract.")
    purpose = forms.CharField(max_length=200)
    years = forms.TypedMultipleChoiceField(
        label="Credit years",
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Leave empty: the oldest usable credit is taken first.",
    )
    reason = words_field("Why these years", "Needed when you choose years.", required=False)

    def __init__(
        self,
        *args: Any,
        projects: Sequence[Project],
        offered: Mapping[int, Decimal],
        by: Officer,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, projects)
        years = self.fields["years"]
        if isinstance(years, forms.TypedMultipleChoiceField):
            years.choices = [
                (sfy, f"SFY{sfy}, ${left:,.2f} unencumbered") for sfy, left in offered.items()
            ]
        self.fields["contract"] = DocumentField(
            by=by, required=False, label="The contract or purchase order"
        )
        self._lay_out("Encumber")

    def _lay_out(self, act: str) -> None:
        self.helper = one_column(
            "project",
            "amount",
            "number",
            "purpose",
            "contract",
            group("To take other than the oldest credit", "years", "reason"),
            act=act,
            beside=second("Show the years it takes", "show"),
        )

    def name_the_amount(self, amount: Decimal) -> None:
        """Let the button say what it binds, once that is known."""
        self._lay_out(f"Encumber ${amount:,.2f}")
        self.helper.render_hidden_fields = True


class ReEncumberForm(forms.Form):
    """How much moves on, to which project, and why."""

    amount = MoneyField(label="Amount ($)", help_text="What the old one no longer needs.")
    project = project_field("The same one, or another of the municipality.", "Choose a project")
    number = number_field("Number of the new encumbrance", "The purchase order or contract.")
    purpose = forms.CharField(max_length=200)
    reason = words_field("Why it is encumbered anew")

    def __init__(
        self, *args: Any, encumbrance: Encumbrance, projects: Sequence[Project], **kwargs: Any
    ) -> None:
        kwargs["initial"] = {
            "project": encumbrance.project_id,
            "purpose": encumbrance.purpose,
        } | (kwargs.get("initial") or {})
        super().__init__(*args, **kwargs)
        _offer(self, projects)
        act = f"Encumber it anew from {encumbrance.number}"
        self.helper = one_column("amount", "project", "number", "purpose", "reason", act=act)


class ReleaseForm(OnceForm):
    """How much of an encumbrance is set free again."""

    amount = MoneyField(label="Amount ($)", help_text="It returns to the years it came from.")

    def __init__(self, *args: Any, encumbrance: Encumbrance, left: Decimal, **kw: Any) -> None:
        kw["initial"] = {"amount": f"{left:,.2f}"} | kw.get("initial", {})
        super().__init__(*args, **kw)
        self.helper = one_column("token", "amount", act=f"Release from {encumbrance.number}")
