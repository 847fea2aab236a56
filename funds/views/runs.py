"""The only home of the run page: what each holder gets, why, and the signature under it."""

from decimal import Decimal
from typing import Any

from django.core.paginator import Paginator
from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds.credited import credit_key
from funds.forms import CertifyForm, CreditForm
from funds.models import Posting, Run
from funds.queries import runs as queries
from funds.queries.runs import BESIDE, WORDS, HolderAmounts
from municipalities.doors import Page
from municipalities.page_parts import Figure, Panel, Tag, Term
from municipalities.tables import Cell, Column, Row, Table, row

MANY = 50


class RunPage(Page):
    """A run: its totals, its worksheet by holder, the data it used, and what may be done now."""

    template_name = "funds/run.html"
    permission = "read-all"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the run, its lines and its inputs: a fixed number of statements."""
        run = get_object_or_404(
            Run.objects.select_related(
                "fund", "certification__certified_by__office", "prepared_by__office", "supersedes"
            ),
            pk=kwargs["pk"],
        )
        found = queries.holders(run)
        page = Paginator(found, MANY).get_page(self.request.GET.get("page"))
        return super().get_context_data(
            run=run,
            fund=run.fund,
            state=Tag(state_of(run)),
            figures=_figures(run, found),
            page=page,
            worksheet=_worksheet(run, list(page), found),
            steps=_fund_table(run),
            series=_series(run),
            panel=_panel(run, self, sum((h.main for h in found), Decimal(0))),
            **kwargs,
        )


def state_of(run: Run) -> str:
    """Say a run's state in words."""
    if Run.objects.filter(supersedes=run).exists():
        return "Superseded"
    if not hasattr(run, "certification"):
        return "Ready to certify"
    return "Credited" if credited(run) else "Certified"


def credited(run: Run) -> Posting | None:
    """Return the posting that credited the run, if it was."""
    return Posting.objects.filter(key=credit_key(run)).first()


def _figures(run: Run, found: list[HolderAmounts]) -> list[Figure]:
    total = sum((h.main for h in found), Decimal(0))
    before = sum((h.before for h in found if h.before is not None), Decimal(0))
    figures = [
        Figure(
            "Shared in this run",
            total,
            f"{len(found)} holders." if not before else f"${before:,.2f} the year before.",
        )
    ]
    words = {"authority": "UEZ Authority", "general_fund": "General Fund", "shortfall": "Owed"}
    figures += [
        Figure(words[line.component], Decimal(line.amount).quantize(Decimal("0.01")), line.cite)
        for line in queries.fund_lines(run)
        if line.component in words
    ]
    rising = sum(1 for h in found if h.change is not None and h.change > 0)
    falling = sum(1 for h in found if h.change is not None and h.change < 0)
    figures.append(Figure("Holders", str(len(found)), f"{rising} rise, {falling} fall."))
    return figures[:4]


def _worksheet(run: Run, shown: list[HolderAmounts], every: list[HolderAmounts]) -> Table:
    beside = [c for c in BESIDE[run.fund_id] if any(c in h.parts for h in every)]
    columns = [Column("Holder")]
    columns += [Column(WORDS[c], "money", on_wide=True) for c in beside]
    columns += [
        Column(f"SFY{run.sfy}", "money"),
        Column(f"SFY{run.sfy - 1}", "money", on_wide=True),
        Column("Change", "signed"),
        Column("Change drawn", "change"),
        Column("%", "percent_change", places=1),
    ]
    return Table(
        caption="Worksheet by holder ($). Select an amount to see how it was worked out",
        columns=columns,
        rows=[_holder_row(run, h, beside) for h in shown],
        totals=[_total(every, beside)],
        on_phone="frame",
        fund=run.fund_id,
        dense=True,
        empty="No holder gets an amount in this run.",
    )


def _holder_row(run: Run, h: HolderAmounts, beside: list[str]) -> Row:
    link = reverse("run_holder", args=[run.pk, h.holder])
    parts = [Cell(h.parts.get(c), link) for c in beside]
    return row(
        Cell(h.name, link, second=h.holder if h.holder.isdigit() else ""),
        *parts,
        Cell(h.main, link),
        h.before,
        h.change,
        h.change,
        h.percent,
    )


def _total(every: list[HolderAmounts], beside: list[str]) -> Row:
    before = [h.before for h in every if h.before is not None]
    total = sum((h.main for h in every), Decimal(0))
    parts = [sum((h.parts.get(c, Decimal(0)) for h in every), Decimal(0)) for c in beside]
    old = sum(before, Decimal(0)) if before else None
    return row(
        f"All {len(every)}",
        *parts,
        total,
        old,
        total - old if old is not None else None,
        Cell(blank=True),
        Cell(blank=True),
    )


def _fund_table(run: Run) -> Table:
    return Table(
        caption="Before the shares ($)",
        columns=[Column("Step"), Column("Amount", "money"), Column("Clause")],
        rows=[
            row(line.component.replace("_", " ").capitalize(), line.amount, line.cite)
            for line in queries.fund_lines(run)
        ],
        on_phone="plain",
        empty="The whole amount is shared.",
    )


def _series(run: Run) -> Table:
    used = run.series.select_related("document").order_by("kind", "period")
    return Table(
        caption="The most recent data made available, by series and version",
        columns=[Column("Series"), Column("Period"), Column("From"), Column("Received", "date")],
        rows=[
            row(
                Cell(s.kind.replace("_", " ").capitalize(), second=f"version {s.version}"),
                s.period,
                Cell(s.document.publisher, second=s.document.get_standing_display()),
                s.document.received_on,
            )
            for s in used
        ],
        empty="The amounts were given, and recorded as such.",
    )


def _panel(run: Run, page: RunPage, total: Decimal) -> Panel:
    people = [Term("Prepared", str(run.prepared_by))]
    if hasattr(run, "certification"):
        people.append(Term("Certified", str(run.certification.certified_by)))
        return _credit_panel(run, page, people, total)
    form, blocked = None, ""
    if not page.officer.may("certify"):
        blocked = "An office that certifies signs here: a Treasury certifier."
    elif page.officer.person_id == run.prepared_by.person_id:
        blocked = "You prepared this run. Another person certifies it."
    else:
        form = CertifyForm(run=run, total=total)
    return Panel(
        title="Certify",
        people=people,
        totals=[Term("Total", total, total=True, in_dollars=True)],
        note="" if blocked else "You took no part in preparing this run, so you may certify it.",
        form=form,
        blocked=blocked,
        act=f"Certify ${total:,.2f}",
        after="A certification can be superseded by a later one, never erased.",
    )


def _credit_panel(run: Run, page: RunPage, people: list[Term], total: Decimal) -> Panel:
    posting = credited(run)
    blocked, form = "", None
    if posting is not None:
        blocked = f"Credited on {posting.effective_on:%b %-d, %Y} by posting {posting.number}."
    elif page.officer.may("credit"):
        form = CreditForm(run=run, total=total)
    else:
        blocked = "An office that credits the accounts acts here: a Treasury certifier."
    return Panel(
        title="Credit the accounts",
        people=people,
        totals=[Term("Total", total, total=True, in_dollars=True)],
        form=form,
        blocked=blocked,
        act="Credit the accounts",
        after="One posting moves the certified amounts from the fund to the accounts.",
    )
