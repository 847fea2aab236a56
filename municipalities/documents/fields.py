"""The only home of the question for a file: checked while the form is, kept when the act is."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from municipalities.documents import limits, store
from municipalities.models import Officer
from municipalities.refusal import Refusal

HINT = "A workbook (.xlsx), a table (.csv) or a PDF of at most 10 MB."


class DocumentField(forms.FileField):
    """Asks for a file; its answer is a `store.Checked`, which the act keeps."""

    def __init__(self, *, by: Officer, **kwargs: Any) -> None:
        self.by = by
        kwargs.setdefault("help_text", HINT)
        kwargs["widget"] = forms.FileInput(attrs={"accept": ".xlsx,.csv,.pdf"})
        super().__init__(**kwargs)

    def clean(self, data: Any, initial: Any = None) -> Any:
        """Answer with the checked file, or with what is wrong with it."""
        file = super().clean(data, initial)
        if not file:
            return None
        if file.size > limits.LARGEST:
            raise ValidationError(f"The file has {file.size:,} bytes; at most 10 MB are taken.")
        try:
            return store.check(file.name, file.read(), by=self.by)
        except Refusal as no:
            raise ValidationError(str(no)) from no
