"""The only home of turning a file into a report of vacant land, all or nothing. 54:1-85 c."""

from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import vacant_land
from funds.models import VacantLandReport
from funds.refusal import Refusal
from funds.rules.highlands_chain import REPORT
from funds.vacant_land import Papers, Said
from municipalities.documents import store
from municipalities.models import Municipality, Officer
from municipalities.reading import confined, parcels

SHOWN = 20  # findings in one answer


@transaction.atomic
def prepare(
    town: Municipality, year: int, file: store.Checked, evidence: store.Checked | None = None,
    *, on: date, by: Officer,
) -> VacantLandReport:  # fmt: skip
    """Read a file in the confined process and prepare its report.

    Raises Refusal with sheet, cell, what was found and what is needed for each thing to mend;
    nothing of such a file is kept.
    """
    vacant_land.refuse_elsewhere(by, town)
    said = confined.read(file.content, file.kind, parcels.KEY, str(year), [_place(town)])
    must = [
        Refusal(f"{each['sheet']}, {each['cell']}: {each['found']}. {each['needed']}")
        for each in said["must"][:SHOWN]
    ]
    if must:
        more = len(said["must"]) - SHOWN
        rest = [Refusal(f"And {more} more.")] if more > 0 else []
        raise Refusal("\n".join(str(each) for each in [*must, *rest]), REPORT)
    rows = [_said(row) for row in said["listing"]]
    papers = Papers(file, evidence, said["check"])
    return vacant_land.prepare(town, year, rows, papers, on=on, by=by)


def _place(town: Municipality) -> dict[str, str]:
    return {
        "code": town.code, "name": town.name, "kind": town.kind, "official": town.official_name,
        "county": town.county.name, "gone": "",
    }  # fmt: skip


def _said(row: dict[str, str]) -> Said:
    return Said(
        row["block"],
        row["lot"],
        Decimal(row["base_assessed"]),
        Decimal(row["current_assessed"]),
        row.get("qualifier", ""),
        row.get("cause", ""),
        row.get("evidence", ""),
        row.get("due_to_the_act") == "yes",
        row.get("attribution", ""),
        row.get("vacant", "yes") == "yes",
    )
