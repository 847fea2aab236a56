"""The only home of the calendar: each date of a fund's year, made from the clauses that name it.

Nothing here is kept: the dates are those by which installments are planned, reports are owed and
years are closed, asked of the same rules.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from funds import filing_days
from funds.quarters import Quarter
from funds.refusal import Refusal
from funds.rules.fiscal_year import first_day, last_day, sfy_of
from funds.rules.highlands_chain import BOARD, CERTIFIED, REPORT
from funds.rules.highlands_year import program_year
from funds.rules.parameters import law
from municipalities.models import FiscalYearBasis
from payments import schedules
from payments.models import Schedule, Stream
from payments.schedule_forms import STREAMS

ZONES, RECEIPTS, HIGHLANDS = "zone-assistance", "energy-receipts", "highlands"
DEPOSIT, FILING, YEAR = "deposit", "filing", "year"
KINDS = {DEPOSIT: "Deposit", FILING: "Filing", YEAR: "Fiscal year"}
QUARTERLY = "52:27H-88 a.(4)"
OFFSET = "54:1-85 g."
EVERYBODY = frozenset[str]()
TOWNS = frozenset({"cfo"})


@dataclass(frozen=True)
class Dated:
    """A statutory day of a fund's State fiscal year, and the day on which it is acted.

    `titles` are the local offices that it concerns, every one when empty; the State sees all.
    """

    fund: str
    sfy: int
    kind: str
    what: str
    statutory_on: date
    acted_on: date
    rule: str
    authority: str
    basis: str = ""
    titles: frozenset[str] = EVERYBODY
    part: str = ""

    @property
    def key(self) -> str:
        """What names it for good, whatever day it moves to."""
        return "-".join(filter(None, (self.fund, f"sfy{self.sfy}", self.part, self.basis)))

    @property
    def moved(self) -> bool:
        """Whether it is acted on another day than the statute's."""
        return self.acted_on != self.statutory_on


def of_years(first: int, last: int) -> list[Dated]:
    """Return the dates of State fiscal years, by the day on which they are acted."""
    found = [each for sfy in range(first, last + 1) for each in of_year(sfy)]
    return sorted(found, key=lambda each: (each.acted_on, each.statutory_on, each.key))


def of_year(sfy: int) -> Iterator[Dated]:
    """Make the dates of a State fiscal year, fund by fund."""
    known = schedules.recorded(sfy)
    for fund in (ZONES, RECEIPTS, HIGHLANDS):
        if _runs(fund, sfy):
            yield from _deposits(fund, sfy, known)
    yield from without_deposits(sfy)


def without_deposits(sfy: int) -> Iterator[Dated]:
    """Make a State fiscal year's filings, and the days on which it opens and closes."""
    yield from _quarters(sfy)
    yield from _years_end(sfy)
    if _runs(HIGHLANDS, sfy):
        yield from _chain(sfy)


def _runs(fund: str, sfy: int) -> bool:
    """Whether the fund has dates in the year: f.(3) ends the Highlands with their tenth."""
    if fund == RECEIPTS:
        return sfy >= law().first("energy_receipts.first_year", first_day(sfy))
    if fund == ZONES:
        return sfy >= law().first("zone_assistance.first_year", first_day(sfy))
    try:
        program_year(sfy)
    except Refusal:
        return False
    return True


def _deposits(fund: str, sfy: int, known: Sequence[Schedule]) -> Iterator[Dated]:
    for stream in STREAMS.get(fund, ()):
        bases = FiscalYearBasis.Basis.values if stream == Stream.DIFFERENCE else [""]
        for basis in bases:
            yield from _stream(fund, sfy, stream, basis, known)


def _stream(
    fund: str, sfy: int, stream: Stream, basis: str, known: Sequence[Schedule]
) -> Iterator[Dated]:
    found = schedules.of(fund, sfy, stream.value, basis, known)
    for due in found.dates:
        of = f"{due.number} of {len(found.dates)}, " if len(found.dates) > 1 else ""
        yield Dated(
            fund, sfy, DEPOSIT,
            f"{stream.label.partition(',')[0]}: {of}{due.percent.normalize():f} percent",
            due.statutory_on, due.deposit_on, _rule(due), found.authority, basis,
            frozenset({"county-board"}) if stream == Stream.COUNTY else TOWNS,
            f"{stream.value}-{due.number}",
        )  # fmt: skip


def _rule(due: schedules.DueDate) -> str:
    if due.goes_before:
        return "That day, or the banking day before it."
    return "That day, or the next banking day."


def _quarters(sfy: int) -> Iterator[Dated]:
    if sfy < law().whole("zone_assistance.quarterly_report_first", first_day(sfy)):
        return
    days = law().whole("zone_assistance.quarterly_report_days", first_day(sfy))
    rule = f"{days} days after the quarter ends, or the next day State offices work."
    for number in range(1, 5):
        quarter = Quarter(sfy, number)
        due = filing_days.due(quarter.due_on, filing_days.ZONES)
        yield Dated(
            ZONES, sfy, FILING, f"Second-generation report of quarter {number}",
            due.statutory_on, due.last_on, rule, QUARTERLY,
            titles=frozenset({"coordinator", "cfo"}), part=f"report-{number}",
        )  # fmt: skip


def _years_end(sfy: int) -> Iterator[Dated]:
    """The year opens on July 1 and closes on June 30; whose money lapses then says h. and i."""
    if not _runs(ZONES, sfy):
        return
    opens, ends = first_day(sfy), last_day(sfy)
    yield Dated(
        ZONES, sfy, YEAR, f"SFY{sfy} opens: zone accounts are credited once it is certified",
        opens, opens, "The first day of the State fiscal year.", "52:27H-88 a.(2)", part="opens",
    )  # fmt: skip
    kept = law().whole("zone_assistance.unencumbered_years", ends)
    yield Dated(
        ZONES, sfy, YEAR, f"SFY{sfy} closes: what is unencumbered of SFY{sfy - kept} lapses",
        ends, ends, "The last day of the State fiscal year.", "52:27H-88 h., i.", part="closes",
    )  # fmt: skip


def _chain(sfy: int) -> Iterator[Dated]:
    """54:1-85: what assessors, county boards, the Treasurer and the towns sign, in their order."""
    days = filing_days.chain(sfy - 1)
    signed = (
        ("report", "Report of vacant land", days.report, REPORT, "assessor"),
        ("board", "Certification of the decline", days.board, BOARD, "county-board"),
        ("certified", "Certification of the amounts", days.treasurer, CERTIFIED, "treasurer"),
    )
    for part, what, due, cite, title in signed:
        yield _filing(sfy, what, due, cite, title, part)
    rows = law().row("highlands.offset_attested_by", first_day(sfy))
    for basis, (month, day) in zip(("calendar", "state"), rows, strict=True):
        due = filing_days.due(date(sfy, int(month), int(day)))
        yield _filing(sfy, "Levy offset attested", due, OFFSET, "cfo", "offset", basis)


def _filing(
    sfy: int, what: str, due: filing_days.Due, cite: str, title: str, part: str, basis: str = ""
) -> Dated:
    return Dated(
        HIGHLANDS, sfy, FILING, what, due.statutory_on, due.last_on,
        "That day, or the next day State offices work.", cite, basis, frozenset({title}), part,
    )  # fmt: skip


def between(first: date, last: date) -> list[Dated]:
    """Return what is acted from one day through another, in order.

    The year before is asked too: what closes it, such as its difference, is due in July.
    """
    years = of_years(sfy_of(first) - 1, sfy_of(last))
    return [each for each in years if first <= each.acted_on <= last]
