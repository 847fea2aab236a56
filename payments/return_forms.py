"""The only home of the questions about return files: the file, its confirming, an exception."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse

from funds.refusal import Refusal
from funds.zone_forms import words_field
from municipalities.documents import limits, scanning, store
from municipalities.layouts import in_panel, one_column
from municipalities.models import Officer
from payments.models import ReturnFile

LARGEST = 2_000_000  # bytes: over ten thousand returns


class ReturnFileField(forms.FileField):
    """Asks for a file of the bank; its answer is its name and its scanned content."""

    def __init__(self, *, by: Officer, **kwargs: Any) -> None:
        self.by = by
        kwargs["widget"] = forms.FileInput(attrs={"accept": ".ach,.txt,.csv"})
        super().__init__(**kwargs)

    def clean(self, data: Any, initial: Any = None) -> Any:
        """Refuse what is too large, no file of returns, or harmful."""
        file = super().clean(data, initial)
        if not file:
            return None
        try:
            if file.size > LARGEST:
                raise Refusal(f"The file has {file.size:,} bytes; at most {LARGEST:,} are read.")
            content = file.read()
            if content.startswith(b"101"):
                scanning.scan(content)
            else:
                store.check(file.name, content, by=self.by)
        except Refusal as no:
            raise ValidationError(str(no)) from no
        return limits.plain_name(file.name, _ending(file.name)), content


def _ending(name: str) -> str:
    """Return the ending that the bank gave the file, of those we take."""
    ending = name.rpartition(".")[2].lower()
    return ending if ending in ("ach", "csv") else "txt"


class LoadForm(forms.Form):
    """The file of the bank."""

    def __init__(self, *args: Any, by: Officer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"] = ReturnFileField(
            by=by,
            label="The bank’s file of returns",
            help_text="NACHA, or a table (CSV) with trace, amount, code and date; at most 2 MB.",
        )
        self.helper = one_column("file", act="Read it and match; nothing is posted yet")


class BankCopyForm(forms.Form):
    """The file as the bank has it."""

    def __init__(self, *args: Any, by: Officer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"] = ReturnFileField(
            by=by,
            label="The bank’s copy of the file",
            help_text="NACHA, as the bank gives it back; at most 2 MB.",
        )
        self.helper = one_column("file", act="Compare it")


class ConfirmReturnsForm(forms.Form):
    """One tick and a button that names the returns."""

    read = forms.BooleanField(
        label="I have read the exceptions.",
        error_messages={"required": "Tick the statement to go on."},
    )

    def __init__(
        self, *args: Any, file: ReturnFile, count: int = 0, amount: str = "", **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        to = reverse("return_file_confirm", args=[file.pk])
        many = "1 return" if count == 1 else f"{count:,} returns"
        self.helper = in_panel("read", act=f"Record {many} of ${amount}", to=to)


class SettleForm(forms.Form):
    """What came of an exception."""

    because = words_field("What came of it", "It moves no money; it stays with the line.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("because", act="Settle the exception")
