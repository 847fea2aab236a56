"""The only home of the tables of a file's page: findings, who is missing, what moves, checks."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.urls import reverse

from funds.queries.intakes import Looked
from municipalities.intake.checks import Change, Check, Compared, spelled
from municipalities.kinds import KINDS, words
from municipalities.models import Intake, Override
from municipalities.page_parts import Tag, Term
from municipalities.reading.formats import LAYOUTS
from municipalities.tables import Cell, Column, Kind, Row, Table, row

Names = dict[str, str]
CENT = Decimal("0.01")
FOUND = [
    Column("Where"),
    Column("Found", "words"),
    Column("Needed", "words"),
    Column("Clause"),
]


def findings(caption: str, found: Sequence[dict[str, str]], empty: str) -> Table:
    """Show a list of the reader's: sheet and cell first."""
    rows = [
        row(Cell(each["cell"], second=each["sheet"]), each["found"], each["needed"],
            Cell(each["clause"] or None))
        for each in found
    ]  # fmt: skip
    return Table(caption, FOUND, rows, empty=empty, caption_unseen=True)


def missing(looked: Looked, names: Names) -> Table:
    """Show who has no figure though they must."""
    rows = [
        row(Cell(names.get(code, code), second=code), name_of(each),
            _last(each, code), lit=True)
        for each in looked.compared
        for code in each.missing
    ]  # fmt: skip
    return Table(
        "Municipalities without a figure",
        [Column("Municipality"), Column("Figure"), Column("Before")],
        rows,
        empty="Nobody is missing: every municipality that must have a figure has one.",
        caption_unseen=True,
    )


def _last(of: Compared, code: str) -> Cell:
    found = next((c.before for c in of.changes if c.code == code), None)
    return Cell(None) if found is None else Cell(spelled(found))


def moves(of: Compared, looked: Looked, rows: Sequence[Change], names: Names) -> Table:
    """Show figures before and after, with a bar for how far each moved."""
    asked = {c.code: c.what for c in looked.failed if c.series == of.name}
    before = f"{of.before.period}, version {of.before.version}" if of.before else "Before"
    kind: Kind = "money" if KINDS[of.kind].unit == "dollars" else "count"
    return Table(
        f"{name_of(of)}, {KINDS[of.kind].unit}",
        [
            Column("Municipality"),
            Column(of.period, kind),
            Column(before, kind),
            Column("Change", "percent_change", places=1),
            Column("Change, drawn", "change"),
            Column("Check", "state"),
            Column("Row of the file", "count", on_wide=True),
        ],
        [_move(of, looked, each, names, asked) for each in rows],
        on_phone="frame",
        empty="Nothing moves: every figure is what it was.",
    )


def _move(of: Compared, looked: Looked, change: Change, names: Names, asked: dict[str, str]) -> Row:
    place = looked.intake.rows.get(change.code or of.period)
    what = "Missing" if change.code in of.missing else asked.get(change.code)
    percent = change.percent
    return row(
        Cell(names.get(change.code, "The State"), second=change.code),
        Cell(number(change.after, of.kind)),
        Cell(number(change.before, of.kind)),
        percent,
        percent,
        Tag(what, "warn") if what else Tag("Passed"),
        Cell(place),
        lit=bool(what),
    )


def number(value: Decimal | None, kind: str) -> Decimal | None:
    """Return a figure as its unit is written: dollars with cents, others without idle zeros."""
    if value is None:
        return None
    if KINDS[kind].unit == "dollars":
        return value.quantize(CENT)
    whole = value.to_integral_value()
    return whole if whole == value else value.normalize()


def name_of(of: Compared) -> str:
    """Return a figure and its period in words."""
    return f"{words(of.kind)} {of.period}"


def checks(looked: Looked, names: Names) -> Table:
    """Show every check that was not passed, open ones first."""
    still = {check.key for check in looked.open}
    asked = {each["key"]: o for o in looked.overrides for each in o.checks}
    found = sorted(looked.failed, key=lambda check: check.key not in still)
    rows = [_check(check, check.key in still, asked.get(check.key), names) for check in found]
    return Table(
        "Checks that were not passed",
        [Column("Check"), Column("What it says", "words"), Column("State", "state")],
        rows,
        empty="Every check is passed: nobody is missing, nobody moved too far.",
        caption_unseen=True,
    )


def _check(check: Check, is_open: bool, override: Override | None, names: Names) -> Row:
    who = names.get(check.code, check.code) or "All"
    return row(
        Cell(f"{check.what}, {who}", second=check.series.replace("_", " ")),
        Cell(check.words, second=override.reason if override else ""),
        _state(is_open, override),
        lit=is_open,
    )


def _state(is_open: bool, override: Override | None) -> Tag:
    if not is_open:
        return Tag("Overridden", "warn")
    return Tag("Needs a second approval" if override else "Open", "now" if override else "bad")


def overrides(looked: Looked) -> Table:
    """Show the overrides with their reasons and persons."""
    link = "override_approve"
    rows = [
        row(
            Cell(
                f"{len(each.checks)} checks",
                "" if each.approved_by else reverse(link, args=[each.pk]),
                second=each.reason,
            ),
            Cell(str(each.asked_by), second=f"{each.asked_on:%b %-d, %Y}"),
            Cell(
                str(each.approved_by) if each.approved_by else None,
                second=f"{each.approved_on:%b %-d, %Y}" if each.approved_on else "",
                nothing="None yet",
            ),
            Tag("Approved", "good") if each.approved_by else Tag("Needs a second approval"),
        )
        for each in looked.overrides
    ]
    heads = [
        Column("Override"),
        Column("Asked by"),
        Column("Approved by"),
        Column("State", "state"),
    ]
    return Table("Overrides", heads, rows, caption_unseen=True)


def source(intake: Intake) -> list[Term]:
    """Say where the figures come from, under which hash, and as which versions."""
    document = intake.document
    terms = [
        Term("Publication", intake.title),
        Term("Publisher", intake.publisher),
        Term("Received", f"{intake.received_on:%b %-d, %Y}"),
        Term("File", document.filename, _download(intake)),
        Term("SHA-256", document.sha256[:16]),
        *(Term("Read", each) for each in intake.said),
    ]
    if intake.reference:
        terms.insert(2, Term("Reference", intake.reference))
    versions = [f"{each.kind} {each.period}, version {each.version}" for each in _series(intake)]
    return terms + [Term("Version", each) for each in versions]


def _series(intake: Intake) -> Any:
    return intake.series.order_by("kind", "period") if intake.forwarded_by_id else []


def _download(intake: Intake) -> str:
    if intake.outcome == Intake.Outcome.REFUSED:
        return ""
    return reverse("document", args=[intake.document_id])


def vacant(intake: Intake, names: Names) -> Table | None:
    """Show how many parcels of class 1 a MOD-IV extract lists, by municipality."""
    if LAYOUTS[intake.layout].key != "modiv":
        return None
    sums: dict[str, list[Decimal]] = {}
    for parcel in intake.listing:
        sums.setdefault(parcel["code"], []).append(Decimal(parcel["assessed"]))
    rows = [
        row(Cell(names.get(code, code), second=code), len(values), sum(values, Decimal(0)))
        for code, values in sorted(sums.items())
    ]
    return Table(
        "Vacant land, class 1, by municipality ($)",
        [Column("Municipality"), Column("Parcels", "count"), Column("Assessed", "money")],
        rows,
        on_phone="plain",
        empty="The extract lists no vacant parcel.",
    )
