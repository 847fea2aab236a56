"""The only home of offices in which nobody can act today, and of who is told of them.

An office is empty when nobody serves, or when nobody who serves has a sign-in that is open.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.conf import settings
from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.urls import reverse

from municipalities import offices
from municipalities.models import Notice, Office, Officer, User
from municipalities.notices import writing
from municipalities.notices.writing import Words

KIND = "vacancy"
LATELY = timedelta(days=7)  # beat may be down so long; what is empty for longer stands on the page
TOLD = ("admin", "dca-analyst")


@dataclass(frozen=True)
class Vacancy:
    """An empty office, in words why; `since` is the first day without a holder, if it had one."""

    office: Office
    why: str
    since: date | None = None

    @property
    def is_held(self) -> bool:
        """Whether somebody serves who can't sign in."""
        return self.why == CLOSED


NOBODY, NEVER, CLOSED = "Nobody serves", "Never held", "No open sign-in"


def empty(on: date, among: QuerySet[Office] | None = None) -> list[Vacancy]:
    """Return the empty offices of the day, in two questions however many there are."""
    every = Office.objects.all() if among is None else among
    held = offices.serving(on).filter(office=OuterRef("pk"))
    found = (
        every.exclude(title="system")
        .annotate(
            held=Exists(held),
            opened=Exists(held.filter(Exists(_open_sign_ins()))),
            ended_on=Max("officers__until_on", filter=Q(officers__until_on__lt=on)),
        )
        .filter(opened=False)
    )
    found = found.select_related("municipality", "zone", "county").order_by("name")
    return [_vacancy(each) for each in found]


def _open_sign_ins() -> QuerySet[User]:
    found = User.objects.filter(person=OuterRef("person"), is_active=True)
    return found if settings.DEMONSTRATION else found.filter(demonstration=False)


def _vacancy(office: Office) -> Vacancy:
    if getattr(office, "held"):  # noqa: B009 - annotated above
        return Vacancy(office, CLOSED)
    ended: date | None = getattr(office, "ended_on")  # noqa: B009 - annotated above
    return Vacancy(office, NOBODY, ended + timedelta(days=1)) if ended else Vacancy(office, NEVER)


def tell(on: date) -> list[Notice]:
    """Tell administrators, the department and the municipality's clerk of what became empty."""
    lately = [each for each in empty(on) if each.since and each.since > on - LATELY]
    return [notice for each in lately for notice in _tell(each, on)]


def _tell(each: Vacancy, on: date) -> Iterable[Notice]:
    words = Words(
        f"Nobody is {each.office}",
        f"The office {each.office} is empty since {each.since:%B %-d, %Y}. What waits for it waits"
        " until somebody is seated.",
        reverse("vacancies"),
    )
    key = f"office/{each.office.pk}/empty/{each.since}"
    return writing.write_each(KIND, key, _told(each, on), lambda _: words, by=offices.system())


def _told(each: Vacancy, on: date) -> list[Officer]:
    found = [officer for title in TOLD for officer in writing.holders_of(title, on=on)]
    town = each.office.municipality_id
    if town and each.office.title != "clerk":
        found += writing.holders_of("clerk", on=on, municipality=town)
    return found
