"""The only home of the pages that watchers ask: the web process alone, and every part of it."""

from collections.abc import Iterator

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from redis import Redis
from redis.exceptions import RedisError

from funds import heartbeats
from funds.queries import work
from municipalities import standstills

PATIENCE = 1.0  # seconds that a broker may take to answer


@login_not_required
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer `ok` when the database answers; a database that is down answers 503 by itself."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")


@login_not_required
def parts(request: HttpRequest) -> JsonResponse:
    """Answer how each part is: `ok`, or what is wrong with it and then 503.

    A watcher that gets 503 calls a person; a balancer asks `healthz`, which a dead worker leaves
    alone.
    """
    said = {"database": "ok", **dict(_signs()), "broker": _broker(), "work": _work()}
    stopped = standstills.standing()
    said["standstill"] = "ok" if stopped is None else f"since {stopped.began_on.isoformat()}"
    well = all(word == "ok" for word in said.values())
    return JsonResponse(said, status=200 if well else 503)


def _signs() -> Iterator[tuple[str, str]]:
    for sign in heartbeats.signs():
        yield sign.of, sign.words if sign.is_silent else "ok"


def _broker() -> str:
    patience = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
    address = settings.CELERY_BROKER_URL.replace("redis+socket://", "unix://")
    try:
        with Redis.from_url(address, **patience) as broker:
            broker.ping()
    except RedisError:
        return "no answer"
    return "ok"


def _work() -> str:
    waits = (work.stopped() | work.stalled()).count()
    return f"{waits} to look at" if waits else "ok"
