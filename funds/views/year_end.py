"""The only home of the year-end page: four steps on one page, from rehearsal to seal."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.db.models import Sum
from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds import year_end
from funds.forms import CertifyCloseForm
from funds.models import Closing, Fund, LedgerHead, Seal, Work
from funds.queries import year_end as queries
from funds.queries.year_end import Group, Lapsing
from funds.rules.fiscal_year import last_day
from municipalities.doors import Page
from municipalities.page_parts import Figure, Panel, Progress, Step, Tag, Term
from municipalities.tables import BLANK, Cell, Column, Row, Table, row

ZERO = Decimal(0)


class YearEnds(Page):
    """Every fund's years: sealed, certified, rehearsed, and which is next."""

    template_name = "funds/year_ends.html"
    permission = "read-all"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the closings and the heads of the ledgers."""
        closings = Closing.objects.select_related("fund", "seal").annotate(
            total=Sum("dispositions__amount")
        )
        return super().get_context_data(
            heads=LedgerHead.objects.select_related("fund").order_by("fund__first_sfy"),
            closings=Table(
                caption="Closings, the latest first",
                columns=[
                    Column("Fund and year"),
                    Column("Ended", "date"),
                    Column("State", "state"),
                ],
                rows=[
                    row(
                        Cell(
                            f"SFY{c.sfy}",
                            reverse("year_end", args=[c.fund_id, c.sfy]),
                            second=c.fund.name,
                        ),
                        last_day(c.sfy),
                        state_of(c),
                    )
                    for c in closings.order_by("-sfy", "fund")
                ],
                on_phone="plain",
                empty="No closing. The rehearsal of a year is prepared on July 1.",
            ),
            **kwargs,
        )


def state_of(closing: Closing) -> str:
    """Say a closing's state in words."""
    if Seal.objects.filter(closing=closing).exists():
        return "Sealed"
    return "Certified" if closing.certified_by_id else "Ready to certify"


