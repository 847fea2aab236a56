"""The only home of how the reference data of municipalities/data becomes rows.

Loading adds what is missing and changes nothing that is there, so it may be done at any time.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from pathlib import Path

from django.db import transaction

from municipalities import facts, offices, standing, successions
from municipalities.models import (
    ConformanceEvent,
    County,
    EnterpriseZone,
    FactSeries,
    FiscalYearBasis,
    Municipality,
    Officer,
    SourceDocument,
    Succession,
    ZoneMembership,
)
from municipalities.reading import tables

DATA = Path(__file__).parent / "data"
SINCE = date(1997, 7, 1)  # the first day of the first year of the oldest of the three programs
DESIGNATED_ON = date(2021, 8, 16)
DESIGNATED = "Designated by P.L.2021, c.197; the day, in August 2021, is not confirmed."
BASIS_SOURCE = "No list of State-year municipalities is public: calendar until one is recorded."

Row = dict[str, str]


@transaction.atomic
def load() -> dict[str, int]:
    """Load what is missing of the reference data; return how many of each there are."""
    _places()
    _highlands()
    _zones()
    _successions()
    _figures()
    return counts()


def counts() -> dict[str, int]:
    """Return how many of each there are; what is made up is not counted."""
    real = Municipality.objects.filter(made_up=False)
    zones = EnterpriseZone.objects.filter(made_up=False)
    members = ZoneMembership.objects.filter(zone__in=zones, until_on=None)
    return {
        "counties": County.objects.filter(made_up=False).count(),
        "municipalities": real.filter(dissolved_on=None).count(),
        "dissolved municipalities": real.exclude(dissolved_on=None).count(),
        "zones": zones.count(),
        "municipalities in zones": members.count(),
        "of these unverified": members.filter(verified=False).count(),
        "Highlands municipalities": real.filter(in_highlands=True).count(),
        "conformance events": ConformanceEvent.objects.filter(municipality__in=real).count(),
        "published series": FactSeries.objects.filter(
            document__standing=SourceDocument.Standing.PUBLISHED
        ).count(),
    }


def rows(name: str) -> list[Row]:
    """Return the rows of a file of municipalities/data."""
    return tables.plain_rows((DATA / f"{name}.csv").read_text(encoding="utf-8"), name)


def _places() -> None:
    County.objects.bulk_create(
        (County(code=row["code"], name=row["name"]) for row in rows("counties")),
        ignore_conflicts=True,
    )
    _municipalities(rows("municipalities"))
    _municipalities(rows("successions"))


def _municipalities(of: Iterable[Row]) -> None:
    """Add the municipalities that are missing, each on a calendar year unless it is recorded."""
    there = set(Municipality.objects.values_list("code", flat=True))
    new = [row for row in of if row["code"] not in there]
    Municipality.objects.bulk_create(
        Municipality(
            code=row["code"],
            county_id=row["code"][:2],
            name=row["name"],
            official_name=row["official_name"],
            kind=row["kind"],
        )
        for row in new
    )
    FiscalYearBasis.objects.bulk_create(
        FiscalYearBasis(
            municipality_id=row["code"],
            basis=FiscalYearBasis.Basis.CALENDAR,
            from_on=SINCE,
            source=BASIS_SOURCE,
        )
        for row in new
    )


def _highlands() -> None:
    """Mark the towns of 13:20-7 a., and add the dated evidence of their conformance."""
    areas: defaultdict[bool | None, list[str]] = defaultdict(list)
    for row in rows("highlands"):
        areas[{"yes": True, "no": False}.get(row["preservation_area"])].append(row["code"])
    for area, codes in areas.items():
        unmarked = Municipality.objects.filter(code__in=codes, in_highlands=False)
        unmarked.update(in_highlands=True, preservation_area=area)
    if ConformanceEvent.objects.filter(municipality__made_up=False).exists():
        return
    ConformanceEvent.objects.bulk_create(
        ConformanceEvent(
            municipality_id=row["code"],
            kind=row["kind"],
            effective_on=row["effective_on"] or None,
            as_published=row["as_published"],
            scope=row["scope"],
            source=row["source"],
        )
        for row in rows("conformance")
    )


def _zones() -> None:
    """Add the zones that are missing with their members, and their standing by designation."""
    members = defaultdict(list)
    for row in rows("zones"):
        members[row["zone"]].append(row)
    there = set(EnterpriseZone.objects.values_list("code", flat=True))
    by = _seat("authority", "UEZ Authority")
    for name, of in members.items():
        code = min(row["code"] for row in of)
        if code not in there:
            zone = EnterpriseZone.objects.create(code=code, name=name)
            standing.record(zone, in_good_standing=True, reason=DESIGNATED, on=DESIGNATED_ON, by=by)
            _members(zone, of)


def _members(zone: EnterpriseZone, of: Iterable[Row]) -> None:
    ZoneMembership.objects.bulk_create(
        ZoneMembership(
            zone=zone,
            municipality_id=row["code"],
            from_on=DESIGNATED_ON,
            verified=row["verified"] == "yes",
            note=row["note"],
        )
        for row in of
    )


def _successions() -> None:
    """Record the successions that are missing, which dissolves the predecessors."""
    there = set(Succession.objects.values_list("predecessor", flat=True))
    by = _seat("dca-director", "DCA director")
    for row in rows("successions"):
        if row["code"] not in there:
            successions.record(
                Municipality.objects.get(code=row["code"]),
                Municipality.objects.get(code=row["successor"]),
                document=row["document"],
                on=date.fromisoformat(row["effective_on"]),
                by=by,
            )


def _figures() -> None:
    """Add the published series that are missing: loaded by one office, accepted by another."""
    there = set(FactSeries.objects.values_list("kind", "period").distinct())
    series: defaultdict[tuple[str, str, str], dict[str | None, Decimal]] = defaultdict(dict)
    for row in rows("figures"):
        if (row["kind"], row["period"]) not in there:
            which = row["kind"], row["period"], row["document"]
            series[which][row["code"] or None] = Decimal(row["value"])
    papers = {row["key"]: row for row in rows("documents")}
    loader = _seat("dca-analyst", "DCA analyst")
    accepter = _seat("treasury-analyst", "Treasury analyst")
    for (kind, period, key), values in series.items():
        paper = _document(papers[key])
        on = paper.received_on
        loaded = facts.load(kind, period, values, document=paper, on=on, by=loader)
        facts.accept(loaded, on=on, by=accepter)


def _document(row: Row) -> SourceDocument:
    document, _ = SourceDocument.objects.get_or_create(
        title=row["title"],
        received_on=date.fromisoformat(row["received_on"]),
        defaults={
            "publisher": row["publisher"],
            "reference": row["reference"],
            "standing": SourceDocument.Standing.PUBLISHED,
        },
    )
    return document


def _seat(title: str, name: str) -> Officer:
    """Return the office's holder, who is shown by the office."""
    return offices.seat(title, name, name, from_on=SINCE)
