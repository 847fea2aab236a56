"""The only home of the pages of corrections: all cases, one case with its effect, a zone's own."""

from decimal import Decimal
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds.correction_forms import ApproveForm, PickZoneForm
from funds.models import Correction, CorrectionCase, Fund
from funds.queries import corrections as queries
from funds.queries.corrections import YearEffect
from funds.queries.receivables import owed_by
from funds.views import correction_tables as tables
from funds.views.zone import parts_of
from municipalities.doors import Page
from municipalities.page_parts import Figure, Link, Panel, Tag, Term
from municipalities.questions import one_of, page_of

FUND = "zone-assistance"


def state_of(case: CorrectionCase) -> Tag:
    """Say a case's state in words."""
    if case.sent_back:
        return Tag("Sent back", "")
    return Tag("Approved") if case.decided_by_id else Tag("Waits for approval")


def visible() -> QuerySet[CorrectionCase]:
    """Return the cases; their pages are the State's."""
    return queries.cases().select_related("document", "prepared_by__person", "fund")


class CorrectionList(Page):
    """Every State error that was put right, or waits to be."""

    template_name = "funds/corrections.html"
    permission = "read-all"
    asks = ("page",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """List the cases, the latest first."""
        page = page_of(self.request, queries.cases())
        return super().get_context_data(
            fund=Fund.objects.get(pk=FUND),
            page=page,
            cases=tables.cases([(case, state_of(case)) for case in page]),
            doors=[Link("Open a case", reverse("correction_open"))]
            if self.officer.may("correct")
            else [],
            **kwargs,
        )


class CorrectionPage(Page):
    """One case: by zone and year what was credited, should have been, is taken and is owed."""

    template_name = "funds/correction.html"
    permission = "read-all"
    asks = ("zone",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the case, its effect, and one zone's ceilings: a fixed number of statements."""
        case = get_object_or_404(visible(), pk=kwargs["pk"])
        lines = queries.lines(case)
        effects = queries.effects(case, lines, self.today)
        zones = {line.zone_id: line.zone for line in lines}
        asked = one_of(self.request, "zone", zones) or next(iter(zones), "")
        wrong = {line.sfy: line.wrong for line in lines if line.zone_id == asked}
        found = queries.ceilings(case, zones[asked], wrong, self.today) if asked else []
        return super().get_context_data(
            case=case,
            state=state_of(case),
            figures=_figures(effects),
            effects=tables.effects(effects, case),
            zones=list(zones.values()),
            zone=zones.get(asked),
            ceilings=tables.ceilings(found, zones[asked]) if asked else None,
            panel=_panel(case, effects, self),
            pick=PickZoneForm() if self._writes(case) else None,
            **kwargs,
        )

    def _writes(self, case: CorrectionCase) -> bool:
        mine = self.officer.person_id == case.prepared_by.person_id
        return mine and self.officer.may("correct") and case.decided_by_id is None


def _figures(effects: list[YearEffect]) -> list[Figure]:
    wrong, taken, owed = (_sum(effects, name) for name in ("wrong", "taken", "owed"))
    zones = len({each.zone.pk for each in effects})
    return [
        Figure("Credited too much", wrong, f"{zones} zone{'' if zones == 1 else 's'}.", "#lines"),
        Figure("Taken from what is available", taken, "Unencumbered money, dated today.", "#lines"),
        Figure("Owed, from credits to come", owed, "A receivable; what is encumbered stands.",
               "#lines"),
    ]  # fmt: skip


def _sum(effects: list[YearEffect], name: str) -> Decimal:
    return sum((getattr(each, name) for each in effects), Decimal(0))


def act_of(effects: list[YearEffect]) -> str:
    """Name what an approval does."""
    return f"Approve: take ${_sum(effects, 'taken'):,.2f}, owe ${_sum(effects, 'owed'):,.2f}"


def _panel(case: CorrectionCase, effects: list[YearEffect], page: CorrectionPage) -> Panel:
    people = [
        Term("Prepared", str(case.prepared_by)),
        Term("On", f"{case.prepared_on:%b %-d, %Y}"),
    ]
    if case.decided_by is not None:
        people.append(Term("Decided", str(case.decided_by)))
    blocked = _blocked(case, effects, page)
    to = reverse("correction_approve", args=[case.pk])
    return Panel(
        title="Approval",
        people=people,
        form=None if blocked else ApproveForm(act=act_of(effects), to=to),
        blocked=blocked,
        act="" if case.decided_by_id else act_of(effects),
        after="It posts today. Closed years stay as they are, to the cent.",
    )


def _blocked(case: CorrectionCase, effects: list[YearEffect], page: CorrectionPage) -> str:
    if case.sent_back:
        return f"Sent back: {case.sent_back}"
    if case.decided_by_id:
        return f"Approved on {case.decided_on:%b %-d, %Y}."
    if not effects:
        return "A zone’s wrong year opens it."
    if not page.officer.may("approve-correction"):
        return "A Treasury certifier or the director of the Department approves it."
    if page.officer.person_id == case.prepared_by.person_id:
        return "You prepared it. Another person approves it."
    return ""


class ZoneCorrections(Page):
    """What the State corrected of a zone's credits, and what the zone owes by it."""

    template_name = "funds/zone_corrections.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """List a visible zone's corrections and its receivables."""
        zone = get_object_or_404(self.scope.zones(), code=kwargs["code"])
        made = Correction.objects.filter(fund=FUND, holder=zone.holder)
        owed = owed_by(zone)
        return super().get_context_data(
            zone=zone,
            parts=parts_of(zone, "zone_corrections"),
            corrections=tables.made(list(made.select_related("posting", "receivable"))),
            receivables=tables.receivables(owed),
            **kwargs,
        )
