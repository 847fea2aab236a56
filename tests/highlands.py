"""A Highlands town with its report, for tests: prepared, certified, equalized, declined."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from funds import declines, vacant_land
from funds.models import Decline, VacantLandReport
from funds.vacant_land import Said
from municipalities.models import County, Municipality
from tests.funds.accepted import accept
from tests.offices import officer
from tests.places import municipality

YEAR, ON = 2009, date(2009, 11, 20)
TOWN, OTHER = "9901", "9902"


def town(code: str = TOWN, name: str = "Exampleton") -> Municipality:
    made = municipality(code, name)
    Municipality.objects.filter(pk=code).update(in_highlands=True, preservation_area=True)
    made.refresh_from_db()
    return made


def said(lot: str = "1", base: str = "1000000.00", now: str = "400000.00", **more: object) -> Said:
    given: dict[str, object] = {
        "cause": "appeal", "evidence": "Judgment 12-2009", "due_to_the_act": True,
        "attribution": "No building in the preservation area",
    }  # fmt: skip
    return Said("101", lot, Decimal(base), Decimal(now), **(given | more))  # type: ignore[arg-type]


def prepared(
    parcels: Sequence[Said] = (), code: str = TOWN, year: int = YEAR, on: date = ON
) -> VacantLandReport:
    by = officer("preparer", municipality=code)
    return vacant_land.prepare(town(code), year, parcels or [said()], on=on, by=by)


def certified(
    parcels: Sequence[Said] = (), code: str = TOWN, year: int = YEAR, on: date = ON
) -> VacantLandReport:
    report = prepared(parcels, code, year, on)
    by = officer("assessor", municipality=code)
    return vacant_land.certify(report, report.digest, on=on, by=by)


def ratios(base: str = "100", now: str = "100", codes: Sequence[str] = (TOWN,)) -> None:
    on = date(2009, 10, 1)
    for year, ratio in (("2003", base), (str(YEAR), now)):
        accept("equalization_ratio", year, dict.fromkeys(codes, ratio), on=on)


def board(on: date = date(2009, 12, 18)) -> list[Decline]:
    county = County.objects.get(pk="99")
    return declines.certify(county, YEAR, on=on, by=officer("county-board", county="99"))
