"""A year is worked out, signed and credited: run, allot, certify, credit."""

from datetime import date
from decimal import Decimal

from funds import allocation, credited
from funds.models import Certification, Run
from funds.refusal import Refusal
from funds.run_facts.energy_receipts import basis_of
from funds.run_facts.record import Record
from municipalities import facts, standing
from payments import installments
from payments.play.acts.deposits import money
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line

ZERO = Decimal(0)
# Columns that most municipalities have nothing in: a story that is silent means nothing.
SILENT = {
    "energy-receipts": ("corrections", "county_payment", "difference", "sfy2002_amount"),
    "highlands": ("watershed_deduction", "adjustment"),
    "zone-assistance": (),
}
OF_THE_YEAR = {"watershed_deduction", "adjustment", "qualified"}
EARLY = ("aid_1994", "aid_1995", "aid_1996", "estimate_1998", "certified_1997")


@act(
    "run", "fund",
    columns="by treasury-analyst or dca-analyst; sfy; ref R1. Reads the story's facts of the year;"
    "\nwithout any of a municipality, the accepted figures on record. Finds what it credits.",
)  # fmt: skip
def run(stage: Stage, line: Line) -> Decimal:
    """Compute and freeze the year."""
    by, sfy = stage.by(line), stage.sfy(line)
    given = _given(stage, line.fund, sfy)
    if any(holder.isdigit() for holder in given):
        told = {"figures": _figures(line, sfy, given), "municipalities": _rows(stage, line, given)}
        made = allocation.run_on(line.fund, sfy, told, on=line.on, by=by, reason=line.note)
    else:
        made = allocation.run(line.fund, sfy, on=line.on, by=by, reason=line.note)
    stage.bind(line, made)
    return _total(made)


def _given(stage: Stage, fund: str, sfy: int) -> dict[str, dict[str, str]]:
    """The story's facts of the year, over the latest it has of each municipality before.

    Energy tax receipts grow from their own year before, which the run itself reads.
    """
    given = {holder: dict(row) for holder, row in stage.facts.get((fund, sfy), {}).items()}
    years = sorted((y for f, y in stage.facts if f == fund and y < sfy), reverse=True)
    for year in years if fund != "energy-receipts" else []:
        for holder, row in stage.facts[fund, year].items():
            kept = {name: value for name, value in row.items() if name not in OF_THE_YEAR}
            if holder.isdigit():
                given[holder] = kept | given.get(holder, {})
    return given


def _figures(line: Line, sfy: int, given: dict[str, dict[str, str]]) -> dict[str, str]:
    """The year's figures as told, with the published price indexes where none are."""
    of_state = [row for holder, row in given.items() if not holder.isdigit()]
    figures = {name: value for row in of_state for name, value in row.items()}
    if line.fund == "zone-assistance" and not any(
        name == "authority_amount" or name.startswith("cpi_june") for name in figures
    ):
        for year in {2021, sfy - 1}:
            index = facts.value("cpi_june", str(year), on=line.on)
            figures |= {f"cpi_june_{year}": f"{index:f}"} if index is not None else {}
    return figures


def _rows(stage: Stage, line: Line, given: dict[str, dict[str, str]]) -> list[dict[str, str]]:
    """A row of the calculator's for each municipality the story has a figure of."""
    codes = [holder for holder in given if holder.isdigit()]
    bases = basis_of(codes, Record(line.on))
    rows = []
    for code in sorted(codes):
        row = {"municode": code, **dict.fromkeys(SILENT[line.fund], "0"), **given[code]}
        if line.fund == "zone-assistance":
            row |= _zone_of(stage, code, line.on)
        elif line.fund == "energy-receipts":
            row |= {"basis": bases[code]}
            _trim(row)
        else:
            row.setdefault("qualified", "yes")
        rows.append(row)
    return rows


def _trim(row: dict[str, str]) -> None:
    """Keep the columns of the years the row is of: before SFY2003 or from it on."""
    early = any(name in row for name in EARLY)
    for name in ("difference", "sfy2002_amount") if early else ("corrections", *EARLY):
        row.pop(name, None)


def _zone_of(stage: Stage, code: str, on: date) -> dict[str, str]:
    zone = stage.zone(code)
    good = standing.in_good_standing(zone, on)
    return {"zone": zone.name, "in_good_standing": "yes" if good else "no"}


