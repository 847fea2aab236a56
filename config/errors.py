"""The only home of what a person reads when the product itself fails."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 when the database can't be reached, and 500 for everything else, in words."""
    if _is_unreachable(sys.exc_info()[1]):
        return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": "30"})
    return HttpResponse(render_to_string("500.html"), status=500)


def _is_unreachable(error: BaseException | None) -> bool:
    """Tell a lost or refused connection from a statement that the database itself refused."""
    if not isinstance(error, (OperationalError, InterfaceError)):
        return False
    code = getattr(error.__cause__, "pgcode", None)
    return code is None or code.startswith(("08", "57P", "53"))
