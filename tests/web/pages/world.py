"""A small State for the tests of pages: three zones, three years, receipts, a year end.

Everything is made through the acts. What would hurt a real town's name happens to Exampleton.
"""

from datetime import date
from typing import Any

from funds import allocation, compliance, ledger, year_end
from funds.models import Run
from municipalities import offices, standing
from municipalities.models import County, EnterpriseZone
from payments import installments
from tests.offices import officer
from tests.places import municipality, zone
from tests.web.pages.people import PLACES, cents
from tests.web.pages.zone_work import zone_work

TODAY = date(2026, 11, 30)
ZONES, RECEIPTS = "zone-assistance", "energy-receipts"
WEIGHTS = {"0714": (1600, 4), "2119": (120, 1), "9901": (80, 1)}


def three_zones() -> dict[str, EnterpriseZone]:
    for county, called in (("07", "Essex"), ("21", "Warren"), ("99", "Demonstration")):
        County.objects.get_or_create(code=county, defaults={"name": called})
    made = {}
    for code, name in PLACES.items():
        municipality(code, name)
        made[code] = zone(name, code)
    return made


def facts(determined: str, rise: int = 0) -> dict[str, Any]:
    """The facts of a year: every zone in good standing; `rise` makes the next year differ."""
    rows = [
        {
            "municode": code,
            "zone": PLACES[code],
            "in_good_standing": "yes",
            "parcels": str(parcels + rise * (1 if code == "2119" else 3)),
            "distress_score": str(40 + 10 * distress),
            "unemployed": str(parcels * 4),
            "taxable_sales": str(parcels * 90_000 + rise * 100_000),
        }
        for code, (parcels, distress) in WEIGHTS.items()
    ]
    figures = {"determined_amount": determined, "authority_amount": "500000.00"}
    return {"figures": figures, "municipalities": rows}


def deposit(fund: str, amount: str, source: str, on: date) -> None:
    allocation.deposit(
        fund,
        source,
        cents(amount),
        on=on,
        by=officer("treasury-analyst"),
        document=f"Treasurer’s letter, {on:%b %-d, %Y}",
        key=f"deposit/{fund}/{on}",
    )


def prepared(sfy: int, amount: str, rise: int = 0) -> Run:
    """Deposit a year's zone assistance and prepare its run."""
    on = date(sfy - 1, 7, 14)
    deposit(ZONES, amount, "appropriation", on)
    by = officer("treasury-analyst")
    return allocation.run_on(ZONES, sfy, facts(cents(amount).to_eng_string(), rise), on=on, by=by)


def credited(run: Run, on: date) -> None:
    """Certify and credit a run, and plan its installments where the fund has them."""
    by = officer("treasury-certifier")
    made = allocation.certify(run, on=on, by=by, statement="I certify these amounts.")
    allocation.credit(made, on=on, by=by)
    installments.plan(made, on=on)


def zone_years(sfys: tuple[int, ...] = (2025, 2026, 2027)) -> dict[int, Run]:
    """Credit the zones in these years; the book begins with the first."""
    three_zones()
    ledger.open_books(ZONES, sfys[0])
    runs = {}
    for place, sfy in enumerate(sfys):
        runs[sfy] = prepared(sfy, f"{12_500_000 + 1_300_000 * place}.00", rise=place * 20)
        credited(runs[sfy], date(sfy - 1, 7, 20))
    return runs


def receipts(sfys: tuple[int, ...] = (2026, 2027)) -> dict[int, Run]:
    """Allot the municipalities their receipts, credit them and release what is due."""
    runs = {}
    ledger.open_books(RECEIPTS, sfys[0])
    for place, sfy in enumerate(sfys):
        on = date(sfy - 1, 7, 1)
        amounts = {
            "0714": cents("61,250,418.20") + place * 1_225_008,
            "2119": cents("2,318,452.83") + place * cents("46369.06"),
            "9901": cents("812,400.07") + place * 16248,
        }
        deposit(RECEIPTS, str(sum(amounts.values())), "general-fund", on)
        by = officer("treasury-analyst")
        runs[sfy] = allocation.allot(RECEIPTS, sfy, amounts, on=on, by=by)
        credited(runs[sfy], on)
    return runs


def released(on: date = TODAY) -> None:
    installments.release_due(on=on, by=offices.system())


def sealed(sfy: int = 2025) -> Any:
    """Close a zone year from its rehearsal to its seal."""
    on = date(sfy, 7, 8)
    closing = year_end.rehearse(ZONES, sfy, on=on, by=officer("dca-analyst"))
    year_end.certify(closing, on=on, by=officer("treasury-certifier"))
    return year_end.close(closing, on=on, by=offices.system())


def rehearsed(sfy: int = 2026, fund: str = ZONES, on: date = date(2026, 7, 9)) -> Any:
    return year_end.rehearse(fund, sfy, on=on, by=officer("dca-analyst"))


def trouble(zone: EnterpriseZone) -> None:
    """A zone of nobody real is no longer in good standing, and its funding is withheld."""
    standing.record(
        zone,
        in_good_standing=False,
        reason="No report for two quarters",
        on=date(2026, 10, 1),
        by=officer("authority"),
    )
    compliance.withhold(
        zone,
        "No corrective action plan",
        on=date(2026, 10, 5),
        by=officer("dca-analyst"),
        ordered_by=officer("dca-director"),
    )


def state() -> dict[str, Any]:
    """Everything of the above together: what the pages are looked at with."""
    runs = zone_years((2024, 2025, 2026, 2027))
    other = receipts()
    made = zone_work("2119")
    sealed(2024)
    sealed(2025)
    rehearsed(2026)
    released()
    trouble(EnterpriseZone.objects.get(pk="9901"))
    by, on = officer("treasury-analyst"), date(2026, 11, 25)
    draft = allocation.run_on(ZONES, 2028, facts("16600000.00", 80), on=on, by=by)
    return {**made, "runs": runs, "receipts": other, "draft": draft}
