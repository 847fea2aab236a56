"""The only home of a voucher's page: the invoice, who acts, and where its money stands."""

from decimal import Decimal
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds.models import Category
from funds.queries.ceilings import Ceiling, ceilings
from funds.queries.postings import entries
from municipalities.doors import Page
from municipalities.page_parts import Figure, Link, Panel, Tag, Term
from municipalities.tables import Cell, Column, Row, Table, row
from payments.models import Voucher
from payments.queries import vouchers as queries
from payments.views import voucher_parts
from payments.voucher_forms import ApproveForm, ClearForm

FUND = "zone-assistance"
ZERO = Decimal(0)


class VoucherPage(Page):
    """One voucher from invoice to payment."""

    template_name = "payments/voucher.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Find a visible voucher."""
        voucher = get_object_or_404(queries.visible(self.scope), pk=kwargs["pk"])
        stands = queries.stands(voucher)
        off = voucher.amount - stands if voucher.posting_id else ZERO
        return super().get_context_data(
            voucher=voucher,
            encumbrance=voucher.encumbrance,
            state=Tag(queries.state_of(voucher, off)),
            figures=_figures(voucher, stands),
            invoice=_invoice(voucher),
            moved=_moves(voucher) if voucher.posting_id is None else _moved(voucher),
            reductions=_reductions(voucher),
            panel=_panel(voucher, self),
            headroom=_headroom(voucher, self),
            doors=self._doors(voucher, stands),
            history=voucher_parts.history(voucher),
            **kwargs,
        )

    def _doors(self, voucher: Voucher, stands: Decimal) -> list[Link]:
        if stands:
            return voucher_parts.after_approval(voucher, self.officer)
        may_approve = self.officer.may("approve-voucher")
        own = self.officer.person_id == voucher.prepared_by.person_id
        open_ = voucher.posting_id is None and voucher.sent_back_by_id is None
        if not open_ or not (may_approve or own):
            return []
        word = "Take it back" if own else "Send it back"
        return [Link(word, reverse("voucher_send_back", args=[voucher.pk]))]


def _headroom(voucher: Voucher, page: VoucherPage) -> list[Ceiling]:
    """Return the ceilings it counts against, while it waits for approval."""
    of = voucher.encumbrance
    if voucher.posting_id or voucher.sent_back_by_id or voucher.category == Category.GENERAL:
        return []
    years = queries.years_with_money(of)
    return ceilings(of.zone, page.today, of.municipality_id, voucher.category, years)


def _figures(voucher: Voucher, stands: Decimal) -> list[Figure]:
    posting = voucher.posting
    link = reverse("posting", args=[posting.pk]) if posting else ""
    encumbrance = voucher.encumbrance
    note = "Sent back: it binds nothing." if voucher.sent_back_by_id else "Not approved yet."
    if posting is not None:
        note = voucher_parts.what_stands(voucher)
    return [
        Figure("Amount", voucher.amount, f"{voucher.get_kind_display()}.", link),
        Figure("Stands", stands if posting else "None yet", note, link),
        Figure(
            "Service",
            f"{voucher.service_on:%b %-d, %Y}",
            f"The encumbrance is usable through {encumbrance.last_usable_on:%b %-d, %Y}.",
        ),
    ]


def _invoice(voucher: Voucher) -> list[Term]:
    encumbrance = voucher.encumbrance
    scan = reverse("document", args=[voucher.scan_id]) if voucher.scan_id else ""
    return [
        Term("Vendor", voucher.vendor),
        Term("Invoice", voucher.invoice),
        *([Term("Scan", "Download", scan)] if scan else []),
        Term("Kind of expense", voucher.get_category_display()),
        Term("Entered", f"{voucher.entered_on:%b %-d, %Y}"),
        *_alike(voucher),
        Term("Encumbrance", encumbrance.number, reverse("encumbrance", args=[encumbrance.pk])),
        Term(
            "Project", encumbrance.project.title, reverse("project", args=[encumbrance.project_id])
        ),
    ]


