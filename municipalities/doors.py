"""The only home of how a door answers: find, check, ask, act, answer.

A door is a page with one act behind it. It catches one class, Refusal, and shows it in words at
the form; everything the person typed stays. What they may not see does not exist for them (404);
what their office may not do is said with the duty it needs (403).
"""

from collections.abc import Collection, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.functional import cached_property
from django.utils.timezone import localdate
from django.views.generic import FormView, TemplateView, View

from municipalities import open_days, questions, second_factor
from municipalities.access import Scope, seen_by
from municipalities.documents import store
from municipalities.drafts import submissions
from municipalities.models import Officer, Submission
from municipalities.refusal import Refusal


class Seen(View):
    """What every page knows: the officer who looks, what they may see, and today's date.

    `permission` is the duty the page needs; "read-all" keeps a page within the State.
    `asks` names what its address may ask behind the question mark; anything else is refused.
    `step_up` has the person show the second factor again unless they did in the last five minutes;
    doors of the duties in `ASKED_AGAIN` do so by themselves.
    """

    permission = ""
    step_up = False
    asks: Collection[str] = ()

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Refuse who holds no office, or one without the duty, before anything is asked."""
        officer = self.officer
        if self.permission and not officer.may(self.permission):
            raise PermissionDenied(
                f"{officer.office} may not do this: it needs an office with the duty "
                f"“{self.permission}”."
            )
        questions.check(request, self.asks)
        if self.asks_for_the_factor:
            second_factor.step_up(request)
        return super().dispatch(request, *args, **kwargs)

    @property
    def asks_for_the_factor(self) -> bool:
        """Whether the second factor must have been shown in the last five minutes."""
        return self.step_up

    @cached_property
    def officer(self) -> Officer:
        """The person in the office they act in; without one no page opens."""
        officer, _ = seen_by(self.request)
        if officer is None:
            raise PermissionDenied("Your sign-in holds no office today.")
        return officer

    @cached_property
    def scope(self) -> Scope:
        """What this person may see."""
        return seen_by(self.request)[1]

    @cached_property
    def today(self) -> date:
        """Today in New York: the only clock of a door."""
        return localdate()


class Page(Seen, TemplateView):
    """A page to read; which days are holidays is asked once for all that it says."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Gather what the page says."""
        with open_days.asked_once():
            return super().get(request, *args, **kwargs)


if TYPE_CHECKING:
    AnyForm = FormView[forms.Form]
else:
    AnyForm = FormView


class Door(Seen, AnyForm):
    """A page with one act: `act` does it and says in a sentence what happened."""

    template_name = "act.html"

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Do the act with the checked answers and say what happened; raises Refusal."""
        raise Refusal("This door has no act.")

    @property
    def asks_for_the_factor(self) -> bool:
        """Whether the duty is one that the factor is shown for again."""
        return self.step_up or self.permission in settings.ASKED_AGAIN

    def get_form(self, form_class: type[forms.Form] | None = None) -> forms.Form:
        """Let the form be sent once, however often its button is pressed."""
        form = super().get_form(form_class)
        submissions.ask_once(form)
        return form

    def form_valid(self, form: forms.Form) -> HttpResponse:
        """Act, and go on; a refusal comes back on the form, and what was sent before acts once."""
        try:
            sent = self._once(form)
        except Refusal as no:
            form.add_error(None, str(no))
            return self.form_invalid(form)
        messages.success(self.request, sent.said)
        return HttpResponseRedirect(sent.answer)

    def _once(self, form: forms.Form) -> Submission:
        """Act in one transaction with the record that this form was sent."""
        with store.gone_when_refused(), transaction.atomic():
            sent, is_first = submissions.receive(self.request, self.officer.person)
            if is_first:
                said = self.act(form.cleaned_data, by=self.officer)
                submissions.answer(sent, self.get_success_url(), said)
            return sent
