"""The only home of the places a page's bar offers an office: six at most, by what people do."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.timezone import localdate, now

from municipalities.access import Scope, seen_by
from municipalities.models import Officer
from municipalities.page_parts import Link

VACANT_LAND = "/vacant-land/"


def places(request: HttpRequest) -> dict[str, Any]:
    """Give every signed-in page its bar, its office and the moment its figures stood."""
    if not getattr(request, "user", None) or not request.user.is_authenticated:
        return {}
    officer, scope = seen_by(request)
    if officer is None:
        return {}
    office = officer.office
    place = office.municipality or office.zone or office.county
    links = _state(officer) if officer.may("read-all") else _local(officer, scope)
    return {
        "nav": _marked(links, request.path),
        "office_label": office.name,
        "office_place": str(place) if place else "State of New Jersey",
        "stood_at": now(),
    }


def _marked(links: list[Link], path: str) -> list[Link]:
    """Mark the one place the page is of: the narrowest whose address the page's begins with."""
    starts = [VACANT_LAND if VACANT_LAND in each.url else each.url for each in links]  # of any year
    of = [s for s in starts if (path == s if s == "/" else path.startswith(s))]
    here = max(of, key=len, default=None)
    return [Link(link.label, link.url, s == here) for link, s in zip(links, starts, strict=True)]


def _state(officer: Officer) -> list[Link]:
    return [
        Link("Home", "/"),
        Link("Funds", reverse("funds")),
        Link("Payments", reverse("payment_day")),
        Link("Year end", reverse("year_ends")),
        Link("Towns and zones", reverse("municipalities")),
        Link("Law", reverse("law")),
    ]


def _vacant_land(officer: Officer) -> list[Link]:
    """Lead an assessor and a county tax board to the vacant land of the tax year."""
    office, year = officer.office, localdate().year
    if office.title == "assessor" and office.municipality_id:
        return [Link("Vacant land", reverse("vacant_land", args=[office.municipality_id, year]))]
    if office.title == "county-board" and office.county_id:
        return [Link("Vacant land", reverse("board", args=[office.county_id, year]))]
    return []


def _local(officer: Officer, scope: Scope) -> list[Link]:
    office = officer.office
    links = [Link("Home", "/")]
    zone = office.zone_id or min(scope.zone_codes, default="")
    if office.municipality is not None:
        links.append(Link("Money", reverse("municipality", args=[office.municipality.code])))
    links += _vacant_land(officer)
    if zone:
        links.append(Link("Zone account", reverse("zone", args=[zone])))
        links.append(Link("Projects", reverse("projects", args=[zone])))
    if officer.may("seat-officers"):
        links.append(Link("Offices", reverse("offices")))
    if office.title == "admin":
        links.append(Link("Admin", reverse("admin:index")))
    return [*links, Link("Law", reverse("law"))]
