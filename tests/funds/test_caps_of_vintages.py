"""What is bound in another vintage than it was budgeted for is counted once. 52:27H-88 b."""

from datetime import date

import pytest

from funds import caps, projects
from funds.refusal import Refusal
from municipalities.models import EnterpriseZone
from payments.races import seen
from tests import places
from tests.offices import officer
from tests.zone_money import cents, credit, encumber, project, propose

pytestmark = pytest.mark.django_db
DAY = date(2025, 10, 1)  # SFY2026
KIND = "administration"


@pytest.fixture
def zone() -> EnterpriseZone:
    zone = places.zone("Exampleton", "9901")
    credit(zone, 2025, "400,000.00")
    credit(zone, 2026, "400,000.00")
    return zone


def used(zone: EnterpriseZone, sfy: int) -> int:
    return int(caps.headroom(zone, "9901", sfy, KIND, DAY).used)


def test_what_the_oldest_vintage_pays_leaves_the_budgeted_year_free(zone: EnterpriseZone) -> None:
    first = project(zone, {2026: "40,000"}, on=DAY, category=KIND)
    assert (used(zone, 2025), used(zone, 2026)) == (0, 40_000)
    encumber(first, "40,000.00", on=DAY)
    assert (used(zone, 2025), used(zone, 2026)) == (40_000, 0)
    assert project(zone, {2026: "40,000"}, on=DAY, category=KIND, number="P-2").approved_on == DAY
    with pytest.raises(Refusal, match="ceiling is 40,000"):
        propose(zone, {2026: "0.01"}, on=DAY, category=KIND, number="P-3")


def test_it_is_taken_from_the_budgets_in_the_order_of_their_years(zone: EnterpriseZone) -> None:
    of = project(zone, {2026: "30,000", 2027: "30,000"}, on=DAY, category=KIND)
    bound = encumber(of, "40,000.00", on=DAY)  # all of it of SFY2025
    assert [used(zone, sfy) for sfy in (2025, 2026, 2027)] == [40_000, 0, 20_000]
    projects.release_encumbrance(
        bound, cents("5,000"), "release/1", on=DAY, by=officer("cfo", municipality="9901")
    )
    assert [used(zone, sfy) for sfy in (2025, 2026, 2027)] == [35_000, 0, 20_000]
    of_rows = seen.used(zone.pk, KIND)
    found = [of_rows.get(("9901", sfy), 0) for sfy in (2025, 2026, 2027)]
    assert found == [3_500_000, 0, 2_000_000]
