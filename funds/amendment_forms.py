"""The only home of the questions about a proposal on its way: changes, amendments, outcomes."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from django import forms
from django.urls import reverse

from funds.amendments import Plan
from funds.forms import MoneyField
from funds.models import Amendment, PartComment
from funds.proposal_forms import ContentsFields, count_field, plan_steps, text_field
from funds.proposal_reviews import PARTS
from funds.rules.money import ZERO
from funds.zone_forms import day_field, time_field, words_field
from municipalities.documents.fields import DocumentField
from municipalities.layouts import abreast, group, in_panel, one_column, second
from municipalities.models import Officer


def comment_field(label: str, hint: str = "", *, required: bool = False) -> forms.CharField:
    """Ask for a comment on a part, or for the answer to one."""
    return forms.CharField(
        max_length=1000,
        required=required,
        label=label,
        help_text=hint,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class AskChangesForm(forms.Form):
    """A comment for each part that is to be changed; the others stay empty."""

    def __init__(self, *args: Any, said: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for part, (label, cite) in PARTS.items():
            now = said.get(part, "")
            hint = f"{cite} It says: {now}" if now else cite
            self.fields[f"comment_{part}"] = comment_field(label, hint)
        self.helper = one_column(*(f"comment_{part}" for part in PARTS), act="Ask for the changes")

    def comments(self) -> dict[str, str]:
        """The comments by part."""
        return {part: self.cleaned_data.get(f"comment_{part}", "") for part in PARTS}


class SendAgainForm(ContentsFields):
    """An answer to each comment, the amounts by year, and what the proposal says now."""

    def __init__(
        self, *args: Any, comments: Sequence[PartComment], budgets: Mapping[int, Decimal],
        **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(*args, **kwargs)
        self.parts = [each.part for each in comments]
        self.years = list(budgets)
        for each in comments:
            label = f"Answer: {PARTS[each.part][0]}"
            self.fields[f"answer_{each.part}"] = comment_field(label, each.comment, required=True)
        for sfy, amount in budgets.items():
            self.fields[f"budget_{sfy}"] = MoneyField(
                label=f"From the SFY{sfy} credit ($)", required=False, least=ZERO
            )
            self.initial.setdefault(f"budget_{sfy}", f"{amount:,.2f}" if amount else "")
        self.helper = one_column(
            group("What the Authority asks", *(f"answer_{part}" for part in self.parts)),
            *plan_steps(*(f"budget_{sfy}" for sfy in self.years)),
            act="Send the proposal again",
        )

    def answers(self) -> dict[str, str]:
        """The answers by part."""
        return {part: self.cleaned_data.get(f"answer_{part}", "") for part in self.parts}

    def budgets(self) -> dict[int, Decimal]:
        """The amounts asked for now, by credit year."""
        return {sfy: self.cleaned_data.get(f"budget_{sfy}") or ZERO for sfy in self.years}


class AmendForm(forms.Form):
    """What of an approved project changes, why, and when the hearing on it closed."""

    why = words_field("Why it is amended")
    months = count_field("Months to complete it", "From the approval. c.(4)")
    scope = text_field("Description of the project", "What it is now; change what changes. c.(1)")
    hearing_on = day_field("Public hearing closed on")
    hearing_at = time_field("At (New York)")

    def __init__(self, *args: Any, plan: Plan, offered: Mapping[int, Decimal], **kw: Any) -> None:
        super().__init__(*args, **kw)
        self.initial = {"months": plan.months, "scope": plan.scope, **self.initial}
        self.years = sorted({*plan.budgets, *offered})
        for sfy in self.years:
            now = plan.budgets.get(sfy, ZERO)
            self.fields[f"budget_{sfy}"] = MoneyField(
                label=f"From the SFY{sfy} credit ($)",
                required=False,
                least=ZERO,
                help_text=f"${now:,.2f} now.",
            )
            self.initial.setdefault(f"budget_{sfy}", f"{now:,.2f}" if now else "")
        self.helper = one_column(
            "why",
            group("Budget by credit year, c.(2)", *(f"budget_{sfy}" for sfy in self.years)),
            group("Time and scope", "months", "scope"),
            group("The hearing", abreast("hearing_on", "hearing_at")),
            act="Propose the amendment",
        )

    def plan(self) -> Plan:
        """The project as it is to be."""
        data = self.cleaned_data
        asked = {sfy: data.get(f"budget_{sfy}") or ZERO for sfy in self.years}
        budgets = {sfy: amount for sfy, amount in asked.items() if amount}
        return Plan(data["months"], data["scope"], budgets)


class DetermineAmendmentForm(forms.Form):
    """The Authority's determination of an amendment: approve, or reject with a reason."""

    reason = words_field("Reason", "Needed to reject.", required=False)

    def __init__(self, *args: Any, amendment: Amendment, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = in_panel(
            "reason",
            act="Approve the amendment",
            to=reverse("amendment_determine", args=[amendment.pk]),
            beside=second("Reject with this reason", "reject"),
        )


class OutcomeForm(forms.Form):
    """What a project has led to by a day."""

    as_of_on = day_field("By the day")
    jobs = forms.IntegerField(
        min_value=0,
        max_value=30_000,
        label="New jobs so far",
        help_text="All together since the approval, not since the last report.",
        widget=forms.TextInput(attrs={"class": "short", "inputmode": "numeric"}),
    )
    activity = text_field("Economic activity it has increased")
    finished = forms.BooleanField(label="The project is complete.", required=False)

    def __init__(self, *args: Any, by: Officer, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["evidence"] = DocumentField(by=by, label="What shows it", required=False)
        self.initial = {"as_of_on": f"{today:%Y-%m-%d}", **self.initial}
        self.helper = one_column(
            "as_of_on", "jobs", "activity", "evidence", "finished", act="Report the outcome"
        )
