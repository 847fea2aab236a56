"""The only home of a zone's reviews page: the order and its plan, findings, what is owed."""

from decimal import Decimal
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from funds.models import WithholdingOrder
from funds.queries import reviews as queries
from funds.views import review_tables as tables
from funds.views.plan_doors import STEPS
from funds.views.review_tables import Filed
from funds.views.zone import parts_of
from municipalities.doors import Page
from municipalities.models import EnterpriseZone
from municipalities.page_parts import Figure, Link, Step

ZERO = Decimal(0)


class ReviewList(Page):
    """What reviews of a zone found, what is withheld and owed for it, and how that ends."""

    template_name = "funds/reviews.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read a visible zone's reviews: a fixed number of statements."""
        zone = get_object_or_404(self.scope.zones(), code=kwargs["code"])
        order = queries.order_of(zone)
        tasks = queries.tasks_of(order) if order else []
        found: list[Any] = list(queries.findings(zone))
        owed = sum((each.owed for each in found), ZERO)
        years = zone.year_reviews.all()
        return super().get_context_data(
            zone=zone,
            parts=parts_of(zone, "reviews"),
            order=order,
            steps=_steps(order, tasks) if order else (),
            tasks=tables.tasks(tasks, self.officer) if order and hasattr(order, "plan") else None,
            figures=_figures(found, order),
            findings=tables.findings(found),
            recovery=tables.recovery(zone, queries.recovery_plan(zone, owed, self.today))
            if owed
            else None,
            year_reviews=tables.years(list(years)),
            reviews=tables.prepared(list(queries.prepared(zone))),
            doors=self._doors(zone, order, owed),
            **kwargs,
        )

    def _doors(
        self, zone: EnterpriseZone, order: WithholdingOrder | None, owed: Decimal
    ) -> list[Link]:
        def to(name: str, *more: str) -> str:
            return reverse(name, args=[zone.pk, *more])

        doors = [("find", Link("Record a finding", to("find")))]
        if order is None:
            doors.append(("prepare-withholding", Link("Withhold funding", to("withhold"))))
        elif order.plan_entered_on is None:
            doors.append(("prepare-withholding", Link("Write the plan", to("plan_write"))))
        if order is not None:
            step = "compliance" if order.plan_entered_on else "plan"
            doors.append((STEPS[step][0], Link(STEPS[step][1], to("order_step", step))))
        if owed:
            doors.append(("apply-withholding", Link("Forfeit what is there", to("forfeit"))))
        return [link for duty, link in doors if self.officer.may(duty)]


def _steps(order: WithholdingOrder, tasks: list[Filed]) -> list[Step]:
    plan = getattr(order, "plan", None)
    accepted = sum(1 for _, filed in tasks if filed is not None and filed.accepted)
    entered = order.plan_entered_on
    return [
        Step("Withheld", f"Since {order.from_on:%b %-d, %Y}", order.reason, "done"),
        Step(
            "Plan written",
            f"{plan.written_on:%b %-d, %Y}" if plan else "Now",
            plan.aim if plan else "By the Department",
            "done" if plan else "current",
        ),
        Step(
            "Entered into",
            f"{entered:%b %-d, %Y}" if entered else ("Now" if plan else "Next"),
            "Recorded by the Department",
            "done" if entered else ("current" if plan else ""),
        ),
        Step(
            "Complied with",
            f"{accepted} of {len(tasks)} tasks accepted" if tasks else "Not started",
            "The day it is recorded, nothing is withheld any more",
            "current" if entered else "",
        ),
    ]


def _figures(found: list[Any], order: WithholdingOrder | None) -> list[Figure]:
    stands = sum((f.receivable.amount - f.receivable.reduced for f in found), ZERO)
    recovered = sum((f.recovered for f in found), ZERO)
    return [
        Figure("Found", stands, "By the findings below, less what appeals reversed.", "#found"),
        Figure("Recovered", recovered, "Forfeited to the Department. 52:27H-88 j.", "#found"),
        Figure("Still owed", stands - recovered, "Never below zero.", "#owed"),
        Figure(
            "Funding",
            "Withheld" if order else "Not withheld",
            f"Since {order.from_on:%b %-d, %Y}." if order else "Nothing stops what is new.",
            "#order" if order else "",
        ),
    ]
