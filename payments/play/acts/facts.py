"""Figures of a story: loaded by one analyst, accepted by another, read by its runs."""

import re
from decimal import Decimal

from funds.refusal import Refusal
from municipalities import facts, standing
from municipalities.kinds import KINDS
from municipalities.models import FiscalYearBasis, Officer, SourceDocument
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line
from payments.play.words import joined

ANALYSTS = ("treasury-analyst", "dca-analyst")
YEAR = re.compile(r"(?:19|20)\d\d")
WORDS = {"in_good_standing", "basis", "qualified", "zone"}
WATCHED = {"receipts_appropriated", "cmptra_transferred", "deflator_q2"}  # read by no run


@act(
    "fact", "note",
    columns="by treasury-analyst or dca-analyst (another analyst accepts); note: the figure, as"
    " the\ncalculator's files name it (taxable_sales, determined_amount, cpi_june_2025, basis"
    " state,\nin_good_standing no, qualified yes, zone NAME, ...); holder: municode, zone:NAME or"
    " nothing;\nsfy; amount: its value, or the word of one that is a word. A calendar year behind"
    " it keeps it as\nthat year's, on record alone (equalization_ratio 2003).",
)  # fmt: skip
def fact(stage: Stage, line: Line) -> Decimal | None:
    """Load and accept one figure."""
    name, word = _told(line)
    if name == "in_good_standing":
        _standing(stage, line, word)
        return None
    if name == "basis":
        _basis(stage, line, word)
        return None
    if name == "zone":  # play.places made it before the first line
        return None
    return _valued(stage, line, name, word)


def _valued(stage: Stage, line: Line, name: str, word: str) -> Decimal:
    value = line.amount
    if value is None and name == "qualified":
        value = Decimal(word != "no")
    if value is None:
        raise Refusal(f"fact {name}: a value is needed in the amount column.")
    _record(stage, line, name, value, word if YEAR.fullmatch(word) else "")
    if name in WATCHED or YEAR.fullmatch(word):
        return value
    text = ("yes" if value else "no") if name == "qualified" else f"{value:f}"
    for fund in [line.fund] if line.fund else ["zone-assistance", "energy-receipts", "highlands"]:
        rows = stage.facts.setdefault((fund, stage.sfy(line)), {})
        rows.setdefault(line.holder, {})[name] = text
    return value


def _told(line: Line) -> tuple[str, str]:
    """Return the figure and its word, as the note has them; or as the ref, the note a paper's."""
    found, by_ref = _named(line.note), _named(line.ref)
    return by_ref if _is_known(by_ref[0]) and not _is_known(found[0]) else found


def _is_known(name: str) -> bool:
    return name in KINDS or name in WORDS or name.startswith("cpi_june_")


def _named(note: str) -> tuple[str, str]:
    """Return the figure's name and the word behind it, if a note has one."""
    whole = joined(note).replace("-", "_")
    if whole in KINDS or whole in WORDS:
        return whole, ""
    first, _, word = re.sub(r"[=:]", " ", note).strip().partition(" ")
    return joined(first).replace("-", "_"), word.strip().lower()


def _record(stage: Stage, line: Line, name: str, value: Decimal, year: str = "") -> None:
    """Keep the figure as a version of its kind, beside what the period already has."""
    kind, period = name, year or f"SFY{stage.sfy(line)}"
    of_june = re.fullmatch(r"cpi_june_(\d{4})", name)
    if of_june:
        kind, period = "cpi_june", of_june[1]
    by = stage.by(line)
    before = facts.in_force(kind, period, on=line.on)
    values = facts.values(before) if before else {}
    values[line.holder if line.holder.isdigit() else None] = value
    paper, _ = SourceDocument.objects.get_or_create(
        title=f"Story, line {line.number}", received_on=line.on,
        defaults={"publisher": "a story", "standing": SourceDocument.Standing.DEMONSTRATION},
    )  # fmt: skip
    loaded = facts.load(kind, period, values, document=paper, on=line.on, by=by)
    facts.accept(loaded, on=line.on, by=_accepter(stage, by))


def _accepter(stage: Stage, by: Officer) -> Officer:
    return stage.other_than(by, *ANALYSTS)


def _standing(stage: Stage, line: Line, word: str) -> None:
    """Record that a zone is, or is no longer, in good standing."""
    good = word != "no" and line.amount != 0
    standing.record(
        stage.zone(line.holder), in_good_standing=good, reason=f"Story, line {line.number}",
        on=line.on, by=stage.one_who("record-standing", line, "authority"),
    )  # fmt: skip


def _basis(stage: Stage, line: Line, word: str) -> None:
    """Record a municipality's fiscal-year basis from the day on."""
    basis = FiscalYearBasis.Basis.STATE if word == "state" else FiscalYearBasis.Basis.CALENDAR
    FiscalYearBasis.objects.update_or_create(
        municipality=stage.municipality(line), from_on=line.on,
        defaults={"basis": basis, "source": f"Story, line {line.number}"},
    )  # fmt: skip
