"""The only home of the pages of postings and accounts: every amount comes back to here."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds import clause_links
from funds.models import Account, Fund, Kind, Posting
from funds.queries.holders import NAMED, name_of
from funds.queries.postings import account_lines, entries
from municipalities.access import Scope
from municipalities.doors import Page
from municipalities.page_parts import Link, Term
from municipalities.questions import MANY, number, one_of, page_of
from municipalities.tables import Cell, Column, Row, Table, row

FILTERS = ("fund", "kind", "sfy", "holder")


def accounts_of(scope: Scope) -> QuerySet[Account]:
    """Return the accounts that may be seen."""
    return scope.filter(Account.objects.all(), "municipality", "zone", "county")


class PostingPage(Page):
    """One posting: what, when, who, the clause, its entries, and its place in the chain."""

    template_name = "funds/posting.html"
    asks = ("page",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Find a posting of which at least one account is visible."""
        posting = get_object_or_404(
            Posting.objects.select_related("fund", "by__office", "reverses"), pk=kwargs["pk"]
        )
        mine = accounts_of(self.scope)
        lines = entries(posting).filter(Q(debit__in=mine) | Q(credit__in=mine))
        pages = Paginator(lines, MANY)
        if not pages.count:
            raise Http404
        page = page_of(self.request, pages)
        return super().get_context_data(
            posting=posting,
            fund=posting.fund,
            page=page,
            about=_about(posting),
            entries=Table(
                caption="Entries ($). Each takes from the first account and gives to the second",
                columns=[
                    Column("From"),
                    Column("To"),
                    Column("Amount", "money"),
                ],
                rows=[_entry_row(e) for e in page],
                totals=[row("Shown", Cell(blank=True), sum(e.amount for e in page))],
                fund=posting.fund_id,
            ),
            **kwargs,
        )


def _entry_row(entry: Any) -> Row:
    link = reverse("account", args=[entry.credit_id])
    return row(_account_cell(entry.debit), _account_cell(entry.credit), Cell(entry.amount, link))


def _account_cell(account: Account) -> Cell:
    year = f", credit of SFY{account.sfy}" if account.sfy else ""
    return Cell(
        name_of(account),
        reverse("account", args=[account.pk]),
        second=f"{account.get_kind_display()}{year}",
    )


def _about(posting: Posting) -> list[Term]:
    terms = [
        Term("Effective day", posting.effective_on.strftime("%b %-d, %Y")),
        Term("Clause", posting.clause, clause_links.address(posting.clause)),
        Term("By", str(posting.by)),
        Term("Key", posting.key),
        Term("Chained as", f"{posting.hash[:12]} … {posting.hash[-6:]}"),
        Term("After", f"{posting.previous_hash[:12]} … {posting.previous_hash[-6:]}"),
    ]
    if posting.reverses is not None:
        link = reverse("posting", args=[posting.reverses.pk])
        terms.append(Term("Reverses", f"posting {posting.reverses.number}", link))
    return [*terms, *_met(posting)]


def _met(posting: Posting) -> list[Term]:
    """Say which findings it recovered money for, and which posting it gives back on appeal."""
    rows = posting.recoveries.filter(receivable__finding__isnull=False)
    terms = []
    for each in rows.select_related("receivable__finding", "gives_back__posting"):
        finding, back = each.receivable.finding, each.gives_back
        terms.append(Term("Finding", finding.number, reverse("finding", args=[finding.pk])))
        if back is not None:
            link = reverse("posting", args=[back.posting_id])
            terms.append(Term("Gives back", f"posting {back.posting.number}", link))
    return terms


class AccountPage(Page):
    """One account: its balance and its entries, newest first, by keyset."""

    template_name = "funds/account.html"
    asks = ("before",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Find a visible account and a page of its entries."""
        account = get_object_or_404(
            accounts_of(self.scope).select_related("fund", "encumbrance", *NAMED), pk=kwargs["pk"]
        )
        lines = account_lines(account, number(self.request, "before"), MANY)
        return super().get_context_data(
            account=account,
            holder=name_of(account),
            fund=account.fund,
            older=lines[-1].entry.pk if len(lines) == MANY else None,
            lines=Table(
                caption="Entries of this account, the newest first ($)",
                columns=[
                    Column("Day", "date"),
                    Column("Posting"),
                    Column("Other account"),
                    Column("Amount", "signed"),
                ],
                rows=[_line_row(line) for line in lines],
                fund=account.fund_id,
                empty="No entry yet.",
            ),
            **kwargs,
        )


def _line_row(line: Any) -> Row:
    posting = line.entry.posting
    link = reverse("posting", args=[posting.pk])
    return row(
        line.entry.effective_on,
        _act(posting, link),
        _account_cell(line.other),
        Cell(line.amount, link),
    )


def _act(posting: Posting, link: str) -> Cell:
    """Write a posting's number and act, and its clause, which leads to the clause's page."""
    words, to = (
        f"{posting.number}. {posting.act.capitalize()}",
        clause_links.address(posting.clause),
    )
    if not to:
        return Cell(words, link, second=posting.clause)
    return Cell(words, link, more=Link(posting.clause, to))


class AccountList(Page):
    """The visible accounts with a balance, filtered by fund, kind and credit year."""

    template_name = "funds/account_list.html"
    asks = ("page", *FILTERS)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Filter and page the accounts: two statements."""
        asked = self.request.GET
        funds = list(Fund.objects.all())
        page = page_of(self.request, self._filtered([fund.code for fund in funds]))
        return super().get_context_data(
            page=page,
            funds=funds,
            kinds=Kind.choices,
            asked=asked,
            keep=asked.get("holder", ""),
            accounts=Table(
                caption="Accounts with a balance ($)",
                columns=[
                    Column("Holder"),
                    Column("Kind"),
                    Column("Credit year"),
                    Column("Fund"),
                    Column("Balance", "money"),
                ],
                rows=[_account_row(a) for a in page],
                empty="No account with a balance fits. Change the filter above.",
            ),
            **kwargs,
        )

    def _filtered(self, funds: list[str]) -> QuerySet[Account]:
        """Keep what fits; what is no fund, kind or year is refused."""
        asked = {
            "fund_id": one_of(self.request, "fund", funds),
            "kind": one_of(self.request, "kind", Kind.values),
            "sfy": number(self.request, "sfy"),
            "holder": self.request.GET.get("holder", ""),
        }
        found = accounts_of(self.scope).exclude(balance=0).select_related("fund", *NAMED)
        found = found.filter(**{name: value for name, value in asked.items() if value})
        return found.order_by("fund", "kind", "holder", "sfy")


def _account_row(account: Account) -> Row:
    link = reverse("account", args=[account.pk])
    return row(
        Cell(name_of(account), link),
        account.get_kind_display(),
        f"SFY{account.sfy}" if account.sfy else Cell(),
        account.fund.name,
        Cell(account.balance, link),
    )
