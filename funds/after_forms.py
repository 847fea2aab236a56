"""The only home of the questions asked after a certification: re-open, protect, policy, program."""

from typing import Any

from django import forms

from funds.forms import MoneyField
from funds.models import CorrectionPolicy
from funds.zone_forms import words_field
from municipalities.layouts import one_column


class ReopenForm(forms.Form):
    """Why a certification is taken back."""

    reason = words_field("Reason", "Everyone who got the certification is told this.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("reason", act="Re-open the certification")


class ProtectForm(forms.Form):
    """One button that names what it costs."""

    def __init__(self, *args: Any, act: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column(act=act)


class PolicyForm(forms.Form):
    """What a correction may do, from which year, by which authority."""

    rule = forms.ChoiceField(choices=CorrectionPolicy.Rule.choices, widget=forms.RadioSelect)
    from_sfy = forms.IntegerField(label="From State fiscal year", min_value=1998, max_value=2100)
    authority = words_field("Authority", "The law, budget language or decision it rests on.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("rule", "from_sfy", "authority", act="Propose the policy")


class DecideForm(forms.Form):
    """The statement under a policy."""

    statement = forms.BooleanField(
        label="I have read the authority and put this policy in force.",
        error_messages={"required": "Tick the statement to put it in force."},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("statement", act="Put the policy in force")


class ProgramForm(forms.Form):
    """Which program, of which year, how much, by which act."""

    name = forms.CharField(max_length=100, help_text="For example: Municipal Relief Fund.")
    sfy = forms.IntegerField(label="State fiscal year", min_value=1998, max_value=2100)
    amount = MoneyField(label="Amount ($)", help_text="What is appropriated for it.")
    authority = words_field("Authority", "The act that appropriates it.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("name", "sfy", "amount", "authority", act="Prepare the run")
