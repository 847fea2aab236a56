"""The only home of the page that says why a holder's amount of a run is what it is."""

from decimal import Decimal, InvalidOperation
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds import clause_links, number_checks
from funds.models import HolderWorksheet, Run, RunLine
from funds.queries.runs import MAIN
from funds.queries.what_ifs import visible
from funds.templatetags.money import percent
from funds.views.runs import credited
from funds.views.what_ifs import beside
from municipalities import kinds
from municipalities.doors import Page
from municipalities.page_parts import Link, Term, Why
from municipalities.tables import Cell, Column, Table, row

FUND = "FUND"


class HolderPage(Page):
    """From a holder's amount back to the clause: certification, worksheet, fund, data."""

    template_name = "funds/run_holder.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Find a visible holder's lines in the run."""
        run = get_object_or_404(
            Run.objects.select_related("fund", "certification__certified_by__office"),
            pk=kwargs["pk"],
        )
        mine = self.scope.filter(RunLine.objects.all(), "municipality", "zone", "county")
        lines = list(
            mine.filter(run=run, holder=kwargs["holder"]).select_related("zone", "municipality")
        )
        if not lines:
            raise Http404
        main = next((li for li in lines if li.component == MAIN[run.fund_id]), lines[0])
        return super().get_context_data(
            run=run,
            fund=run.fund,
            holder_name=name_of(main),
            has_letter=hasattr(run, "certification") and main.component == MAIN[run.fund_id],
            amount=Decimal(main.amount),
            chain=_chain(run, main),
            checkable=number_checks.line_of(run, kwargs["holder"]) is not None,
            what_ifs=beside(run.pk, kwargs["holder"], visible(self.scope)),
            components=_components(lines),
            **kwargs,
        )


def name_of(line: RunLine) -> str:
    """Say whose line it is."""
    if line.zone is not None:
        return f"{line.zone.name} zone"
    return str(line.municipality) if line.municipality is not None else line.holder


def _chain(run: Run, main: RunLine) -> list[Why]:
    sheets = {
        s.holder: s.lines
        for s in HolderWorksheet.objects.filter(run=run, holder__in=(main.holder, FUND))
    }
    steps = []
    if hasattr(run, "certification"):
        steps.append(_certified(run, Decimal(main.amount)))
    steps.append(
        Why(
            "How it was worked out",
            Decimal(main.amount).quantize(Decimal("0.01")),
            sums=[_term(each, main.component) for each in sheets.get(main.holder, [])],
            source_note=main.cite,
        )
    )
    if sheets.get(FUND):
        steps.append(
            Why(
                f"The fund’s SFY{run.sfy}",
                run.fund.statute,
                sums=[_term(each, "") for each in sheets[FUND]],
                sources=[Link("The run", reverse("run", args=[run.pk]))],
            )
        )
    return [*steps, _data(run)]


def _certified(run: Run, amount: Decimal) -> Why:
    made = run.certification
    posting = credited(run)
    sources = []
    if posting is not None:
        link = reverse("posting", args=[posting.pk])
        sources.append(Link(f"Credited by posting {posting.number}", link))
    return Why(
        "Certified amount",
        amount.quantize(Decimal("0.01")),
        about=f"Certified as {made.number} on {made.certified_on:%b %-d, %Y} "
        f"by {made.certified_by}.",
        sources=sources,
        source_note="" if posting else "Not credited yet",
    )


def _data(run: Run) -> Why:
    used = run.series.select_related("document").order_by("kind")
    return Why(
        "The data",
        f"receipt {run.inputs_hash[:8]}",
        about="" if used else "The amounts were given, and recorded as such.",
        sums=[Term(f"{kinds.words(s.kind)}, {s.period}", str(s.document)) for s in used],
        source_note=f"results {run.results_hash[:8]}",
    )


def _term(each: dict[str, str], main: str) -> Term:
    label = f"{each['label']} ({each['cite']})" if each["cite"] else each["label"]
    return Term(
        label, shown(each["value"], each["unit"]), total=bool(main) and each["component"] == main
    )


def shown(value: str, unit: str) -> Decimal | str:
    """Write a worksheet's value with its unit, never rounded further than it is stored."""
    try:
        number = Decimal(value)
    except InvalidOperation:
        return value
    if unit == "USD":
        return number
    return percent(number) if unit == "%" else f"{number:,f} {unit}".strip()


def _cite(cite: str) -> Cell:
    return Cell(cite, clause_links.address(cite))


def _components(lines: list[RunLine]) -> Table:
    return Table(
        caption="Everything this run holds for it ($)",
        columns=[Column("Component"), Column("Amount", "money"), Column("Clause")],
        rows=[
            row(Cell(li.component.replace("_", " ").capitalize()), li.amount, _cite(li.cite))
            for li in lines
        ],
        on_phone="plain",
    )
