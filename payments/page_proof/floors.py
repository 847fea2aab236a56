"""The only home of what pages are measured against: an empty one, bare rows, a naive template.

Each is a view of its own address, opened through the same middleware as any page.
"""

import time
from decimal import Decimal
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path

from funds.models import Account, Kind
from municipalities.doors import Page
from municipalities.tables import Cell, Column, Table, row

MANY = 564
FUND = "energy-receipts"
NAMES = ("holder", "municipality__name", "kind", "sfy", "fund__name", "balance", "pk", "county")

_NAIVE = engines["django"].from_string(
    """{% extends "base.html" %}{% load money parts %}{% block content %}<table class="table">
{% for r in rows %}<tr><th scope="row"><a href="{% url 'account' r.pk %}">{{ r.holder|cites }}</a>
</th><td>{{ r.municipality.name }}</td><td>{{ r.get_kind_display }}</td><td>{{ r.sfy|sfy }}</td>
<td>{{ r.fund.name }}</td><td>{% url 'account' r.pk as link %}{% amount r.balance link %}</td>
<td>{% amount r.balance link "signed" %}</td><td>{{ r.balance|money }}</td></tr>{% endfor %}
</table>{% endblock %}"""
)


def rows_of(many: int = MANY) -> Any:
    """Return so many accounts of the fund, one a municipality and year."""
    found = Account.objects.filter(fund=FUND, kind=Kind.PAID).order_by("pk")
    return found[:many]


@login_not_required
def nothing(request: HttpRequest) -> HttpResponse:
    """Answer with a word: what every page costs at least."""
    return HttpResponse("ok")


class Bare(Page):
    """How long the 564 bare rows take, read as `values_list` in the same process."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer with the nanoseconds it took."""
        began = time.perf_counter_ns()
        read = list(rows_of().values_list(*NAMES))
        taken = time.perf_counter_ns() - began
        return HttpResponse(f"{taken} {len(read)}")


class Ours(Page):
    """A page of 564 rows and eight columns as our pages write them."""

    template_name = "funds/funds.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read and write the rows."""
        columns = [Column("Holder"), Column("Name"), Column("Kind"), Column("Year"),
                   Column("Fund"), Column("Balance", "money"), Column("Change", "signed"),
                   Column("Again", "money")]  # fmt: skip
        read = rows_of().values_list(*NAMES)
        return super().get_context_data(
            funds=Table("Rows ($)", columns, [_row(*each) for each in read], on_phone="frame"),
            **kwargs,
        )


def _row(
    holder: str, name: str, kind: str, sfy: int, fund: str, balance: Decimal, pk: int, _: object
) -> Any:
    link = f"/accounts/{pk}/"
    return row(Cell(holder, link), name, kind, f"SFY{sfy}", fund, Cell(balance, link),
               Cell(balance, link), balance)  # fmt: skip


class Naive(Page):
    """The same rows in a template that Django renders cell by cell."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Read the rows as models and render them."""
        rows = rows_of().select_related("municipality", "fund")
        return HttpResponse(_NAIVE.render({"rows": rows}, request))


urlpatterns = [
    path("measured/nothing", nothing),
    path("measured/bare", Bare.as_view()),
    path("measured/ours", Ours.as_view()),
    path("measured/naive", Naive.as_view()),
    path("", include("config.urls")),
]
