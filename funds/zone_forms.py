"""The only home of the questions about a zone's money: projects, encumbrances, reviews."""

from collections.abc import Mapping
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from funds.forms import MoneyField
from funds.models import Category, Project
from funds.proposal_forms import ContentsFields, plan_steps
from funds.rules.expenses import ELIGIBLE
from funds.rules.expenses import Category as Kind
from municipalities.layouts import abreast, in_panel, in_steps, second, step
from municipalities.models import EnterpriseZone, Municipality

NEW_YORK = ZoneInfo("America/New_York")


def day_field(label: str, hint: str = "") -> forms.DateField:
    """Ask for a day."""
    return forms.DateField(
        label=label, help_text=hint, widget=forms.DateInput(attrs={"type": "date"})
    )


def time_field(label: str) -> forms.TimeField:
    """Ask for a time of day in New York."""
    return forms.TimeField(label=label, widget=forms.TimeInput(attrs={"type": "time"}))


def number_field(label: str, hint: str = "") -> forms.CharField:
    """Ask for the number a record goes by; sent twice, it is the same record."""
    return forms.CharField(max_length=40, label=label, help_text=hint)


def words_field(label: str, hint: str = "", *, required: bool = True) -> forms.CharField:
    """Ask for a reason in words."""
    return forms.CharField(
        max_length=300,
        label=label,
        help_text=hint,
        required=required,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


def moment(on: date, at: time) -> datetime:
    """A day and a time in New York as a moment."""
    return datetime.combine(on, at, tzinfo=NEW_YORK)


def eligible() -> list[tuple[str, SafeString]]:
    """Offer each kind of expense with what the statute asks of it."""
    return [
        (
            value,
            format_html('<b>{}</b><span class="line-two">{}</span>', label, ELIGIBLE[Kind(value)]),
        )
        for value, label in Category.choices
    ]


class ProposeForm(ContentsFields):
    """A project, its hearing and joint resolution, its budget by credit year, and its plan."""

    municipality = forms.ModelChoiceField(
        Municipality.objects.none(), help_text="Where the project is, and who acts for it."
    )
    number = number_field("Project number")
    title = forms.CharField(max_length=160, help_text="What is done, in a few words.")
    category = forms.ChoiceField(
        label="Kind of expense",
        choices=eligible,
        initial=Category.GENERAL,
        widget=forms.RadioSelect,
        help_text="What makes an expense eligible stands beside it; the Authority decides.",
    )
    hearing_on = day_field("Public hearing closed on")
    hearing_at = time_field("Hearing closed at (New York)")
    adopted_on = day_field("Joint resolution adopted on", "Not before the hearing closed.")
    adopted_at = time_field("Adopted at (New York)")
    resolution = forms.CharField(max_length=200, help_text="Its number, as the clerk filed it.")

    def __init__(
        self, *args: Any, zone: EnterpriseZone, offered: Mapping[int, Decimal], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        towns = Municipality.objects.filter(
            zone_memberships__zone=zone, zone_memberships__until_on=None
        )
        field = self.fields["municipality"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = towns
        if len(towns) == 1:
            self.initial.setdefault("municipality", towns[0].pk)
        self.years = list(offered)
        for sfy, left in offered.items():
            none = "Not credited yet." if sfy == max(offered) else "None of it is unencumbered."
            self.fields[f"budget_{sfy}"] = MoneyField(
                label=f"From the SFY{sfy} credit ($)",
                required=False,
                help_text=f"${left:,.2f} of it is unencumbered." if left else none,
            )
        self.helper = in_steps(
            step("The project", "municipality", "number", "title", "category"),
            *plan_steps(*(f"budget_{sfy}" for sfy in self.years)),
            step("Hearing and resolution", abreast("hearing_on", "hearing_at"),
                 abreast("adopted_on", "adopted_at"), "resolution"),
            act="Propose the project to the Authority",
        )  # fmt: skip

    def budgets(self) -> dict[int, Decimal]:
        """The amounts asked for, by credit year."""
        asked = {sfy: self.cleaned_data.get(f"budget_{sfy}") for sfy in self.years}
        return {sfy: amount for sfy, amount in asked.items() if amount}


class DetermineForm(forms.Form):
    """The Authority's determination: approve, or reject with a reason."""

    reason = words_field("Reason", "Needed to reject.", required=False)

    def __init__(self, *args: Any, project: Project, total: Decimal, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = in_panel(
            "reason",
            act=f"Approve ${total:,.2f}",
            to=reverse("determine", args=[project.pk]),
            beside=second("Reject with this reason", "reject"),
        )
