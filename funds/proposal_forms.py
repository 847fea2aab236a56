"""The only home of the questions about a proposal: its six parts, adoption, ethics status."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from crispy_forms.layout import Fieldset
from django import forms

from funds.forms import MoneyField
from funds.models import EthicsStatus, Project, Proposal
from funds.proposals import Contents
from municipalities.documents.fields import DocumentField
from municipalities.layouts import abreast, in_steps, one_column, step
from municipalities.models import Officer

NEW_YORK = ZoneInfo("America/New_York")
TEXTS = ("description", "furthers", "controls", "qualifies", "activity")
SOURCES = 4  # rows of other revenue sources that a form offers


def text_field(label: str, hint: str = "") -> forms.CharField:
    """Ask for a part of the plan in sentences."""
    return forms.CharField(
        max_length=4000, label=label, help_text=hint, widget=forms.Textarea(attrs={"rows": 4})
    )


def count_field(label: str, hint: str) -> forms.IntegerField:
    """Ask for a whole number above zero."""
    return forms.IntegerField(
        min_value=1,
        max_value=30_000,
        label=label,
        help_text=hint,
        widget=forms.TextInput(attrs={"class": "short", "inputmode": "numeric"}),
    )


class ContentsFields(forms.Form):
    """The six parts of c.(1)-(6), but the zone's amounts by year, and the finding."""

    description = text_field("Description of the project", "c.(1)")
    total_cost = MoneyField(
        label="Total cost ($)", help_text="c.(2) The zone’s amounts and the other sources add up."
    )
    months = count_field("Months to complete it", "c.(4)")
    furthers = text_field("How it furthers the zone development plan", "c.(5)")
    controls = text_field("Controls and reporting", "c.(6) Financial and of the program.")
    qualifies = text_field("Why it is a qualified expense", "52:27H-62 m.")
    jobs = count_field("New jobs it will lead to", "c., the last sentence.")
    activity = text_field("Economic activity it will increase")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for row in range(1, SOURCES + 1):
            self.fields[f"source_{row}"] = forms.CharField(
                max_length=120, required=False, label=f"Other source {row}"
            )
            self.fields[f"source_{row}_amount"] = MoneyField(required=False, label="Amount ($)")

    def clean(self) -> dict[str, Any] | None:
        """Refuse a source without an amount, an amount without a source, and one named twice."""
        given = super().clean()
        named: list[str] = []
        for row in range(1, SOURCES + 1):
            source, amount = self._row(row)
            if bool(source) != bool(amount):
                self.add_error(f"source_{row}", "A source has a name and an amount.")
            if source and source in named:
                self.add_error(f"source_{row}", f"{source} stands above already; add them up.")
            named.append(source)
        return given

    def _row(self, row: int) -> tuple[str, Decimal | None]:
        data = self.cleaned_data
        return data.get(f"source_{row}") or "", data.get(f"source_{row}_amount")

    def contents(self) -> Contents:
        """What the proposal says, as its act takes it."""
        data = self.cleaned_data
        rows = (self._row(row) for row in range(1, SOURCES + 1))
        return Contents(
            **{name: data[name] for name in TEXTS},
            total_cost=data["total_cost"],
            months=data["months"],
            jobs=data["jobs"],
            other_revenues={source: amount for source, amount in rows if source and amount},
        )


def plan_steps(*budget: str) -> tuple[Fieldset, ...]:
    """Lay the six parts of a proposal and its finding out, one step each; `budget` by year."""
    rows = (abreast(f"source_{row}", f"source_{row}_amount") for row in range(1, SOURCES + 1))
    return (
        step("Description, c.(1)", "description"),
        step("Cost and annual amounts, c.(2)", *budget, "total_cost"),
        step("Other revenue sources, c.(3)", *rows),
        step("Time to complete, c.(4)", "months"),
        step("Zone development plan, c.(5)", "furthers"),
        step("Controls and reporting, c.(6)", "controls"),
        step("Jobs and economic activity, c.", "qualifies", "jobs", "activity"),
    )


class ContentsForm(ContentsFields):
    """What a proposal says, after it was proposed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = in_steps(*plan_steps(), act="Keep what the proposal says")


def initial(proposal: Proposal | None) -> Mapping[str, Any]:
    """What a proposal says now, as its form shows it."""
    if proposal is None:
        return {}
    names = (*TEXTS, "months", "jobs")
    shown: dict[str, Any] = {name: getattr(proposal, name) for name in names}
    shown["total_cost"] = f"{proposal.total_cost:,.2f}" if proposal.total_cost else ""
    for row, each in enumerate(proposal.other_revenues.all(), 1):
        shown |= {f"source_{row}": each.source, f"source_{row}_amount": f"{each.amount:,.2f}"}
    return shown


class AdoptForm(forms.Form):
    """When a body adopted the proposal, by which resolution, and the paper."""

    adopted_on = forms.DateField(label="Adopted on", widget=forms.DateInput(attrs={"type": "date"}))
    adopted_at = forms.TimeField(
        label="At (New York)", widget=forms.TimeInput(attrs={"type": "time"})
    )
    resolution = forms.CharField(max_length=200, help_text="Its number, as it was filed.")

    def __init__(self, *args: Any, project: Project | None, by: Officer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["paper"] = DocumentField(by=by, label="The resolution as adopted")
        if project and project.change_requests.exists():
            project = None  # what was changed is adopted anew, by another resolution
        at = project.adopted_at if project else None
        stated = at.astimezone(NEW_YORK) if at else None
        self.initial = {
            "resolution": project.resolution if project else "",
            "adopted_on": f"{stated:%Y-%m-%d}" if stated else "",
            "adopted_at": f"{stated:%H:%M}" if stated else "",
            **self.initial,
        }
        self.helper = one_column(
            abreast("adopted_on", "adopted_at"), "resolution", "paper", act="Record the adoption"
        )


class EthicsForm(forms.Form):
    """What a person acknowledged or filed under the Local Government Ethics Law, and when."""

    status = forms.ChoiceField(choices=EthicsStatus.Status.choices)
    status_on = forms.DateField(label="On", widget=forms.DateInput(attrs={"type": "date"}))
    basis = forms.CharField(
        max_length=200,
        required=False,
        label="What it rests on",
        help_text="The filing, or for an exemption the State office. Needed for an exemption.",
    )

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {"status_on": f"{today:%Y-%m-%d}", **self.initial}
        self.helper = one_column("status", "status_on", "basis", act="Record the status")
