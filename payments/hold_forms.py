"""The only home of the questions about holds: place one or several, lift one or all of a batch."""

import re
from typing import Any

from django import forms

from funds.forms import MoneyField
from funds.models import Account, Fund, Kind
from funds.zone_forms import words_field
from municipalities.layouts import abreast, one_column
from municipalities.models import County, Municipality
from payments.models import Hold


class PlaceHoldForm(forms.Form):
    """Whose payments stop, of which fund, which of them, and why."""

    payees = forms.CharField(
        required=False,
        label="Payees",
        help_text="Codes, one a line or with commas: 0714, county:07. Empty: the whole fund.",
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    fund = forms.ChoiceField(required=False, label="Fund")
    category = forms.ChoiceField(choices=Hold.Category.choices)
    rule = forms.ChoiceField(choices=Hold.Rule.choices, label="Which payments")
    amount = MoneyField(
        required=False, label="Amount ($)", help_text="For the two rules that name one."
    )
    basis = words_field("What it rests on", "The law, order or report, with its number and date.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice = self.fields["fund"]
        if isinstance(choice, forms.ChoiceField):
            choice.choices = [("", "All funds"), *Fund.objects.values_list("code", "name")]
        self.helper = one_column(
            "payees", abreast("fund", "category"), abreast("rule", "amount"), "basis",
            act="Hold the payments",
        )  # fmt: skip

    def clean_payees(self) -> list[str]:
        """Return the payees, each a municipality, a county or who is owed something."""
        found = [each.strip() for each in re.split(r"[\n,;]+", self.cleaned_data["payees"])]
        payees = [each for each in found if each]
        unknown = sorted(set(payees) - _known(payees))
        if unknown:
            raise forms.ValidationError(
                f"{', '.join(unknown[:5])}: no municipality, county or payee of ours. Give the "
                "code of four digits, or county: and two digits."
            )
        return payees


def _known(payees: list[str]) -> set[str]:
    towns = set(Municipality.objects.filter(pk__in=payees).values_list("pk", flat=True))
    counties = {f"county:{code}" for code in County.objects.values_list("pk", flat=True)}
    owed = Account.objects.filter(kind=Kind.PAYABLE, holder__in=payees)
    return towns | counties | set(owed.values_list("holder", flat=True))


class LiftHoldForm(forms.Form):
    """Why it is lifted, and whether those placed together with it are too."""

    because = words_field("Why it is lifted")
    together = forms.BooleanField(required=False)

    def __init__(self, *args: Any, many: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        parts = ["because"]
        if many > 1:
            self.fields["together"].label = f"Lift all {many} that were placed together."
            parts.append("together")
        else:
            del self.fields["together"]
        self.helper = one_column(*parts, act="Lift the hold")
