"""The only home of the questions of a review: look, find, withhold, appeal, decide. j."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django import forms

from funds.forms import MoneyField
from funds.models import FindingExpenditure, Posting, ReviewedExpenditure
from funds.zone_forms import number_field, words_field
from municipalities.documents.fields import DocumentField
from municipalities.layouts import abreast, group, in_panel, one_column, second
from municipalities.models import Officer

OUTCOMES = [("", "Not looked at"), *ReviewedExpenditure.Outcome.choices]


def _rest_field() -> forms.BooleanField:
    return forms.BooleanField(
        required=False, label="Those I leave at “Not looked at” are consistent with the act"
    )


class BeginForm(forms.Form):
    """Whether a review looks at every expenditure or at a sample, and of how many."""

    sample = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=30_000,
        label="Expenditures in the sample",
        help_text="Leave empty to review every one. The book’s own chain draws them: nobody picks.",
        widget=forms.TextInput(attrs={"class": "short", "inputmode": "numeric"}),
    )

    def __init__(self, *args: Any, act: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("sample", act=act)


class LookForm(forms.Form):
    """What the reviewer says of each expenditure that is shown."""

    rest = _rest_field()

    def __init__(self, *args: Any, rows: Sequence[ReviewedExpenditure], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows = rows
        for each in rows:
            self.fields[f"outcome_{each.pk}"] = forms.ChoiceField(
                choices=OUTCOMES, required=False, initial=each.outcome, label="Outcome"
            )
            self.fields[f"note_{each.pk}"] = forms.CharField(
                max_length=300, required=False, initial=each.note, label="Note"
            )
        shown = (
            group(_named(each), abreast(f"outcome_{each.pk}", f"note_{each.pk}")) for each in rows
        )
        self.helper = one_column(*shown, "rest", act="Keep what was looked at")

    def said(self) -> dict[int, tuple[str, str]]:
        """Outcome and note by the rows' keys, without what was not looked at."""
        data = self.cleaned_data
        rest = ReviewedExpenditure.Outcome.CONSISTENT.value if data["rest"] else ""
        given = {
            each.pk: (data[f"outcome_{each.pk}"] or rest, data[f"note_{each.pk}"])
            for each in self.rows
        }
        return {pk: said for pk, said in given.items() if said[0]}


def _named(each: ReviewedExpenditure) -> str:
    posting = each.posting
    day = f"{posting.effective_on:%b %-d, %Y}"
    return f"{posting.number}. {posting.note}, {day}: ${each.amount:,.2f}"


class ConcludeForm(forms.Form):
    """What a review concludes."""

    conclusion = forms.CharField(
        max_length=2000,
        help_text="What was found, or that nothing was. It stands on the zone’s page.",
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def __init__(self, *args: Any, to: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = in_panel("conclusion", act="Conclude the review", to=to)


class FindingForm(forms.Form):
    """Which expenditures are inconsistent with the act, how much of each, and why."""

    number = number_field("Finding number")
    reason = words_field("Reason", "It stands in the finding and on the zone’s page.")

    def __init__(
        self, *args: Any, spent: Mapping[Posting, Decimal], filled: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.spent = list(spent)
        for posting, left in spent.items():
            self.fields[f"amount_{posting.pk}"] = MoneyField(
                required=False,
                label=f"{posting.number}. {posting.note} ($)",
                help_text=f"At most ${left:,.2f}, spent {posting.effective_on:%b %-d, %Y}.",
                initial=f"{left:,.2f}" if filled else None,
            )
        rows = [f"amount_{posting.pk}" for posting in spent]
        self.helper = one_column(
            "number",
            "reason",
            group("Inconsistent amounts; leave empty what is not in the finding", *rows),
            act="Send the finding for confirmation",
        )

    def expenditures(self) -> dict[Posting, Decimal]:
        """The expenditures that are named, with how much of each."""
        given = {each: self.cleaned_data.get(f"amount_{each.pk}") for each in self.spent}
        return {posting: amount for posting, amount in given.items() if amount}


class WithholdForm(forms.Form):
    """Why a zone's funding is to be withheld."""

    reason = words_field("Reason", "It stands in the order and on the zone’s page.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("reason", act="Send the order for signature")


class AppealForm(forms.Form):
    """Why the zone appeals, with a document if there is one."""

    grounds = forms.CharField(max_length=1000, widget=forms.Textarea(attrs={"rows": 5}))

    def __init__(self, *args: Any, by: Officer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["paper"] = DocumentField(by=by, required=False, label="Document")
        self.helper = one_column("grounds", "paper", act="File the appeal")


class DecideForm(forms.Form):
    """How much of each expenditure's finding is reversed, and why."""

    reason = forms.CharField(
        max_length=1000, widget=forms.Textarea(attrs={"rows": 5}), label="Decision and reason"
    )

    def __init__(self, *args: Any, rows: Sequence[FindingExpenditure], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows = rows
        for each in rows:
            self.fields[f"amount_{each.pk}"] = MoneyField(
                required=False,
                label=f"Reversed of {each.posting.number}. {each.posting.note} ($)",
                help_text=f"${each.amount:,.2f} was found. Empty: the finding stands.",
            )
        names = [f"amount_{each.pk}" for each in rows]
        self.helper = one_column(*names, "reason", act="Decide the appeal")

    def amounts(self) -> dict[FindingExpenditure, Decimal]:
        """What is reversed of each expenditure."""
        return {
            each: self.cleaned_data.get(f"amount_{each.pk}") or Decimal(0) for each in self.rows
        }


class ConfirmForm(forms.Form):
    """The second person's answer to what a review prepared."""

    reason = words_field("Reason", "Needed to send it back.", required=False)

    def __init__(self, *args: Any, act: str, to: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = in_panel(
            "reason", act=act, to=to, beside=second("Send back with this reason", "back")
        )
