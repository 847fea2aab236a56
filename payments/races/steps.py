"""The only home of what a client of a race does: by the act, or by the form a browser sends."""

from dataclasses import dataclass
from decimal import Decimal
from itertools import count as counting
from typing import Any

from django.test import Client
from django.urls import reverse

from funds import pledges, projects, re_encumbrances
from funds.models import Encumbrance, Pledge, Project
from funds.rules.money import ZERO
from municipalities.models import Officer
from payments import vouchers
from payments.models import Voucher
from payments.races import scene
from payments.races.clients import Act, sent

FORMS = 5  # one client in so many sends a form


@dataclass(frozen=True)
class Asked:
    """What a client wants: for which town, how much in dollars, and how it asks."""

    town: str
    amount: Decimal
    act: Act


class Doors:
    """Who asks how: each fifth client is a browser of its own, signed in before the race."""

    def __init__(self) -> None:
        """Begin with the first client."""
        self._turn = counting()
        self._sessions: dict[int, Client] = {}

    def approve_project(self, of: Project, amount: Decimal) -> Asked:
        """Have the Authority approve a project."""
        by = scene.state("authority")

        def act() -> None:
            projects.determine(of, approve=True, on=scene.DAY, by=by)

        return self._asked(of, amount, act, by, reverse("determine", args=[of.pk]), {})

    def encumber(self, of: Project, amount: Decimal, number: str) -> Asked:
        """Have the town's CFO encumber for a project, the oldest usable credit first."""
        by = scene.local("cfo", of.municipality)
        number = f"{of.zone_id}-{number}"

        def act() -> None:
            projects.encumber(of, amount, number, "A race", on=scene.DAY, by=by)

        answers = {"project": of.pk, "amount": amount, "number": number, "purpose": "A race"}
        return self._asked(of, amount, act, by, reverse("encumber", args=[of.zone_id]), answers)

    def approve_voucher(self, of: Voucher) -> Asked:
        """Have the town's CFO approve a voucher."""
        by = scene.local("cfo", of.municipality)

        def act() -> None:
            vouchers.approve(of, on=scene.DAY, by=by)

        to = reverse("voucher_approve", args=[of.pk])
        return self._asked(of, of.amount, act, by, to, {})

    def release(self, of: Encumbrance, amount: Decimal, key: str) -> Asked:
        """Have the town's CFO release a part of an encumbrance."""
        by = scene.local("cfo", of.municipality)

        def act() -> None:
            projects.release_encumbrance(of, amount, f"{of.number}/{key}", on=scene.DAY, by=by)

        to = reverse("encumbrance_release", args=[of.pk])
        answers = {"token": f"{of.number}/{key}", "amount": amount}
        return self._asked(of, ZERO, act, by, to, answers)

    def void(self, of: Voucher, amount: Decimal, key: str) -> Asked:
        """Have the town's CFO void a part of an approved voucher."""
        by = scene.local("cfo", of.municipality)

        def act() -> None:
            vouchers.void(of, amount, "A race", f"{of.number}/{key}", on=scene.DAY, by=by)

        to = reverse("voucher_void", args=[of.pk])
        answers = {"token": f"{of.number}/{key}", "amount": amount, "reason": "A race"}
        return self._asked(of, ZERO, act, by, to, answers)

    def re_encumber(self, of: Encumbrance, amount: Decimal, number: str) -> Asked:
        """Have the town's CFO encumber a part of an encumbrance anew."""
        by = scene.local("cfo", of.municipality)
        number, why = f"{of.zone_id}-{number}", "A race"

        def act() -> None:
            re_encumbrances.re_encumber(
                of, of.project, amount, number, why, why, on=scene.DAY, by=by
            )

        answers = {"amount": amount, "project": of.project_id, "number": number, "purpose": why}
        to = reverse("re_encumber", args=[of.pk])
        return self._asked(of, amount, act, by, to, answers | {"reason": why})

    def approve_pledge(self, of: Pledge, amount: Decimal) -> Asked:
        """Have the Authority approve a pledge of a credit to come."""
        by = scene.state("authority")

        def act() -> None:
            pledges.decide(of, approve=True, on=scene.DAY, by=by)

        to = reverse("pledge_decide", args=[of.pk])
        return self._asked(of.project, amount, act, by, to, {})

    def give_back(self, of: Encumbrance, amount: Decimal, key: str) -> Asked:
        """Have the town's CFO give back what its trust did not spend."""
        by = scene.local("cfo", of.municipality)

        def act() -> None:
            vouchers.give_back(of, amount, f"{of.number}/{key}", on=scene.DAY, by=by)

        answers = {"token": f"{of.number}/{key}", "amount": amount}
        return self._asked(of, amount, act, by, reverse("give_back", args=[of.pk]), answers)

    def _asked(
        self,
        of: Project | Encumbrance | Voucher,
        amount: Decimal,
        act: Act,
        by: Officer,
        to: str,
        answers: dict[str, Any],
    ) -> Asked:
        if next(self._turn) % FORMS:
            return Asked(of.municipality_id, amount, act)
        browser = self._browser(by)
        return Asked(of.municipality_id, amount, lambda: sent(browser, to, answers))

    def _browser(self, by: Officer) -> Client:
        """A browser of its own in a session of the office: nobody waits for another's."""
        first = self._sessions.setdefault(by.pk, scene.signed_in(by))
        browser = Client(SERVER_NAME="localhost")
        browser.cookies.load(first.cookies.output(header=""))
        return browser
