"""The only home of keeping what a signed-out page sends: its session ended while it was filled in.

The page carries a signed word on whose form it is. What it sends becomes that person's draft and
nothing else happens; signing in again leads to the same form with every field filled in.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

from municipalities.drafts import keeping
from municipalities.drafts.drafted import seen_version


class KeepWhatWasTyped:
    """Stands before the middleware that sends the signed-out to sign in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Hand on."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: Any) -> None:
        """Keep the draft of a page that lost its session."""
        if request.method != "POST" or request.user.is_authenticated:
            return
        where = keeping.carried(request.POST.get("draft", ""))
        if where is None:
            return
        try:
            keeping.save(where, keeping.typed(request.POST), seen=seen_version(request))
        except keeping.Stale:
            return  # kept beside the newer one, which shows both
