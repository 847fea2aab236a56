"""The only home of the pages of what-ifs: the list, one beside the run, and its workbook."""

from decimal import Decimal
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.text import slugify

from funds.models import Run, WhatIf, WhatIfLine
from funds.queries import what_ifs as queries
from funds.queries.runs import on_map
from funds.queries.what_ifs import Effect
from funds.rules.money import ZERO
from funds.views import what_if_tables as tables
from funds.what_ifs import WATERMARK
from municipalities import workbooks
from municipalities.doors import Page, Seen
from municipalities.models import Officer
from municipalities.page_parts import Figure, Link
from municipalities.questions import one_of, page_of
from municipalities.tables import Cell, Column, Table, row

ZONES = "zone-assistance"


class WhatIfList(Page):
    """The what-ifs that a person may see, the newest first."""

    template_name = "funds/what_ifs.html"
    asks = ("page",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """List them a page at a time."""
        page = page_of(self.request, queries.visible(self.scope).defer("facts"))
        return super().get_context_data(page=page, kept=_list(page), **kwargs)


def _list(found: Any) -> Table:
    return Table(
        caption="Never certified, never paid",
        caption_unseen=True,
        columns=[
            Column("Name"), Column("Beside"), Column("What changes", "words"),
            Column("Kept", "date"), Column("Shared", "date"),
        ],
        rows=[
            row(
                Cell(each.name, reverse("what_if", args=[each.pk]), second=each.note),
                Cell(f"{each.fund.name}, SFY{each.sfy}", second=f"run {each.run.number}"),
                "; ".join(change[4] for change in each.changes),
                each.prepared_on,
                Cell(each.shared_on, nothing="Not shared"),
            )
            for each in found
        ],
        on_phone="blocks",
        empty="No what-if. One appears when an analyst computes it from a run’s page.",
    )  # fmt: skip


class OfWhatIf(Seen):
    """What the page and the workbook of a what-if share: which one, and what is seen of it."""

    @cached_property
    def made(self) -> WhatIf:
        """The what-if of the address, if the person may see it."""
        return get_object_or_404(queries.visible(self.scope), pk=self.kwargs["key"])

    @cached_property
    def own(self) -> list[WhatIfLine]:
        """The lines of the person's own places, for who doesn't see all."""
        lines = self.scope.filter(self.made.lines.all(), "municipality", "zone", "county")
        return list(lines.select_related("municipality", "zone"))

    @cached_property
    def effects(self) -> list[Effect]:
        """The effect on each holder the person may see."""
        lines = None
        if not self.scope.all_of_state:
            lines = self.scope.filter(self.made.lines.all(), "municipality", "zone", "county")
        return queries.effects(self.made, lines)


class WhatIfPage(OfWhatIf, Page):
    """A what-if beside its run: who gains, who loses, where, and what follows for ceilings."""

    template_name = "funds/what_if.html"
    asks = ("page", "with")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show the State everything, and others their own lines."""
        made, found = self.made, self.effects
        shown: dict[str, Any] = {"made": made, "fund": made.fund, "figures": _figures(found)}
        if self.scope.all_of_state:
            shown |= self._of_all(found) | _maps(made, found)
        else:
            shown["own"] = tables.own(made, self.own)
        return super().get_context_data(watermark=WATERMARK, **shown, **kwargs)

    def _of_all(self, found: list[Effect]) -> dict[str, Any]:
        made, page = self.made, page_of(self.request, found)
        others = {str(each.pk): each for each in self._others()}
        asked = one_of(self.request, "with", others)
        other = None
        if asked:
            amounts = {each.holder: each.after for each in queries.effects(others[asked])}
            other = others[asked], amounts
        shown = {
            "page": page,
            "holders": tables.holders(made, list(page), found, other),
            "of_the_fund": tables.of_the_fund(made),
            "days": tables.days(made),
            "others": others.values(),
            "asked": asked,
            "may_share": self.officer.may("prepare-run") and made.shared_on is None,
        }
        return shown | (_of_zones(made, found) if made.fund_id == ZONES else {})

    def _others(self) -> Any:
        return self.made.run.what_ifs.exclude(pk=self.made.pk).defer("facts")


def _of_zones(made: WhatIf, found: list[Effect]) -> dict[str, Any]:
    return {
        "ceilings": tables.ceilings(made, queries.ceilings(made, found)),
        "lapsing": tables.lapsing(made, queries.lapsing(made, found)),
    }


def _maps(made: WhatIf, found: list[Effect]) -> dict[str, Any]:
    """Split the counties into those that gain and those that lose, for a map each."""
    changes = queries.by_county(found)
    gains = {name: change for name, change in changes.items() if change > 0}
    losses = {name: -change for name, change in changes.items() if change < 0}
    return {
        "gains": gains,
        "gains_on_map": on_map(gains),
        "gains_table": tables.counties(made, "Gain", gains),
        "losses": losses,
        "losses_on_map": on_map(losses),
        "losses_table": tables.counties(made, "Loss", losses),
    }


def _figures(found: list[Effect]) -> list[Figure]:
    before = sum((each.before for each in found), ZERO)
    after = sum((each.after for each in found), ZERO)
    more = [each.change for each in found if each.change > 0]
    less = [each.change for each in found if each.change < 0]
    return [
        Figure("In the run", before, "What is certified stays so."),
        Figure("What if", after, "Nothing of it is payable."),
        Figure("Gain", str(len(more)), f"${_sum(more):,.2f} more."),
        Figure("Lose", str(len(less)), f"${-_sum(less):,.2f} less."),
    ]


def _sum(amounts: list[Decimal]) -> Decimal:
    return sum(amounts, ZERO)


class WhatIfWorkbook(OfWhatIf):
    """The same as a workbook, every sheet of it marked."""

    def get(self, request: HttpRequest, key: object) -> HttpResponse:
        """Answer with what the page shows the person."""
        made, found = self.made, self.effects
        if not found and not self.own:
            raise Http404
        sheets = {"What if": tables.own(made, self.own)}
        if self.scope.all_of_state:
            sheets = {
                "What if": tables.holders(made, found, found),
                "Of the fund": tables.of_the_fund(made),
                "By day": tables.days(made),
            } | {name.capitalize(): table for name, table in self._zone_sheets(found).items()}
        return workbooks.answer(f"what-if-{slugify(made.name)}.xlsx", sheets)

    def _zone_sheets(self, found: list[Effect]) -> dict[str, Table]:
        return _of_zones(self.made, found) if self.made.fund_id == ZONES else {}


def links(run: Run, officer: Officer) -> list[Link]:
    """Return the ways from a run to its what-ifs: to ask one, for who prepares runs."""
    if run.kind != Run.Kind.YEAR or not officer.may("prepare-run"):
        return []
    return [Link("What if?", reverse("what_if_ask", args=[run.pk]))]


def beside(run_pk: int, holder: str, visible: Any) -> list[Link]:
    """Return the what-ifs beside a run that have a holder's line, for the holder's own page."""
    lines = WhatIfLine.objects.filter(holder=holder)
    rows = visible.filter(run=run_pk, pk__in=lines.values("what_if")).defer("facts")
    return [Link(f"What if: {each.name}", reverse("what_if", args=[each.pk])) for each in rows]
