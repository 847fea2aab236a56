"""The only home of the question for a file: checked while the form is, kept when the act is."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from municipalities.documents import limits, store
from municipalities.models import Document, Officer
from municipalities.refusal import Refusal

KINDS = (Document.Kind.XLSX, Document.Kind.CSV, Document.Kind.PDF)
HINT = "At most 10 MB: {}."


class DocumentField(forms.FileField):
    """Asks for a file; its answer is a `store.Checked`, which the act keeps."""

    def __init__(
        self, *, by: Officer, kinds: Collection[Document.Kind] = KINDS, **kwargs: Any
    ) -> None:
        self.by, self.kinds = by, kinds
        self.needed = " or ".join(kind.label for kind in kinds)
        kwargs.setdefault("help_text", HINT.format(self.needed))
        accept = ",".join(f".{kind.value}" for kind in kinds)
        kwargs["widget"] = forms.FileInput(attrs={"accept": accept})
        super().__init__(**kwargs)

    def clean(self, data: Any, initial: Any = None) -> Any:
        """Answer with the checked file, or with what is wrong with it."""
        file = super().clean(data, initial)
        if not file:
            return None
        try:
            limits.refuse_too_large(file.size)
            checked = store.check(file.name, file.read(), by=self.by)
            if checked.kind not in self.kinds:
                raise Refusal(f"The file is a {checked.kind.label}; {self.needed} is needed.")
            return checked
        except Refusal as no:
            raise ValidationError(str(no)) from no
