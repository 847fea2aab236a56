"""The only home of the public list of waivers: what was certified in spite of what, and by whom."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views.generic import View

from funds.models import Waiver
from municipalities.tables import Cell, Column, Row, Table, row


@method_decorator(login_not_required, name="dispatch")
class Waivers(View):
    """Every waiver that was authorised, for everyone: offices are named, persons are not."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """List them, the latest first; one statement."""
        found = Waiver.objects.filter(authorised_on__isnull=False)
        offices = ("asked_by__office", "authorised_by__office")
        rows = found.select_related("run__fund", *offices).order_by("-authorised_on", "-pk")
        return render(request, "funds/waivers.html", {"waivers": _table(list(rows))})


def _table(waivers: list[Waiver]) -> Table:
    return Table(
        caption="Waivers, the latest first",
        columns=[
            Column("Amounts"),
            Column("Certified in spite of", "words"),
            Column("Because", "words"),
            Column("Asked by"),
            Column("Authorised by"),
        ],
        rows=[_row(each) for each in waivers],
        caption_unseen=True,
        empty="Nothing was waived: every run was certified with nothing in its way.",
    )


def _row(each: Waiver) -> Row:
    run, by = each.run, each.authorised_by
    return row(
        Cell(f"{run.fund.name}, SFY{run.sfy}", second=f"run {run.number}"),
        each.get_of_display(),
        each.reason,
        Cell(each.asked_by.office.name, second=f"{each.asked_on:%b %-d, %Y}"),
        Cell(by.office.name if by else "", second=f"{each.authorised_on:%b %-d, %Y}"),
    )