def _total(of: Run) -> Decimal:
    return sum(credited.amounts(of).values(), ZERO)


@act(
    "allot", "fund", "holder", "amount",
    columns="by treasury-analyst or dca-analyst; holder: zone:NAME, AUTHORITY, a municode or"
    " county:CC;\nsfy; amount; ref R1: lines with one ref make one run of given amounts, until it"
    " is certified;\nthen a new one in its place. note: “supersedes R1” puts R2 in R1's place.",
)  # fmt: skip
def allot(stage: Stage, line: Line) -> Decimal:
    """Record a given amount as a line of a run."""
    name = (stage.names(line) or [f"{line.fund}/{stage.sfy(line)}"])[-1]
    before = stage.named.get(name)
    if isinstance(before, Run) and (before.fund_id, before.sfy) != (line.fund, stage.sfy(line)):
        before = None
    amounts: dict[str, Decimal] = {}
    if isinstance(before, Run) and not Certification.objects.filter(run=before).exists():
        amounts = {h: Decimal(a) for h, a in before.facts.get("amounts", {}).items()}
    holder = stage.holder(line)
    amounts[holder] = amounts.get(holder, ZERO) + money(line)
    made = allocation.allot(
        line.fund, stage.sfy(line), amounts, on=line.on, by=stage.by(line),
        reason=line.note, supersedes=_superseded(stage, line, before),
    )  # fmt: skip
    stage.rebind(name, made)
    return money(line)


def _superseded(stage: Stage, line: Line, before: object) -> Run | None:
    """The run whose place is taken: what the name meant before, or the one the note names."""
    if isinstance(before, Run):
        return before
    named = (stage.named.get(word) for word in line.note.replace("=", " ").split())
    return next((found for found in named if isinstance(found, Run)), None)


@act(
    "certify", "fund",
    columns="by treasury-certifier; ref: the run R1 (or the sfy's latest); note: the statement."
    "\nFinds what the run credits.",
)  # fmt: skip
def certify(stage: Stage, line: Line) -> Decimal:
    """Certify a run as another person."""
    of = stage.run(line)
    made = allocation.certify(of, on=line.on, by=stage.by(line), statement=line.note)
    stage.bind(line, made)
    return _total(of)


@act(
    "credit", "fund",
    columns="by treasury-certifier or system; ref: the run R1 or its certification; sfy."
    " Formula aid\nis planned into its installments. Finds what moved; with a holder, its part.",
)  # fmt: skip
def credit(stage: Stage, line: Line) -> Decimal:
    """Credit a certification."""
    certification = _certification(stage, line)
    posting = allocation.credit(certification, on=line.on, by=stage.by(line))
    if line.fund != "zone-assistance":
        installments.plan(certification, on=line.on)
    if posting is None:
        return ZERO
    if not line.holder:
        return posting.total
    entries = posting.entries.filter(credit__holder=stage.holder(line))
    return sum(entries.values_list("amount", flat=True), ZERO)


def _certification(stage: Stage, line: Line) -> Certification:
    found = stage.met(line, Certification)
    if found is None:
        of = stage.met(line, Run)
        year = Certification.objects.filter(run__fund=line.fund, run__sfy=stage.sfy(line))
        found = (year.filter(run=of) if of else year).order_by("-pk").first()
    if found is None:
        raise Refusal(f"{line.fund} SFY{stage.sfy(line)}: the run is not certified.")
    return found


@act(
    "reopen", "fund",
    columns="by treasury-certifier; ref: the run R1 or its certification; note: why.",
)  # fmt: skip
def reopen(stage: Stage, line: Line) -> None:
    """Take a certification back before anything of it was released."""
    why = line.note or f"Story, line {line.number}"
    allocation.reopen(_certification(stage, line), reason=why, on=line.on, by=stage.by(line))


@act(
    "make-up", "fund", "amount",
    columns="by treasury-analyst or dca-analyst; sfy: the year whose shortfall is cured; amount;"
    " ref R1.",
)  # fmt: skip
def make_up(stage: Stage, line: Line) -> Decimal:
    """Make up a shortfall by a run of its own."""
    by = stage.by(line)
    made = allocation.make_up(stage.sfy(line), money(line), on=line.on, by=by)
    stage.bind(line, made)
    return _total(made)
