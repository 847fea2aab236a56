"""Vacant land in a story: reported, certified by the assessor and the board, changed, sent on."""

import re
from decimal import Decimal

from funds import declines, parcel_changes, vacant_land
from funds.models import VacantLandReport, VacantParcel
from funds.parcel_changes import Changed
from funds.refusal import Refusal
from funds.vacant_land import Papers, Said
from municipalities.models import County, Municipality
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line

PARCEL = re.compile(
    r"(?P<block>[\w.]+)/(?P<lot>[\w.]+) (?P<base>[\d.]+) (?P<now>[\d.]+)(?P<rest>.*)"
)
CAUSES = ("appeal", "revaluation", "reassessment")


@act(
    "vacant-land", "holder", "note",
    columns="by preparer:CODE or assessor:CODE; holder: municode; note: YEAR; BLOCK/LOT BASE NOW"
    " [appeal,\nrevaluation or reassessment] [attributed] [gone]; ... (or none). Finds the change.",
)  # fmt: skip
def report(stage: Stage, line: Line) -> Decimal:
    """Prepare a report of vacant land."""
    year, *rest = (part.strip() for part in line.note.split(";"))
    none = rest == ["none"]
    said = [] if none else [_said(part) for part in rest]
    town = _town(line)
    papers = Papers(nil=none)
    vacant_land.prepare(town, int(year), said, papers, on=line.on, by=stage.by(line))
    return sum((each.current_assessed - each.base_assessed for each in said), Decimal(0))


def _town(line: Line) -> Municipality:
    return Municipality.objects.get(pk=line.holder)


def _said(text: str) -> Said:
    found = PARCEL.fullmatch(text)
    if found is None:
        raise Refusal(f"“{text}” is no parcel: BLOCK/LOT BASE NOW is needed.")
    words = found["rest"].split()
    cause = next((word for word in words if word in CAUSES), "")
    due = "attributed" in words
    return Said(
        found["block"], found["lot"], Decimal(found["base"]), Decimal(found["now"]),
        cause=cause, evidence="a story" if cause else "", due_to_the_act=due,
        attribution="a story" if due else "", vacant="gone" not in words,
    )  # fmt: skip


def _year(line: Line) -> int:
    found = re.match(r"\d{4}", line.note)
    if found is None:
        raise Refusal(f"{line.act}: the tax year is needed in the note.")
    return int(found[0])


def _report(line: Line) -> VacantLandReport:
    found = vacant_land.live(_town(line), _year(line))
    if found is None:
        raise Refusal(f"{line.holder} {_year(line)}: there is no report of vacant land.")
    return found


@act(
    "certify-vacant-land", "holder", "note",
    columns="by assessor:CODE; holder: municode; note: the tax year. Late is recorded as late.",
)  # fmt: skip
def certify(stage: Stage, line: Line) -> None:
    """Certify a report as the assessor."""
    found = _report(line)
    vacant_land.certify(found, found.digest, on=line.on, by=stage.by(line))


@act(
    "send-back-vacant-land", "holder", "note",
    columns="by assessor:CODE, county-board:county:CC or taxation-director; holder: municode;\n"
    "note: YEAR why.",
)  # fmt: skip
def send_back(stage: Stage, line: Line) -> None:
    """Send a report back to be prepared anew."""
    why = line.note[4:].strip()
    vacant_land.send_back(_report(line), why, on=line.on, by=stage.by(line))


@act(
    "change-parcel", "holder", "note",
    columns="by taxation-director; holder: municode; note: YEAR; BLOCK/LOT BASE NOW [cause]"
    " [attributed]\n[gone]; why.",
)  # fmt: skip
def change(stage: Stage, line: Line) -> None:
    """Change what a report says of a parcel."""
    parts = [part.strip() for part in line.note.split(";")]
    if len(parts) != 3:
        raise Refusal("change-parcel: YEAR; PARCEL; WHY is needed in the note.")
    to = _said(parts[1])
    rows = VacantParcel.objects.filter(report=_report(line), block=to.block, lot=to.lot)
    parcel = rows.first()
    if parcel is None:
        raise Refusal(f"{to.name} is not in the report.")
    values = (to.base_assessed, to.current_assessed, to.cause, to.due_to_the_act, to.vacant)
    parcel_changes.change(parcel, Changed(*values), parts[2], on=line.on, by=stage.by(line))


@act(
    "certify-decline", "holder", "note",
    columns="by county-board:county:CC; holder: county:CC; note: the tax year. Finds the decline"
    " in true\nvalue of the county's towns that are certified.",
)  # fmt: skip
def certify_decline(stage: Stage, line: Line) -> Decimal:
    """Certify a county's decline."""
    county = County.objects.get(pk=line.holder.removeprefix("county:"))
    made = declines.certify(county, _year(line), on=line.on, by=stage.by(line))
    return sum((each.valuation_base for each in made), Decimal(0))
