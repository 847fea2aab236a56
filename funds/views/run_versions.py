"""The only home of the versions of a fund's year: proposed, certified, re-certified, taken back."""

from decimal import Decimal

from django.db.models import Q, Sum
from django.urls import reverse

from funds.models import Run
from funds.queries.runs import MAIN
from municipalities.page_parts import Tag
from municipalities.tables import Cell, Column, Row, Table, row


def versions(run: Run) -> Table:
    """Show every run that is or was the year's own, the latest first; two statements."""
    main = Q(lines__component=MAIN[run.fund_id])
    rows = Run.objects.filter(fund=run.fund_id, sfy=run.sfy).exclude(kind__in=Run.Kind.beside())
    rows = rows.select_related(
        "prepared_by__office", "certification__certified_by__office", "certification__reopening",
        "superseded_by",
    )  # fmt: skip
    found = list(rows.order_by("-number"))
    totals = dict(rows.annotate(total=Sum("lines__amount", filter=main)).values_list("pk", "total"))
    return Table(
        caption="Each version of the year ($)",
        caption_unseen=True,
        columns=[
            Column("Version"),
            Column("State", "state"),
            Column("By", "words"),
            Column("Why", "words"),
            Column("Total", "money"),
        ],
        rows=[_row(each, found, run, totals.get(each.pk)) for each in found],
        fund=run.fund_id,
    )


def _row(each: Run, every: list[Run], shown: Run, total: Decimal | None) -> Row:
    signed = getattr(each, "certification", None)
    link = reverse("run", args=[each.pk])
    by = f"Prepared by the {each.prepared_by.office}, {each.prepared_on:%b %-d, %Y}"
    if signed is not None:
        by += f"; certified by the {signed.certified_by.office}, {signed.certified_on:%b %-d, %Y}"
    reopened = getattr(signed, "reopening", None) if signed else None
    why = f"Re-opened: {reopened.reason}" if reopened else each.reason
    return row(
        Cell(f"Run {each.number}", link, second="this page" if each.pk == shown.pk else ""),
        state(each, every),
        by,
        Cell(why or None, nothing="None given" if each.supersedes_id else "First of the year"),
        Cell((total or Decimal(0)).quantize(Decimal("0.01")), link),
    )


def state(each: Run, every: list[Run]) -> Tag:
    """Say where a version stands among the others of its year."""
    signed = getattr(each, "certification", None)
    if signed is None:
        return Tag("Superseded" if hasattr(each, "superseded_by") else "Proposed")
    if hasattr(signed, "reopening"):
        return Tag("Re-opened", "warn")
    later = [r for r in every if r.number > each.number and hasattr(r, "certification")]
    if any(not hasattr(r.certification, "reopening") for r in later):
        return Tag("Superseded")
    earlier = [r for r in every if r.number < each.number and hasattr(r, "certification")]
    return Tag("Re-certified" if earlier else "Certified", "good")
