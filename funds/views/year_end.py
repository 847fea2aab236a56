"""The only home of the year-end page: four steps on one page, from rehearsal to seal."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.db.models import Sum
from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds import year_end
from funds.forms import CertifyCloseForm
from funds.models import Closing, Fund, Kind, Work
from funds.queries import year_end as queries
from funds.queries.year_end import Group
from funds.rules.fiscal_year import last_day
from funds.views import year_end_tables as tables
from municipalities.doors import Page
from municipalities.page_parts import Figure, Panel, Progress, Step, Tag, Term
from municipalities.questions import number, one_of, page_of

ZERO = Decimal(0)


def state_of(closing: Closing) -> str:
    """Say a closing's state in words."""
    if hasattr(closing, "seal"):
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
            Closing.objects.select_related("prepared_by__office", "certified_by__office", "seal"),
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
            groups=tables.groups(closing, found),
            lapsing=tables.lapsing(closing, queries.lapsing(closing)),
            exceptions=tables.exceptions(closing),
            letters=tables.letters(closing) if closing.certified_by_id else None,
            panel=_panel(closing, self, state),
            progress=_progress(closing, state),
            may_rehearse=self.officer.may("prepare-close"),
            **kwargs,
        )


class Balances(Page):
    """The balances of a closing one by one, of a kind, a year or a holder."""

    template_name = "funds/year_end_balances.html"
    permission = "read-all"
    asks = ("page", "kind", "sfy", "encumbered", "holder")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Filter and page the dispositions."""
        closing = get_object_or_404(
            Closing.objects.select_related("fund"), fund=kwargs["fund"], sfy=kwargs["sfy"]
        )
        kwargs["fund"] = closing.fund
        kind = one_of(self.request, "kind", Kind.values)
        sfy, encumbered = number(self.request, "sfy"), number(self.request, "encumbered")
        holder = self.request.GET.get("holder", "")
        found = queries.balances(closing, kind, sfy, encumbered, holder)
        page = page_of(self.request, found)
        return super().get_context_data(
            closing=closing, page=page, balances=tables.balances(closing, page), **kwargs
        )


def _steps(closing: Closing, state: str) -> Sequence[Step]:
    signed = closing.certified_on
    sealed = state == "Sealed"
    return [
        Step(
            "Rehearse", "Done", f"{closing.prepared_by}, {closing.prepared_on:%b %-d, %Y}", "done"
        ),
        Step(
            "Exceptions",
            "Done" if signed else "Now",
            "Read before the signature; none stops a clock",
            "done" if signed else "current",
        ),
        Step(
            "Sign-off by two",
            "Done" if signed else "Next",
            f"{closing.certified_by}, {signed:%b %-d, %Y}" if signed else "A Treasury certifier",
            "done" if signed else "",
        ),
        Step(
            "Post, and letters",
            "Done" if sealed else ("Running" if signed else "Not started"),
            "Sealed: nothing may be dated in it again"
            if sealed
            else "In steps, each with evidence",
            "done" if sealed else ("current" if signed else ""),
        ),
    ]


def _figures(closing: Closing, found: list[Group]) -> list[Figure]:
    held = [g for g in found if g.carried or g.lapsed]
    count = sum(g.count for g in found)
    every = tables.address(closing)
    return [
        Figure(
            f"Balance, June 30, {closing.sfy}",
            sum((g.carried + g.lapsed for g in held), ZERO),
            f"Carried or lapsing, of {count} balances that are not zero.",
            every,
        ),
        Figure(
            f"Carried to SFY{closing.sfy + 1}",
            sum((g.carried for g in found), ZERO),
            "Each with its last usable day.",
            "#dispositions",
        ),
        Figure(
            "Lapses to the Authority",
            sum((g.lapsed for g in found), ZERO),
            "52:27H-88 h. and i.",
            "#lapses",
        ),
        Figure(
            "Stays",
            str(sum(g.count for g in found if g.stays)),
            "Balances that no clock ends.",
            "#dispositions",
        ),
    ]


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
        act="" if closing.certified_by_id else "Sign the close",
        after="Posting moves what lapses, carries the rest and seals the year. A second posting "
        "changes nothing; a later correction goes into the open year.",
    )


def _blocked(closing: Closing, page: YearEndPage, state: str) -> str:
    if state == "Sealed":
        return "The year is sealed. Nothing is left to sign."
    if closing.certified_by_id:
        return "Signed. The workers post it step by step."
    if page.today <= last_day(closing.sfy):
        return f"SFY{closing.sfy} ends on {last_day(closing.sfy):%B %-d, %Y}; it is signed after."
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
