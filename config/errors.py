"""The only home of what a person reads when a request is refused unread or the product fails."""

import logging
import sys

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from municipalities.questions import UnknownQuestion

# Said when not even the error page can be made.
PLAIN = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title} | Apportion</title></head>
<body><main><h1>{title}</h1><p>{words}</p></main></body></html>
"""
UNREACHABLE = {
    "title": "Not available at the moment",
    "words": "Apportion can't reach its database. Nothing that you had saved is lost. "
    "Wait a few minutes, then load the page again.",
}
FAILED = {
    "title": "Something failed",
    "words": "The act that you asked for was either done whole or not at all. "
    "Look at the page before you ask again.",
}


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400 in words, or 413 when more came than is taken; Django's own words stay inside."""
    if isinstance(exception, RequestDataTooBig):
        return too_large(request)
    words = ""
    if isinstance(exception, UnknownQuestion):
        words = str(exception)
    elif isinstance(exception, TooManyFieldsSent):
        most = settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
        words = f"More than {most:,} fields came; send the form in parts."
    elif isinstance(exception, TooManyFilesSent):
        most = settings.DATA_UPLOAD_MAX_NUMBER_FILES
        words = f"More than {most:,} files came; send them one by one."
    return render(request, "400.html", {"words": words}, status=400)


def too_large(request: HttpRequest) -> HttpResponse:
    """Answer 413 in words."""
    most = settings.LARGEST_BODY // 2**20
    return render(request, "413.html", {"most": most}, status=413)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 when the database can't be reached, and 500 for everything else, in words."""
    if is_unreachable(sys.exc_info()[1]):
        answer = HttpResponse(_page("503.html", UNREACHABLE), status=503)
        answer["Retry-After"] = "30"
        return answer
    return HttpResponse(_page("500.html", FAILED), status=500)


def is_unreachable(error: BaseException | None) -> bool:
    """Tell a lost or refused connection from a statement that the database itself refused."""
    if not isinstance(error, (OperationalError, InterfaceError)):
        return False
    code = getattr(error.__cause__, "pgcode", None)
    return code is None or code.startswith(("08", "57P", "53"))


def _page(template: str, plainly: dict[str, str]) -> str:
    """Return the error page without asking the database anything; plainly if even that fails."""
    try:
        return render_to_string(template)
    except Exception:
        logging.getLogger(__name__).exception("%s can't be made", template)
        return PLAIN.format(**plainly)
