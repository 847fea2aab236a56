"""The only writer of what was refused to whom: a middleware behind the one that says who asks.

A refusal in words at a form is no denial: the person may do the act, and it lacks something.
"""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from municipalities import access
from municipalities.models import Denial, User

Answer = Callable[[HttpRequest], HttpResponseBase]
DENIED = {403, 404}


def denied(get_response: Answer) -> Answer:
    """Keep each request of somebody signed in that an address of ours answered with no."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        answer = get_response(request)
        denied = answer.status_code in DENIED and request.resolver_match is not None
        if denied and isinstance(request.user, User):
            _keep(request, request.user, answer.status_code)
        return answer

    return middleware


def _keep(request: HttpRequest, user: User, status: int) -> None:
    officer, _ = access.seen_by(request)
    Denial.objects.create(
        user=user,
        officer=officer,
        method=str(request.method)[:10],
        path=request.path[:300],
        status=status,
        request=getattr(request, "number", ""),
    )
