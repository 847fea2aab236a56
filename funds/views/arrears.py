"""The only home of the pages of arrears: what is owed of short years, and making it up."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import allocation, arrears
from funds.arrears import Owed
from funds.authority_forms import MakeUpForm
from funds.models import Fund, Run
from funds.refusal import Refusal
from municipalities.doors import Door, Page
from municipalities.models import EnterpriseZone, Officer
from municipalities.page_parts import Link
from municipalities.questions import number
from municipalities.tables import Cell, Column, Row, Table, row

FUND = "zone-assistance"
ZERO = Decimal(0)


class ArrearsPage(Page):
    """Each short year: its shortfall, what was made up of it, and what each zone is still owed."""

    template_name = "funds/arrears.html"
    permission = "read-all"
    asks = ("sfy",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the short years, and one of them by zone: a fixed number of statements a year."""
        runs = arrears.years()
        asked = number(self.request, "sfy")
        chosen = next((run for run in runs if asked in (run.sfy, None)), None)
        if asked and chosen is None:
            raise Http404
        owed = {run.sfy: arrears.by_zone(run) for run in runs}
        return super().get_context_data(
            fund=Fund.objects.get(pk=FUND),
            years=_years(runs, owed),
            chosen=chosen,
            zones=zone_table(owed[chosen.sfy], chosen) if chosen else None,
            doors=_doors(chosen, owed) if chosen and self.officer.may("prepare-run") else [],
            **kwargs,
        )


def _doors(chosen: Run, owed: Mapping[int, Mapping[str, Owed]]) -> list[Link]:
    if not sum(each.left for each in owed[chosen.sfy].values()):
        return []
    return [Link(f"Make up SFY{chosen.sfy}", reverse("make_up", args=[chosen.sfy]))]


def _years(runs: list[Run], owed: Mapping[int, Mapping[str, Owed]]) -> Table:
    return Table(
        caption="Short years ($). Still owed = shortfall − made up",
        columns=[
            Column("Year"),
            Column("Shortfall", "money"),
            Column("Made up", "money"),
            Column("Still owed", "money"),
        ],
        rows=[_year_row(run, owed[run.sfy].values()) for run in runs],
        on_phone="frame",
        fund=FUND,
        empty="No short year. One appears when less is allocated than was to be available.",
    )


def _year_row(run: Run, owed: Any) -> Row:
    link = f"{reverse('arrears')}?sfy={run.sfy}#zones"
    of_run = reverse("run", args=[run.pk])
    short, made = sum(each.short for each in owed), sum(each.made for each in owed)
    return row(
        Cell(f"SFY{run.sfy}", link, second=f"Run {run.number}"),
        Cell(short, of_run),
        Cell(made, link),
        Cell(short - made, link),
        lit=short != made,
    )


def zone_table(owed: Mapping[str, Owed], run: Run) -> Table:
    """Show what each zone is owed of one year."""
    names = dict(EnterpriseZone.objects.filter(pk__in=owed).values_list("pk", "name"))
    sums = [sum((getattr(each, name) for each in owed.values()), ZERO)
            for name in ("short", "made", "left")]  # fmt: skip
    return Table(
        caption=f"SFY{run.sfy} by zone ($), by that year’s shares",
        columns=[
            Column("Zone"),
            Column("Shortfall", "money"),
            Column("Made up", "money"),
            Column("Still owed", "money"),
        ],
        rows=[
            row(
                Cell(names[code], reverse("standing", args=[code])),
                *(Cell(amount, reverse("run", args=[run.pk])) for amount in
                  (each.short, each.made, each.left)),
            )
            for code, each in sorted(owed.items(), key=lambda each: names[each[0]])
        ],
        totals=[row("All zones", *sums)],
        on_phone="frame",
        fund=FUND,
    )  # fmt: skip


class MakeUpDoor(Door):
    """Prepare the run that makes up a part or all of a year's shortfall."""

    template_name = "funds/make_up.html"
    permission = "prepare-run"
    form_class = MakeUpForm
    made: Run

    @cached_property
    def cured(self) -> Run:
        """The run of the short year of the address."""
        for run in arrears.years():
            if run.sfy == self.kwargs["sfy"]:
                return run
        raise Http404

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer what is still owed."""
        return super().get_form_kwargs() | {"owed": arrears.outstanding(self.cured)}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show what each zone is owed before anything is prepared."""
        return super().get_context_data(
            fund=Fund.objects.get(pk=FUND),
            heading=f"Make up the shortfall of SFY{self.cured.sfy}",
            lede="It bears no step-down. A part is shared by what each zone is owed. 52:27H-88 k.",
            after="A zone that is not in good standing is left out, and stays owed. Another person"
            " certifies the run; it is credited as of the year in which that is done.",
            back=Link("Arrears", reverse("arrears")),
            zones=zone_table(arrears.by_zone(self.cured), self.cured),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Freeze the run."""
        owed = arrears.outstanding(self.cured)
        if answers["seen"] != owed:
            raise Refusal(f"SFY{self.cured.sfy}: ${owed:,.2f} is owed now, not "
                          f"${answers['seen']:,.2f}: read it again.", "52:27H-88 k.")  # fmt: skip
        self.made = allocation.make_up(
            self.cured.sfy, answers["amount"], on=self.today, by=by, reason=answers["reason"]
        )
        return f"Run {self.made.number} of SFY{self.made.sfy} is ready to certify."

    def get_success_url(self) -> str:
        """Go to the run."""
        return reverse("run", args=[self.made.pk])