class YearEndPage(Page):
    """One fund's year end: every balance with its disposition, what lapses, and the signature."""

    template_name = "funds/year_end.html"
    permission = "read-all"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the closing and its dispositions: a fixed number of statements."""
        kwargs["fund"] = fund = get_object_or_404(Fund, code=kwargs["fund"])
        closing = get_object_or_404(
            Closing.objects.select_related("prepared_by__office", "certified_by__office"),
            fund=fund,
            sfy=kwargs["sfy"],
        )
        found = queries.groups(closing)
        state = state_of(closing)
        return super().get_context_data(
            closing=closing,
            state=Tag(state),
            steps=_steps(closing, state),
            figures=_figures(closing, found),
            groups=_group_table(fund, found, closing.sfy),
            lapsing=_lapse_table(queries.lapsing(closing)),
            noted=_noted(closing),
            panel=_panel(closing, self, state),
            progress=_progress(closing, state),
            **kwargs,
        )


def _steps(closing: Closing, state: str) -> Sequence[Step]:
    signed = closing.certified_on
    sealed = state == "Sealed"
    return [
        Step(
            "Rehearse", "Done", f"{closing.prepared_by}, {closing.prepared_on:%b %-d, %Y}", "done"
        ),
        Step(
            "Read what lapses",
            "Done" if signed else "Now",
            "Every balance has one disposition",
            "done" if signed else "current",
        ),
        Step(
            "Sign",
            "Done" if signed else "Next",
            f"{closing.certified_by}, {signed:%b %-d, %Y}" if signed else "A Treasury certifier",
            "done" if signed else "",
        ),
        Step(
            "Post and seal",
            "Done" if sealed else ("Running" if signed else "Not started"),
            "Nothing may be dated in it again" if sealed else "In steps, each with its evidence",
            "done" if sealed else ("current" if signed else ""),
        ),
    ]


def _figures(closing: Closing, found: list[Group]) -> list[Figure]:
    held = [g for g in found if g.carried or g.lapsed]
    count = sum(g.count for g in found)
    return [
        Figure(
            f"Balance, June 30, {closing.sfy}",
            sum((g.carried + g.lapsed for g in held), ZERO),
            f"Carried and lapsing. {count} balances are not zero.",
        ),
        Figure(
            f"Carried to SFY{closing.sfy + 1}",
            sum((g.carried for g in found), ZERO),
            "Each with its last usable day.",
        ),
        Figure("Lapses to the Authority", sum((g.lapsed for g in found), ZERO), "h. and i."),
        Figure("Stays", str(sum(g.count for g in found if g.stays)), "Balances with their owner."),
    ]


def _group_table(fund: Fund, found: list[Group], sfy: int) -> Table:
    return Table(
        caption="Every balance that is not zero on June 30 ($). Balance = carried + lapsed + stays",
        columns=[
            Column("Balance"),
            Column("Count", "count"),
            Column("Balance", "money"),
            Column(f"Carried to SFY{sfy + 1}", "money"),
            Column("Lapses", "money"),
            Column("Stays", "money"),
            Column("Rule"),
        ],
        rows=[_group_row(g) for g in found],
        totals=[
            row(
                "All balances",
                sum(g.count for g in found),
                sum((g.balance for g in found), ZERO),
                sum((g.carried for g in found), ZERO),
                sum((g.lapsed for g in found), ZERO),
                sum((g.stays for g in found), ZERO),
                BLANK,
            )
        ],
        on_phone="frame",
        fund=fund.code,
        empty="Nothing was posted: every balance is zero.",
    )


def _group_row(g: Group) -> Row:
    return row(
        Cell(g.kind, second=f"SFY{g.sfy}" if g.sfy else ""),
        g.count,
        g.balance,
        g.carried,
        g.lapsed,
        g.stays,
        g.clause,
        lit=g.lapsed > 0,
    )


def _lapse_table(found: list[Lapsing]) -> Table:
    return Table(
        caption="What lapses, by holder ($). Lapses = unencumbered (h.) + unexpended (i.)",
        columns=[
            Column("Holder"),
            Column("Lapses drawn", "bar"),
            Column("Lapses", "money"),
            Column("Unencumbered, h.", "money", on_wide=True),
            Column("Unexpended, i.", "money", on_wide=True),
        ],
        rows=[
            row(x.holder, (x.unencumbered, x.unexpended), x.total, x.unencumbered, x.unexpended)
            for x in found
        ],
        totals=[
            row(
                f"{len(found)} holders",
                BLANK,
                sum((x.total for x in found), ZERO),
                sum((x.unencumbered for x in found), ZERO),
                sum((x.unexpended for x in found), ZERO),
            )
        ],
        fund="zone-assistance",
        empty="Nothing lapses this year.",
    )


def _noted(closing: Closing) -> Table:
    return Table(
        caption="Balances with a note. An order or a dispute does not stop the clock ($)",
        columns=[Column("Balance"), Column("Amount", "money"), Column("Note", "words")],
        rows=[
            row(Cell(d.account.holder, second=d.account.get_kind_display()), d.amount, d.note)
            for d in queries.noted(closing)
        ],
        empty="No balance carries a note.",
    )


def _panel(closing: Closing, page: YearEndPage, state: str) -> Panel:
    lapses = closing.dispositions.filter(what="lapsed").aggregate(t=Sum("amount"))["t"] or ZERO
    people = [Term("Rehearsed", str(closing.prepared_by))]
    if closing.certified_by_id:
        people.append(Term("Signed", str(closing.certified_by)))
    blocked = _blocked(closing, page, state)
    return Panel(
        title="Sign and post",
        people=people,
        totals=[Term("Lapses to the Authority", lapses, total=True, in_dollars=True)],
        form=None if blocked else CertifyCloseForm(closing=closing, lapses=lapses),
        blocked=blocked,
        act="Sign the close",
        after="Posting moves what lapses, carries the rest and seals the year. A second posting "
        "changes nothing; a later correction goes into the open year.",
    )


def _blocked(closing: Closing, page: YearEndPage, state: str) -> str:
    if state == "Sealed":
        return "The year is sealed. Nothing is left to sign."
    if closing.certified_by_id:
        return "Signed. The workers post it step by step."
    if not page.officer.may("certify-close"):
        return "A Treasury certifier signs here."
    if page.officer.person_id == closing.prepared_by.person_id:
        return "You prepared this rehearsal. Another person signs it."
    return ""


def _progress(closing: Closing, state: str) -> Progress | None:
    if state != "Certified":
        return None
    at = year_end.progress_of(closing)
    work = Work.objects.filter(key=f"{closing.fund_id}/SFY{closing.sfy}/close").first()
    return Progress(
        "Close",
        f"{at.done} of {at.of} steps",
        at.done,
        at.of,
        reverse("work_progress", args=[work.pk]) if work else "",
    )
