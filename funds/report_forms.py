"""The only home of the questions about a quarterly report: file, certify, review, answer."""

from typing import Any

from django import forms
from django.urls import reverse

from funds.forms import MoneyField
from funds.models import QuarterlyReport
from funds.rules.money import ZERO
from funds.zone_forms import words_field
from municipalities.documents.fields import DocumentField
from municipalities.layouts import in_panel, second
from municipalities.models import Officer


class ReportForm(forms.Form):
    """What the bank's statement shows on the quarter's last day; all else is the register's."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    declared = MoneyField(
        label="Balance on the bank’s statement ($)",
        least=ZERO,
        help_text="Of the separate second-generation account, on the quarter’s last day.",
    )
    explanation = words_field(
        "Why it differs, line by line", "Needed when it is not the computed balance.",
        required=False,
    )  # fmt: skip

    def __init__(self, *args: Any, by: Officer, to: str, **kw: Any) -> None:
        super().__init__(*args, **kw)
        self.fields["statement"] = DocumentField(
            by=by, label="The bank’s statement", required=False
        )
        self.helper = in_panel(
            "seen", "declared", "explanation", "statement", act="Send to the CFO", to=to
        )


class NilForm(forms.Form):
    """One button: nothing moved in the quarter."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, to: str, **kw: Any) -> None:
        super().__init__(*args, **kw)
        self.helper = in_panel("seen", act="File the nil return", to=to, name="nil")


class CertifyReportForm(forms.Form):
    """The CFO's answer to what was prepared; `digest` is that of the report that is read."""

    digest = forms.CharField(widget=forms.HiddenInput)
    reason = words_field("Reason", "Needed to send it back.", required=False)

    def __init__(self, *args: Any, report: QuarterlyReport, **kw: Any) -> None:
        super().__init__(*args, **kw)
        self.initial = {"digest": report.digest, **self.initial}
        self.helper = in_panel(
            "digest",
            "reason",
            act="Certify and file",
            to=reverse("report_certify", args=[report.pk]),
            beside=second("Send back with this reason", "back"),
        )


class RecallForm(forms.Form):
    """One button: what was prepared is taken back."""

    digest = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, report: QuarterlyReport, **kw: Any) -> None:
        super().__init__(*args, **kw)
        self.helper = in_panel(
            act="Recall it", to=reverse("report_certify", args=[report.pk]), name="recall"
        )


class ReviewReportForm(forms.Form):
    """The Department's review of a filed report: accept it, ask about it, have it filed anew."""

    words = words_field("Question or reason", "Needed to ask and to reopen.", required=False)

    def __init__(self, *args: Any, report: QuarterlyReport, **kw: Any) -> None:
        super().__init__(*args, **kw)
        self.helper = in_panel(
            "words",
            act="Reopen with this reason" if report.accepted_on else "Accept the report",
            name="reopen" if report.accepted_on else "act",
            to=reverse("report_review", args=[report.pk]),
            beside=second("Ask this", "ask"),
        )
        if not report.accepted_on:
            again = second("Reopen with this reason", "reopen")
            self.helper.layout.fields[-1].fields.append(again)


class AnswerForm(forms.Form):
    """The zone's answer to a question of the Department."""

    answer = words_field("Answer")

    def __init__(self, *args: Any, report: QuarterlyReport, **kw: Any) -> None:
        super().__init__(*args, **kw)
        self.helper = in_panel(
            "answer", act="Send the answer", to=reverse("report_answer", args=[report.pk])
        )
