"""A Highlands town with its report, for tests: prepared, certified, equalized, declined."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from funds import allocation, declines, highlands_figures, vacant_land
from funds.models import Certification, Decline, VacantLandReport
from funds.vacant_land import Said
from municipalities.documents import store
from municipalities.models import County, Municipality, SourceDocument
from payments import installments
from tests.funds.accepted import accept, run
from tests.offices import officer
from tests.places import municipality

YEAR, ON = 2009, date(2009, 11, 20)
TOWN = "9901"
SENT, ACCEPTED = date(2010, 1, 6), date(2010, 1, 8)
DIRECTOR, HIGHLANDS = "taxation-director", "highlands"


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


def paper() -> store.Checked:
    return store.made("judgment.pdf", b"%PDF-1.7")


def sent(on: date = SENT) -> SourceDocument:
    return highlands_figures.send(YEAR, on=on, by=officer(DIRECTOR))


def chain(available: str = "100000") -> None:
    """Everything up to the Treasurer: a decline of 600,000 at 2.000 per $100."""
    certified()
    ratios()
    board()
    highlands_figures.accept(sent(), on=ACCEPTED, by=officer("treasury-analyst"))
    for kind, value in (("local_tax_total", "2000000"), ("net_valuation", "100000000")):
        accept(kind, str(YEAR), {TOWN: value}, on=date(2010, 1, 8))
    accept("available_amount", "SFY2010", {None: available}, on=date(2010, 1, 8))
    accept("qualified", "SFY2010", {TOWN: "1"}, on=date(2010, 1, 8))


def credited(on: date = date(2010, 2, 12)) -> Certification:
    by = officer("treasury-analyst")
    allocation.deposit(HIGHLANDS, "highlands-protection-fund", Decimal(100_000), on=on, by=by,
                       document="Act", key="h")  # fmt: skip
    return signed(on)


def signed(on: date) -> Certification:
    by = officer("treasury-certifier")
    made = allocation.certify(run(HIGHLANDS, 2010, on), on=on, by=by)
    allocation.credit(made, on=on, by=by)
    installments.plan(made, on=on)
    return made
