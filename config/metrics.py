"""The only home of what Prometheus counts here: parts that are silent, and work that waits."""

from collections.abc import Iterator

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from funds import heartbeats
from funds.models import LedgerHead, Work
from municipalities import standstills
from municipalities.models import Notice


class Counted(Collector):
    """Asks the database at each visit, so that every web process answers the same."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield each family with its samples."""
        silence = GaugeMetricFamily(
            "apportion_silent_seconds", "Since a part was heard of", labels=["part"]
        )
        for sign in heartbeats.signs():
            if sign.seconds is not None:
                silence.add_metric([sign.of], sign.seconds)
        yield silence
        yield _by_state("apportion_work", "Pieces of work by state", Work)
        yield _by_state("apportion_notices", "Notices by state", Notice)
        heads = GaugeMetricFamily(
            "apportion_ledger_postings", "The last posting's number", labels=["fund"]
        )
        for fund, number in LedgerHead.objects.values_list("fund", "number"):
            heads.add_metric([fund], number)
        yield heads
        still = int(standstills.standing() is not None)
        yield GaugeMetricFamily("apportion_standstill", "Whether everything stands still", still)


def _by_state(name: str, said: str, rows: type[Work] | type[Notice]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, said, labels=["state"])
    counted = dict(rows.objects.order_by().values_list("state").annotate(Count("pk")))
    for state in rows.State.values:
        family.add_metric([state], counted.get(state, 0))
    return family


@login_not_required
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer in Prometheus's text, where METRICS=yes says that a watcher inside may ask."""
    if not settings.METRICS:
        raise Http404
    registry = CollectorRegistry()
    registry.register(Counted())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
