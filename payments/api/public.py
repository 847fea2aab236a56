"""The only home of what any program may read: municipalities, funds, certified, paid, the law."""

import csv
import io
from typing import Any

from django.db.models import Case, Q, When
from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from funds.models import Fund, RunLine
from funds.queries.published import STANDS
from funds.queries.runs import MAIN
from funds.rules import clauses, parameters
from funds.rules.parameters import Figure
from funds.views.law import plain
from municipalities import csv_files
from municipalities.models import Municipality
from payments.api import shapes
from payments.api.questions import fund, municipality, year
from payments.api.reading import One, Reading, Rows
from payments.models import Payment, ScheduleLine


class Municipalities(Rows):
    """Every municipality, by its code."""

    queryset = Municipality.objects.select_related("county").order_by("code")
    serializer_class = shapes.MunicipalityShape


class OneMunicipality(One):
    """One municipality."""

    queryset = Municipalities.queryset
    serializer_class = shapes.MunicipalityShape
    lookup_field = "code"


class Funds(Rows):
    """The three funds."""

    queryset = Fund.objects.order_by("code")
    serializer_class = shapes.FundShape


def certified() -> Any:
    """Return what each certified run gives each holder, and whether that still stands."""
    main = Q()
    for code, component in MAIN.items():
        main |= Q(run__fund=code, component=component)
    lines = RunLine.objects.filter(main, run__certification__isnull=False)
    stands = Case(When(STANDS, then=True), default=False)
    return lines.select_related("run__certification").annotate(stands=stands)


class Certified(Rows):
    """What was certified to each holder, of every certified run."""

    queryset = certified()
    serializer_class = shapes.CertifiedShape
    asks = {"fund": fund("run__fund"), "sfy": year("run__sfy"), "municipality": municipality()}


class Schedules(Rows):
    """The dates of each fund's year."""

    queryset = ScheduleLine.objects.select_related("schedule")
    serializer_class = shapes.ScheduleShape
    asks = {"fund": fund("schedule__fund"), "sfy": year("schedule__sfy")}


def sent() -> Any:
    """Return every payment of a warrant that was sent."""
    paid = Payment.objects.filter(warrant__posting__isnull=False)
    return paid.select_related("warrant", "installment")


class Payments(Rows):
    """Every payment that was sent."""

    queryset = sent()
    serializer_class = shapes.PaymentShape
    asks = {
        "fund": fund("warrant__fund"),
        "sfy": year("installment__entitlement_sfy"),
        "municipality": municipality("payee"),
    }


class Clauses(Reading):
    """Every operative clause of the three sections."""

    serializer_class = shapes.ClauseShape
    pagination_class = None

    @extend_schema(responses=shapes.ClauseShape(many=True))
    def get(self, request: Request) -> Response:
        """Answer with all of them: they are as many as the law has."""
        every: Any = list(clauses.catalogue().values())
        return Response(shapes.ClauseShape(every, many=True).data)


class OneClause(Reading):
    """One clause by its id."""

    serializer_class = shapes.ClauseShape

    def get(self, request: Request, clause: str) -> Response:
        """Answer with it."""
        if clause not in clauses.catalogue():
            raise Http404
        return Response(shapes.ClauseShape(clauses.clause(clause)).data)


def _figure(figure: Figure) -> dict[str, Any]:
    return {
        "name": figure.name,
        "title": figure.title,
        "unit": figure.unit,
        "reference": figure.reference,
        "reading": figure.reading,
        "because": figure.because,
        "values": [{"begins_on": day, "value": plain(value)} for day, value in figure.values],
    }


class FiguresOfLaw(Reading):
    """Every figure of the law and every reading, with its dated values."""

    serializer_class = shapes.FigureShape
    pagination_class = None

    @extend_schema(responses=shapes.FigureShape(many=True))
    def get(self, request: Request) -> Response:
        """Answer with all of them, by name."""
        every = sorted(parameters.law().figures.values(), key=lambda each: each.name)
        return Response(shapes.FigureShape([_figure(each) for each in every], many=True).data)


class Bulk(Rows):
    """A whole list as CSV, in one answer."""

    pagination_class = None

    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        """Answer with the rows, heads first; no text in them is a formula."""
        shape: Any = self.get_serializer()
        kept = io.StringIO()
        writer = csv.writer(kept, lineterminator="\n")
        writer.writerow(list(shape.fields))
        for each in self.get_queryset().order_by("pk"):
            row = shape.to_representation(each)
            writer.writerow([_spelled(cell) for cell in row.values()])
        answer = HttpResponse(kept.getvalue(), content_type="text/csv; charset=utf-8")
        name = request.path.rpartition("/")[2]
        answer["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer


def _spelled(cell: Any) -> str:
    """Spell a cell; an amount, negative too, is a number and stays one."""
    is_number = isinstance(cell, str) and cell.lstrip("-").replace(".", "", 1).isdigit()
    return cell if is_number else csv_files.spelled(cell)


class MunicipalitiesCsv(Bulk):
    """Every municipality as CSV."""

    queryset, serializer_class = Municipalities.queryset, shapes.MunicipalityShape


class CertifiedCsv(Bulk):
    """What was certified, as CSV."""

    queryset, serializer_class, asks = certified(), shapes.CertifiedShape, Certified.asks


class PaymentsCsv(Bulk):
    """What was sent, as CSV."""

    queryset, serializer_class, asks = sent(), shapes.PaymentShape, Payments.asks
