"""The only home of the questions asked before a signature: objections, cases, waivers."""

from typing import Any

from django import forms

from funds.forms import OnceForm, PlainField
from funds.models import Waiver
from funds.zone_forms import words_field
from municipalities.documents.fields import DocumentField
from municipalities.layouts import one_column
from municipalities.models import Officer

EXAMPLE = """Feature: Nobody is left behind

  Scenario: A total is the sum of its parts
    Then its regular plus difference less county payment is its total

  Scenario: No calendar-year municipality falls by more than five percent
    Given its basis is "calendar"
    Then its total is at least 95 percent of last year's total
"""


class ObjectionForm(OnceForm):
    """What the figure should be, why, and the paper that shows it."""

    should_be = PlainField(label="It should be", max_digits=24, decimal_places=6)
    reason = words_field("Reason", "What is wrong with the figure on record.")

    def __init__(self, *args: Any, by: Officer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["document"] = DocumentField(by=by, required=False, label="Evidence")
        self.helper = one_column("token", "should_be", "reason", "document", act="Object")


class DecisionForm(forms.Form):
    """Whether the objection is right, and why."""

    upheld = forms.TypedChoiceField(
        label="Decision",
        choices=[("yes", "Upheld: the figure is corrected"), ("no", "Overruled: it stands")],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
    )
    answer = words_field("Answer", "The municipality reads this.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("upheld", "answer", act="Decide the objection")


class WaiverForm(forms.Form):
    """What is waived, and why."""

    of = forms.ChoiceField(label="Waive", choices=Waiver.Of.choices, widget=forms.RadioSelect)
    reason = words_field("Reason", "It is public, with the name of the office that authorises it.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("of", "reason", act="Ask for the waiver")


class AuthoriseForm(forms.Form):
    """The statement under a waiver."""

    statement = forms.BooleanField(
        label="I authorise that the run may be certified in spite of it.",
        error_messages={"required": "Tick the statement to authorise it."},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("statement", act="Authorise the waiver")


class CasesForm(forms.Form):
    """A feature in Gherkin."""

    text = forms.CharField(
        label="Feature", max_length=20_000, initial=EXAMPLE, strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"}),
        help_text="The latest version of a name counts; without scenarios it is out of use.",
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("text", act="Keep the cases")


class AcknowledgeForm(forms.Form):
    """One button: the certification has arrived."""

    def __init__(self, *args: Any, act: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column(act=act)
