"""The only home of a door whose form is kept while it is filled in.

`class ProposeDoor(Drafted, ZoneDoor): draft = "propose"`; that is all a door does for it.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.functional import cached_property

from municipalities.doors import Door
from municipalities.drafts import keeping
from municipalities.layouts import second
from municipalities.models import Draft

STALE = (
    "This form was changed on another page since this one was opened. Both versions stand below;"
    " what is on this page is sent when you press the button again."
)


class Drafted(Door):
    """A door with a draft: saved by script every 20 seconds, and by a button without scripts."""

    draft = ""
    in_steps = False  # scripts show its form one step at a time
    both: tuple[keeping.Both, ...] = ()

    @cached_property
    def kept_as(self) -> keeping.Form:
        """Which form of whose it is."""
        about = "/".join(str(each) for each in self.kwargs.values())[:60]
        title = str(getattr(self, "heading", "") or self.draft).strip(" ,")
        address = self.request.path[:200]
        return keeping.Form(self.officer.person_id, self.draft, about, title, address)

    @cached_property
    def kept(self) -> Draft | None:
        """The person's draft, if there is one."""
        return keeping.find(self.kept_as.person, self.draft, self.kept_as.about)

    def get_form(self, form_class: type[forms.Form] | None = None) -> forms.Form:
        """Fill the form in from its draft, and let it carry which version that was."""
        form = super().get_form(form_class)
        if self.kept is not None and not form.is_bound:
            _fill_in(form, self.kept.answers)
        hidden = {"draft": self.kept_as.signed(), "draft_seen": str(self._version())}
        for name, value in hidden.items():
            form.fields[name] = forms.CharField(
                required=False, widget=forms.HiddenInput, initial=value
            )
        helper = getattr(form, "helper", None)
        if helper is not None:
            helper.attrs = {**helper.attrs, "data-draft": self.kept_as.name()}
            helper.layout.fields[-1].fields.append(second("Save and go on later", "save"))
        return form

    def _version(self) -> int:
        return self.kept.version if self.kept else 0

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say that there is a draft, and show both versions when they part."""
        return super().get_context_data(
            drafted=True,
            draft_name=self.kept_as.name(),
            in_steps=self.in_steps,
            kept=self.kept,
            both_versions=self.both,
            **kwargs,
        )

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Keep what was typed when that is what the button says; act otherwise."""
        if "save" not in request.POST:
            return super().post(request, *args, **kwargs)
        try:
            keeping.save(self.kept_as, keeping.typed(request.POST), seen=seen_version(request))
        except keeping.Stale as newer:
            return self._part(self.get_form(), newer.draft)
        messages.success(request, "What you typed is kept. It waits for you on this page.")
        return HttpResponseRedirect(request.get_full_path())

    def form_valid(self, form: forms.Form) -> HttpResponse:
        """Act, unless another page's version is newer; what was sent is a draft no more."""
        yours = keeping.typed(self.request.POST)
        if (
            self.kept
            and self.kept.version != seen_version(self.request)
            and self.kept.answers != yours
        ):
            return self._part(form, self.kept)
        answer = super().form_valid(form)
        if isinstance(answer, HttpResponseRedirect):
            keeping.discard(self.officer.person, self.draft, self.kept_as.about)
        return answer

    def _part(self, form: forms.Form, newer: Draft) -> HttpResponse:
        """Show both versions; the next press of the button knows of the newer one."""
        labels = {name: str(field.label or "") for name, field in form.fields.items()}
        yours = keeping.typed(self.request.POST)
        self.both = tuple(keeping.compare(newer.answers, yours, labels))
        if form.is_bound:
            data = self.request.POST.copy()
            data["draft_seen"] = str(newer.version)
            form.data = data
            form.full_clean()
            form.add_error(None, STALE)
        return self.render_to_response(self.get_context_data(form=form), status=409)


def seen_version(request: HttpRequest) -> int:
    """Return which version of the draft a sent page had seen; 0 for none."""
    given = request.POST.get("draft_seen", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else 0


def _fill_in(form: forms.Form, answers: Mapping[str, list[str]]) -> None:
    """Put a draft's texts into the form's fields, as they were typed."""
    for name, field in form.fields.items():
        texts = answers.get(name)
        if texts:
            many = getattr(field.widget, "allow_multiple_selected", False)
            form.initial[name] = texts if many else texts[-1]
