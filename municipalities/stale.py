"""The only home of refusing a save over a record that changed since its page was opened.

The page carries a digest of what it showed. The record is locked, its digest compared, and when
they part nothing is saved and both versions are said, field by field.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Model

SEEN = "seen_version"
CHANGED = "This record was changed on another page since this one was opened. Nothing is saved."
LAST = "What you entered stands below: what is saved when you press Save again replaces the other."

if TYPE_CHECKING:
    AnyModelForm = forms.ModelForm[Any]
else:
    AnyModelForm = forms.ModelForm


def digest(record: Model, names: list[str]) -> str:
    """Return a short hash of the fields a page shows."""
    shown = {name: str(record.serializable_value(name)) for name in names}
    return hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()[:32]


class Unchanged(AnyModelForm):
    """A form of a record that saves only over what its page showed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields[SEEN] = forms.CharField(required=False, widget=forms.HiddenInput, label="")
        if self.instance.pk is not None:
            self.initial[SEEN] = digest(self.instance, self._shown())

    def _shown(self) -> list[str]:
        known = {field.name for field in self._meta.model._meta.concrete_fields}  # noqa: SLF001 - Django's
        return sorted(known & set(self.fields))

    def clean(self) -> dict[str, Any] | None:
        """Compare under lock what the page showed with what is on record now."""
        found = super().clean()
        if self.instance.pk is not None:
            self._compare()
        return found

    def _compare(self) -> None:
        rows = type(self.instance)._base_manager.select_for_update(of=("self",))  # noqa: SLF001
        now = rows.get(pk=self.instance.pk)
        names = self._shown()
        if self.data.get(self.add_prefix(SEEN)) == digest(now, names):
            return
        both = [self._both(name, now) for name in names if name in self.changed_data]
        data = self.data.copy()  # type: ignore[attr-defined]
        data[self.add_prefix(SEEN)] = digest(now, names)
        self.data = data
        raise ValidationError([CHANGED, *filter(None, both), LAST])

    def _both(self, name: str, now: Model) -> str:
        stored, yours = getattr(now, name), self.cleaned_data.get(name)
        label = self.fields[name].label or name
        return "" if stored == yours else f"{label}: on record “{stored}”, yours “{yours}”."


def unchanged(form: type[forms.BaseModelForm[Any]]) -> type[forms.BaseModelForm[Any]]:
    """Make a form one that saves only over what its page showed."""
    if issubclass(form, Unchanged):
        return form
    return type(f"Unchanged{form.__name__}", (Unchanged, form), {SEEN: forms.CharField(
        required=False, widget=forms.HiddenInput, label="")})  # fmt: skip
