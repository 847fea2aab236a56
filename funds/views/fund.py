"""The only home of the fund page: where a fund's money stands, and what happened last."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds.models import Fund, Kind, LedgerHead, Posting
from funds.queries.position import KindPosition, position
from funds.queries.postings import recent
from funds.rules.fiscal_year import last_day
from funds.views import fund_pictures as pictures
from funds.views import highlands_tables as highlands
from municipalities.doors import Page
from municipalities.page_parts import Figure, Link
from municipalities.tables import Cell, Column, Row, Table, row

WAITING = (Kind.ZONE, Kind.ENTITLED, Kind.PAYABLE)
KEY_FIGURES = {
    "zone-assistance": (Kind.POOL, Kind.ZONE, Kind.ENCUMBERED, Kind.AUTHORITY),
    "energy-receipts": (Kind.POOL, Kind.ENTITLED, Kind.PAYABLE, Kind.PAID),
    "highlands": (Kind.POOL, Kind.ENTITLED, Kind.PAYABLE, Kind.PAID),
}

DOORS = (
    ("deposit", "Deposit", "deposit"),
    ("prepare-run", "Prepare a run", "run_prepare"),
    ("read-all", "Payment dates", "schedules"),
    ("prepare-run", "Cases", "cases"),
    ("propose-decision", "Correction policy", "policy"),
    ("prepare-close", "Rehearse the year end", "rehearse"),
)
# What else of a fund has a page of its own.
PAGES = {
    "zone-assistance": (
        ("UEZ Authority account", "authority"),
        ("Arrears", "arrears"),
        ("Standing of zones", "standings"),
        ("Second-generation reports", "compilation"),
        ("Corrections", "corrections"),
    ),
    "energy-receipts": (("Amount by year", "receipts"), ("Objections", "objections")),
}


class FundList(Page):
    """The three funds, and what each holds."""

    template_name = "funds/funds.html"
    permission = "read-all"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read each fund's position."""
        rows = []
        for fund in Fund.objects.all():
            held = {k.kind: k.balance for k in position(fund.code)}
            link = reverse("fund", args=[fund.code])
            shown = [Cell(held.get(k, 0), link) for k in (Kind.POOL, *WAITING, Kind.PAID)]
            rows.append(row(Cell(fund.name, link, second=fund.statute), *shown))
        return super().get_context_data(
            funds=Table(
                caption="Where each fund’s money stands ($)",
                columns=[
                    Column("Fund"),
                    Column("In the fund", "money"),
                    Column("Zone accounts", "money"),
                    Column("Certified, not released", "money"),
                    Column("Released, not paid", "money"),
                    Column("Paid", "money"),
                ],
                rows=rows,
                on_phone="frame",
            ),
            **kwargs,
        )


