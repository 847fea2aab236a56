"""The doors of reviews, and what lapses of a zone at work, can be used by everyone at any width."""

from datetime import date
from typing import Any

import pytest
from django.urls import reverse

from funds import appeals, compliance, year_reviews
from funds.models import Finding
from municipalities.models import EnterpriseZone
from tests.offices import officer
from tests.web.pages import people, world, zone_work
from tests.web.pages.people import cents, sign_in_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
ON = date(2026, 11, 2)


@pytest.fixture
def finding(db: None) -> Finding:
    """Phillipsburg with money on both clocks, a review begun and a finding that is appealed."""
    world.zone_years((2025, 2026, 2027))
    made = zone_work.zone_work("2119")
    zone = EnterpriseZone.objects.get(pk="2119")
    year_reviews.begin(zone, 2026, on=ON, by=officer("dca-analyst"))
    posting = made["spent"].posting
    found = compliance.find(
        zone,
        "F-2026-2119-1",
        {posting: cents("86,500.00")},
        "Lamps beyond the zone’s line",
        on=ON,
        by=officer("dca-analyst"),
        confirmed_by=officer("dca-director"),
    )
    appeals.file(found, "They stand inside the line", on=ON, by=people.local("cfo", "2119"))
    return found


def test_the_doors_of_reviews_and_what_lapses_can_be_used_by_everyone(
    finding: Finding, visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    pages = {
        "zone-lapses-at-work": (people.local("cfo", "2119"), reverse("zone_lapses", args=["2119"])),
        "review-look": (officer("dca-analyst"), reverse("year_review_look", args=["2119", 2026])),
        "review-begin": (officer("dca-analyst"), reverse("year_reviews_begin", args=[2025])),
        "finding-appealed": (officer("auditor"), reverse("finding", args=[finding.pk])),
        "appeal-decide": (officer("authority"), reverse("appeal_decide", args=[finding.pk])),
        "forfeit": (officer("treasury-certifier"), reverse("forfeit", args=["2119"])),
    }
    for name, (by, address) in pages.items():
        page = visit(address, by=sign_in_of(by))
        assert (name, axe(page)) == (name, [])
        shot(page, name)
        assert no_sideways_scroll(page), name
