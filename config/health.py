"""The only home of the page that watchers ask whether the web process reaches its database."""

from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpRequest, HttpResponse


@login_not_required
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer `ok` when the database answers; a database that is down answers 503 by itself."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")
