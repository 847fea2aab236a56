"""The only home of the run page: a run's totals, its checks, and the signature under it."""

from decimal import Decimal
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds.credited import credit_key
from funds.forms import CertifyForm, CreditForm
from funds.models import Posting, Run
from funds.queries import runs as queries
from funds.queries.runs import HolderAmounts
from funds.views import after_certification, before_signature
from funds.views import run_tables as tables
from funds.views.movers import movers
from funds.views.run_versions import versions
from funds.views.what_ifs import links as what_if_links
from municipalities.doors import Page
from municipalities.models import Officer
from municipalities.page_parts import Figure, Link, Panel, Tag, Term
from municipalities.questions import MANY, one_of, page_of


class RunPage(Page):
    """A run: its totals, its worksheet by holder, the data it used, and what may be done now."""

    template_name = "funds/run.html"
    permission = "read-all"
    asks = ("page", "all")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the run, its lines and its inputs: a fixed number of statements."""
        run = get_object_or_404(
            Run.objects.select_related(
                "fund", "certification__certified_by__office", "prepared_by__office", "supersedes"
            ),
            pk=kwargs["pk"],
        )
        found = queries.holders(run)
        by_county, stands = queries.by_county(found), before_signature.checks(run)
        every = one_of(self.request, "all", ("1",))
        page = page_of(self.request, found, max(len(found), 1) if every else MANY)
        return super().get_context_data(
            run=run,
            fund=run.fund,
            state=Tag(state_of(run)),
            figures=_figures(run, found),
            page=page,
            worksheet=tables.worksheet(run, list(page), found),
            steps=tables.steps(run, found),
            series=tables.series(run),
            checks=[
                *stands,
                *before_signature.received(run),
                *tables.checks(run, found),
            ],
            waived=any(check.words.startswith("Waived") for check in stands),
            counties=tables.counties(run, by_county),
            on_map=queries.on_map(by_county),
            movers=movers(run, found),
            versions=versions(run),
            doors=_doors(run, self.officer),
            policy=after_certification.policy_terms(run) if run.supersedes_id else [],
            panel=_panel(run, self, sum((h.main for h in found), Decimal(0))),
            **kwargs,
        )


def _doors(run: Run, officer: Officer) -> list[Link]:
    return [
        *before_signature.links(run, officer),
        *after_certification.links(run, officer),
        Link("Receipt", reverse("run_receipt", args=[run.pk])),
        *what_if_links(run, officer),
    ]


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
            f"${total - before:+,.2f} on SFY{run.sfy - 1}.".replace("$-", "−$").replace("$+", "+$")
            if before
            else f"Among {len(found)}.",
            "#worksheet",
        )
    ]
    words = {"authority": "UEZ Authority", "general_fund": "General Fund", "shortfall": "Owed"}
    figures += [
        Figure(
            words[line.component],
            Decimal(line.amount).quantize(Decimal("0.01")),
            line.cite,
            "#steps",
        )
        for line in queries.fund_lines(run)
        if line.component in words
    ]
    rising = sum(1 for h in found if h.change is not None and h.change > 0)
    falling = sum(1 for h in found if h.change is not None and h.change < 0)
    label = "Zones credited" if run.fund_id == "zone-assistance" else "Holders"
    moves = f"{rising} rise, {falling} fall." if before else "The first year on record."
    figures.append(Figure(label, str(len(found)), moves))
    return figures[:4]


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
        link = reverse("posting", args=[posting.pk])
        people.append(Term("Credited by", f"posting {posting.number}", link))
        blocked = f"Credited on {posting.effective_on:%b %-d, %Y}."
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
        act="" if posting else "Credit the accounts",
        after="One posting moves the certified amounts from the fund to the accounts.",
    )
