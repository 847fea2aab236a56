"""The only home of giving up a security key: never the last factor of who needs one."""

from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn.views import RemoveWebAuthnView
from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse


class RemoveKey(RemoveWebAuthnView):
    """Give up a security key."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Refuse to give up the last one."""
        if not get_adapter().can_delete_authenticator(self.get_object()):
            messages.error(self.request, "This is your last factor. Add another before it goes.")
            return HttpResponseRedirect(reverse("mfa_list_webauthn"))
        answer: HttpResponse = super().form_valid(form)
        return answer