def _alike(voucher: Voucher) -> list[Term]:
    like = voucher.duplicate_of
    if like is None:
        return []
    words = f"{like.number}: {like.vendor}, {like.invoice}, ${like.amount:,.2f}"
    return [Term("Looks like", words, reverse("voucher", args=[like.pk]))]


def _moves(voucher: Voucher) -> Table:
    """Show what the approval would move now."""
    return Table(
        caption="What the approval moves, by credit year, the oldest first ($)",
        columns=[Column("Credit year"), Column("From"), Column("Amount", "money")],
        rows=[
            row(
                f"SFY{account.sfy}",
                account.get_kind_display(),
                Cell(part, reverse("account", args=[account.pk])),
            )
            for account, part in queries.would_take(voucher).items()
        ],
        on_phone="plain",
        fund=FUND,
        caption_unseen=True,
        empty="Nothing: the voucher binds nothing, or the encumbrance has less left.",
    )


def _moved(voucher: Voucher) -> Table:
    posting = voucher.posting
    lines = entries(posting) if posting else []
    return Table(
        caption="What the approval moved, by credit year ($)",
        columns=[Column("Credit year"), Column("From"), Column("To"), Column("Amount", "money")],
        rows=[_entry_row(each) for each in lines],
        fund=FUND,
        caption_unseen=True,
        empty="Nothing yet. The oldest credit of the encumbrance pays when the CFO approves.",
    )


def _entry_row(each: Any) -> Row:
    link = reverse("account", args=[each.credit_id])
    return row(
        f"SFY{each.credit.sfy}",
        each.debit.get_kind_display(),
        each.credit.get_kind_display(),
        Cell(each.amount, link),
    )


def _reductions(voucher: Voucher) -> Table | None:
    found = list(voucher.reductions.select_related("posting"))
    if not found:
        return None
    return Table(
        caption="What was taken off it ($)",
        columns=[Column("Posting"), Column("Reason", "words"), Column("Amount", "money")],
        rows=[
            row(
                Cell(
                    f"Posting {each.posting.number}",
                    reverse("posting", args=[each.posting.pk]),
                    second=each.get_kind_display(),
                ),
                each.reason,
                Cell(each.amount, reverse("posting", args=[each.posting.pk])),
            )
            for each in found
        ],
        fund=FUND,
        caption_unseen=True,
    )


def _panel(voucher: Voucher, page: VoucherPage) -> Panel:
    people = [Term("Prepared", str(voucher.prepared_by))]
    if voucher.approved_by is not None:
        people.append(Term("Approved", str(voucher.approved_by)))
    blocked = _blocked(voucher, page)
    form: object = None
    if not blocked:
        form = ClearForm(voucher=voucher) if voucher.held else ApproveForm(voucher=voucher)
    return Panel(
        title="A likely duplicate" if voucher.held else "Approval",
        people=people,
        note="You did not prepare it, so you may approve." if form and not voucher.held else "",
        totals=[Term("Amount", voucher.amount, total=True, in_dollars=True)],
        form=form,
        blocked=blocked,
        act=""
        if voucher.posting_id or voucher.sent_back_by_id
        else f"Approve ${voucher.amount:,.2f}",
        after="What comes back of it is a refund: asked for, confirmed by the CFO, and on record "
        "when the State has the deposit."
        if queries.is_paid(voucher)
        else "Approved, it is owed to the payee until a warrant pays it. A wrong one is voided, "
        "never erased.",
    )


def _blocked(voucher: Voucher, page: VoucherPage) -> str:
    if voucher.sent_back_on:
        return f"Sent back on {voucher.sent_back_on:%b %-d, %Y}: {voucher.sent_back_reason}"
    if voucher.posting_id:
        return f"Approved on {voucher.approved_on:%b %-d, %Y}."
    if not page.officer.may("approve-voucher"):
        return "The municipality’s CFO approves it."
    if page.officer.person_id == voucher.prepared_by.person_id:
        return "You prepared it. Another person approves it."
    return ""