class FundPage(Page):
    """A fund's position by kind of account and credit year, its runs and its last postings."""

    template_name = "funds/fund.html"
    permission = "read-all"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read position, runs and postings: a fixed number of statements."""
        kwargs["fund"] = fund = get_object_or_404(Fund, code=kwargs["fund"])
        kinds = position(fund.code)
        head = LedgerHead.objects.get(fund=fund)
        return super().get_context_data(
            figures=_figures(fund, kinds),
            position=_table(fund, kinds),
            runs=_runs(fund),
            postings=postings_table(recent(fund.code)),
            head=head,
            doors=self._doors(fund),
            open_since=last_day(head.sealed_through),
            flow=pictures.flow(fund.code, kinds, reverse("account_list")),
            stages=pictures.stages(fund.code, self.today),
            **self._program(fund),
            **kwargs,
        )

    def _doors(self, fund: Fund) -> list[Link]:
        income = Link("Investment income", reverse("income", args=[fund.code]))
        mine = [
            Link(words, reverse(to, args=[fund.code]))
            for duty, words, to in DOORS
            if self.officer.may(duty)
        ]
        figures = Link("Figures of the State", reverse("state_figures"))
        return [*mine, income, figures, *self._of_highlands(fund)] + [
            Link(words, reverse(to)) for words, to in PAGES.get(fund.code, ())
        ]

    def _of_highlands(self, fund: Fund) -> list[Link]:
        if fund.code != highlands.FUND:
            return []
        links = [Link("Assessor to Treasurer", reverse("highlands", args=[self.today.year]))]
        if self.officer.may("prepare-run"):
            links.append(Link("Rehearse a reading", reverse("reading_rehearse")))
        return links

    def _program(self, fund: Fund) -> dict[str, Any]:
        """The Highlands program's days; the other funds' do not end."""
        if fund.code != highlands.FUND:
            return {}
        return {"program_days": highlands.program_days(self.today)}


def _figures(fund: Fund, kinds: list[KindPosition]) -> list[Figure]:
    found = {k.kind: k for k in kinds}
    figures = []
    for kind in KEY_FIGURES[fund.code]:
        at = found.get(kind)
        figures.append(
            Figure(
                kind.label,
                at.balance if at else None,
                _accounts(at.accounts) if at else "None yet.",
                f"{reverse('account_list')}?fund={fund.code}&kind={kind.value}",
            )
        )
    return figures


def _accounts(count: int) -> str:
    return f"{count} account{'' if count == 1 else 's'} with a balance."


def _table(fund: Fund, kinds: list[KindPosition]) -> Table:
    years = sorted({y for k in kinds for y in k.by_sfy if y}, reverse=True)[:5]
    columns = [Column("Account"), Column("Balance ($)", "money")]
    columns += [Column(f"SFY{year}", "money") for year in years]
    columns += [Column("Earlier or no year", "money")]
    return Table(
        caption="Balance by kind of account and by credit year ($). All accounts sum to 0.00",
        columns=columns,
        rows=[_kind_row(fund, k, years) for k in kinds],
        totals=[_total(kinds, years)] if kinds else (),
        on_phone="frame",
        fund=fund.code,
        empty="No account. One appears with the first deposit.",
    )


def _kind_row(fund: Fund, k: KindPosition, years: list[int]) -> Row:
    link = f"{reverse('account_list')}?fund={fund.code}&kind={k.kind}"
    shown = [Cell(k.by_sfy[y], f"{link}&sfy={y}") if y in k.by_sfy else Cell() for y in years]
    others = [amount for year, amount in k.by_sfy.items() if year not in years]
    rest = Cell(sum(others), link) if others else Cell()
    return row(Cell(k.label, link), Cell(k.balance, link), *shown, rest)


def _total(kinds: list[KindPosition], years: list[int]) -> Row:
    sums = [sum(k.by_sfy.get(y, 0) for k in kinds) for y in years]
    rest = sum(a for k in kinds for y, a in k.by_sfy.items() if y not in years)
    return row("All accounts", sum(k.balance for k in kinds), *sums, rest)


def _runs(fund: Fund) -> Table:
    signed = ("certification__credit", "prepared_by__office", "superseded_by")
    runs = fund.runs.select_related(*signed)[:12]
    return Table(
        caption="Runs, the latest first",
        on_phone="plain",
        caption_unseen=True,
        columns=[Column("Run"), Column("State", "state")],
        rows=[
            row(
                Cell(
                    f"SFY{run.sfy}, run {run.number}",
                    reverse("run", args=[run.pk]),
                    second=f"{run.prepared_on:%b %-d, %Y}, by {run.prepared_by}",
                ),
                _run_state(run),
            )
            for run in runs
        ],
        empty="No run. One appears when an analyst prepares the year.",
    )


def _run_state(run: Any) -> str:
    if hasattr(run, "superseded_by"):
        return "Superseded"
    if not hasattr(run, "certification"):
        return "Ready to certify"
    return "Credited" if hasattr(run.certification, "credit") else "Certified"


def postings_table(postings: Any) -> Table:
    """Show postings as a table: day, act, who, clause, amount."""
    return Table(
        caption="Postings, the newest first ($)",
        caption_unseen=True,
        columns=[
            Column("Posting"),
            Column("Day", "date"),
            Column("Clause"),
            Column("By"),
            Column("Amount", "money"),
        ],
        rows=[_posting_row(posting) for posting in postings],
        empty="No posting. One appears with the first deposit.",
    )


def _posting_row(posting: Posting) -> Row:
    link = reverse("posting", args=[posting.pk])
    return row(
        Cell(f"{posting.number}. {posting.act.capitalize()}", link, second=posting.note),
        posting.effective_on,
        posting.clause,
        str(posting.by),
        Cell(posting.total, link),
    )
