"""The only home of the home page: what an office must do, and the figures it came for."""

from typing import Any

from django.urls import reverse

from funds.queries import projects as projects_of
from funds.queries.ceilings import ceilings
from funds.queries.zone_account import Vintage, open_encumbrances, vintages
from funds.rules.fiscal_year import sfy_of
from funds.views.projects import projects_table
from funds.views.zone import key_figures
from funds.views.zone_tables import at_risk, headroom
from municipalities.access import serving_as
from municipalities.doors import Page
from municipalities.models import EnterpriseZone
from municipalities.page_parts import Figure, TaskGroup
from municipalities.tables import Cell, Column, Table, row
from payments.queries import (
    changed,
    coming,
    home_figures,
    office_zones,
    tasks,
    waiting,
    zone_tasks,
)
from payments.queries import municipality as queries
from payments.views.town import statement


class Home(Page):
    """The home of an office: the State's, a municipality's, a zone's or a county's."""

    template_name = "payments/home.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Gather the office's tasks and its figures."""
        office = self.officer.office
        zone = office.zone
        shown: dict[str, Any] = {"town": None}
        if office.municipality is not None:
            shown = statement(office.municipality, self) | {"money": True}
            zone = zone or shown["zone"]
        elif self.officer.may("release") or self.officer.may("send-warrant"):
            shown["coming_days"] = _coming_days(self)
        if zone is not None:
            shown |= self._zone(zone, shown)
        if figures := home_figures.of(self.officer, self.today):
            shown |= {"figures": figures, "money": False}
        return super().get_context_data(
            **shown,
            office=office,
            account=zone,
            groups=self._groups(zone, shown.get("vintages", [])),
            changed=changed.table(self.officer, self.scope),
            sfy=sfy_of(self.today),
            others=len(serving_as(self.request)) > 1,
            **kwargs,
        )

    def _zone(self, zone: EnterpriseZone, shown: dict[str, Any]) -> dict[str, Any]:
        """Add what a zone may use and lose; a coordinator's home has its projects too."""
        years, bound = vintages(zone), open_encumbrances(zone)
        account = reverse("zone", args=[zone.pk])
        acted = office_zones.of(self.officer, self.today)
        held = any(each.withheld for each in acted if each.zone == zone)
        page = account if shown["town"] else ""
        found = key_figures(years, bound, self.today, page, held=held)
        added: dict[str, Any] = {
            "vintages": years,
            "at_risk": at_risk(years, bound, self.today, f"{account}#credit-years"),
            "headroom": headroom(ceilings(zone, self.today)),
            "figures": _with_zone(shown, found),
        }
        if not shown["town"]:
            planned = list(projects_of.of_zone(zone)[:10])
            added["projects"] = projects_table(planned, projects_of.money(planned))
        return added

    def _groups(self, zone: EnterpriseZone | None, years: list[Vintage]) -> list[TaskGroup]:
        return [
            TaskGroup(
                "Do now",
                tasks.now(self.officer, self.today),
                "Nothing waits for you. A task appears when someone sends you work.",
            ),
            TaskGroup(
                "Coming up",
                [
                    *coming.tasks(self.officer, self.today),
                    *zone_tasks.coming(zone, years, self.today),
                ],
                "No date comes up in the next three months.",
            ),
            TaskGroup(
                "Waiting for others",
                waiting.tasks(self.officer),
                "Nothing of yours is elsewhere.",
            ),
            TaskGroup(
                "Done",
                changed.done(self.officer, self.today),
                "Nothing in the last 30 days. What you sign or send stands here.",
            ),
        ]


def _coming_days(page: Page) -> Table:
    """Show the next days on which the State owes deposits."""
    link = reverse("payment_day")
    return Table(
        caption="Installments not released yet ($)",
        columns=[Column("Deposit day"), Column("Count", "count"), Column("Amount", "money")],
        rows=[
            row(f"{day.on:%a, %b %-d, %Y}", day.count, Cell(day.amount, link))
            for day in queries.coming_days(page.today)
        ],
        on_phone="plain",
        caption_unseen=True,
        empty="No day is planned. Days appear when certified aid is credited.",
    )


def _with_zone(shown: dict[str, Any], of_zone: list[Figure]) -> list[Figure]:
    """A town's home leads with its deposit; a coordinator's is the zone's alone."""
    if not shown["town"]:
        return of_zone
    free, _, lapses = of_zone
    first, certified = shown["figures"][:2]
    return [first, lapses, free, certified]
