"""The only home of the home page: what an office must do, and the figures it came for."""

from typing import Any

from django.urls import reverse

from funds.models import Fund, Kind
from funds.queries.position import position
from funds.queries.zone_account import open_encumbrances, vintages
from funds.rules.money import ZERO
from funds.views.zone import key_figures
from municipalities.doors import Page
from municipalities.models import EnterpriseZone
from municipalities.page_parts import Figure, TaskGroup
from payments.queries import tasks
from payments.views.places import statement


class Home(Page):
    """The home of an office: the State's, a municipality's, a zone's or a county's."""

    template_name = "payments/home.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Gather the office's tasks and its figures."""
        office = self.officer.office
        zone = office.zone
        shown: dict[str, Any] = {"town": None}
        if office.municipality is not None:
            shown = statement(office.municipality, self)
            zone = zone or shown["zone"]
        elif zone is not None:
            figures = key_figures(vintages(zone), open_encumbrances(zone), self.today)
            shown["figures"] = figures
        elif self.officer.may("read-all"):
            shown["figures"] = _funds()
        return super().get_context_data(
            **shown, office=office, account=zone, groups=self._groups(zone), **kwargs
        )

    def _groups(self, zone: EnterpriseZone | None) -> list[TaskGroup]:
        return [
            TaskGroup(
                "Do now",
                tasks.now(self.officer, self.today),
                "Nothing waits for you. A task appears when someone sends you work.",
            ),
            TaskGroup("Coming up", tasks.coming(zone, self.today), "No date comes up."),
            TaskGroup(
                "Waiting for others", tasks.waiting(self.officer), "Nothing of yours is elsewhere."
            ),
        ]


def _funds() -> list[Figure]:
    """Say what each fund holds that is not paid yet."""
    figures = []
    for fund in Fund.objects.all():
        held = {k.kind: k.balance for k in position(fund.code)}
        kinds = (Kind.POOL, Kind.ZONE, Kind.ENCUMBERED, Kind.TRUST, Kind.ENTITLED, Kind.PAYABLE)
        figures.append(
            Figure(
                fund.name,
                sum((held.get(kind, ZERO) for kind in kinds), ZERO) if held else None,
                "Held, not yet paid." if held else "Its book is empty.",
                reverse("fund", args=[fund.code]),
            )
        )
    return figures
