"""The only home of how the Highlands chain and the program's years are shown to the State."""

from datetime import date
from decimal import Decimal
from typing import Literal

from django.db.models import Sum
from django.urls import reverse

from funds.charts import Stage
from funds.declines import Computed
from funds.models import Certification, RehearsedReading, RunLine, SentDecline
from funds.queries.highlands import last_payment_on, section_ends, tenth_year
from funds.rules.fiscal_year import first_day, last_day, sfy_of
from funds.rules.highlands_chain import (
    board_due,
    certification_due,
    days_late,
    report_due,
    sfy_for,
)
from funds.rules.parameters import law
from funds.views.vacant_land_tables import in_time
from municipalities.models import SourceDocument
from municipalities.page_parts import Figure, Step, Tag
from municipalities.tables import BLANK, Cell, Column, Row, Table, row

FUND = "highlands"


def days(rows: list[Computed], sent: dict[int, SentDecline], year: int, on: date) -> list[Step]:
    """How far the year's towns are, body by body."""
    filed = [each for each in rows if each.report and each.report.certified_on]
    done = [each.certified for each in rows if each.certified]
    accepted = [
        each for each in sent.values() if any(s.accepted_on for s in each.paper.series.all())
    ]
    counts = (
        ("Assessors", len(filed), len(rows), f"By {report_due(year):%b %-d, %Y}"),
        ("County tax boards", len(done), len(filed), f"By {board_due(year):%b %-d, %Y}"),
        ("Director of Taxation", len(sent), len(done), "Reviews, may change"),
        ("Treasurer", len(accepted), len(sent), _treasurer(year)),
    )
    return [
        Step(label, f"{count} of {of}" if of else "To come", note, _place(count, of))
        for label, count, of, note in counts
    ]


def _place(count: int, of: int) -> Literal["", "done", "current"]:
    if not of:
        return ""
    return "done" if count == of else "current"


def _treasurer(year: int) -> str:
    """Say when the Treasurer certified the year's amounts, or by when it is to be. e."""
    sfy = sfy_for(year)
    signed = Certification.objects.filter(run__fund=FUND, run__sfy=sfy, reopening=None)
    first, due_on = signed.order_by("certified_on").first(), certification_due(sfy)
    if first is None:
        return f"Figures accepted; certifies by {due_on:%b %-d, %Y}"
    return f"Certified {first.certified_on:%b %-d, %Y}, {in_time(first.certified_on, due_on)}"


def relay(rows: list[Computed], sent: dict[int, SentDecline], year: int) -> Table:
    """One row a town: what each body did on which day, late or in time, and the decline."""
    shown = [each for each in rows if each.report]
    return Table(
        "The chain by town; decline in true value ($)",
        [Column("Municipality"), Column("Assessor", "words"), Column("County board", "words"),
         Column("Director", "words"), Column("Decline certified", "money"),
         Column("Decline sent", "money")],
        [_town(each, sent, year) for each in shown],
        totals=[row("All", BLANK, BLANK, BLANK, _sum(d.valuation_base for e in shown
                    if (d := e.certified)), _sum(s.valuation_base for s in sent.values()))]
        if shown else (),
        on_phone="blocks",
        fund=FUND,
        empty="No report. One appears when an assessor’s office prepares it.",
    )  # fmt: skip


def _sum(amounts: object) -> Decimal:
    return sum(amounts, Decimal(0))  # type: ignore[call-overload, no-any-return]


def _town(each: Computed, sent: dict[int, SentDecline], year: int) -> Row:
    report, done = each.report, each.certified
    went = sent.get(done.pk) if done else None
    filed = report.certified_on if report else None
    changed = went is not None and done is not None and went.valuation_base != done.valuation_base
    return row(
        Cell(each.town.name, reverse("vacant_land", args=[each.town.pk, year]),
             second=f"{each.town.code}, {each.town.county}"),
        _when(filed, report_due(year)), _when(done.certified_on if done else None, board_due(year)),
        Cell(f"{went.sent_on:%b %-d, %Y}" if went else None, nothing="To come",
             tag=Tag("Changed", "now") if changed else None),
        Cell(done.valuation_base if done else None, nothing="None yet"),
        Cell(went.valuation_base if went else None, nothing="None yet"),
        lit=changed,
    )  # fmt: skip


def _when(on: date | None, due_on: date) -> Cell:
    if on is None:
        return Cell(None, nothing="To come")
    late = days_late(on, due_on)
    return Cell(f"{on:%b %-d, %Y}", second=in_time(on, due_on) if late else "")


def waiting(papers: list[SourceDocument], may: bool) -> Table:
    """The papers of the chain whose figures wait for another person."""
    return Table(
        "Figures that wait to be accepted",
        [Column("Paper"), Column("Figures", "words"), Column("Put forward", "date")],
        [
            row(
                Cell(each.title, reverse("figures_accept", args=[each.pk]) if may else "",
                     second=each.reference),
                ", ".join(str(series) for series in each.series.all()),
                each.received_on,
            )
            for each in papers
        ],
        caption_unseen=True,
        empty="None. They appear when the Director sends a year, or a determination is recorded.",
    )  # fmt: skip


def stages(on: date) -> list[Stage]:
    """The ten program years with the share of what otherwise would have been paid, f.(3)."""
    first = law().first("highlands.first_year", on)
    steps = law().row("highlands.phase_down", first_day(first))
    short = _short_years()
    return [
        Stage(first + at, Decimal(share), current=sfy_of(on) == first + at,
              note="Pro rata: the fund was short" if first + at in short else "")
        for at, share in enumerate(steps)
    ]  # fmt: skip


def _short_years() -> set[int]:
    """The years in which the fund could not pay everyone in full, f.(2)."""
    signed = Certification.objects.filter(run__fund=FUND, run__kind="year", reopening=None)
    lines = RunLine.objects.filter(run__certification__in=signed)
    sums: dict[int, dict[str, Decimal]] = {}
    wanted = lines.filter(component__in=("entitlement", "prorated")).order_by()
    for sfy, name, total in wanted.values_list("run__sfy", "component").annotate(Sum("amount")):
        sums.setdefault(sfy, {})[name] = total
    return {sfy for sfy, found in sums.items() if found["prorated"] < found["entitlement"]}


def program_days(on: date) -> Table:
    """The program's days: its first year, the phase-down, its expiry, and the section's. f., o."""
    first, last = law().first("highlands.first_year", on), tenth_year(on)
    said = [
        ("Program year 1", first_day(first), f"SFY{first}", "f.(3)"),
        ("Phase-down begins", first_day(first + 5), f"Program year 6, SFY{first + 5}", "f.(3)"),
        ("Program expires", last_day(last), f"With SFY{last}", "f.(3)"),
        ("Last payment of the tenth year", last_payment_on(last), "By the warrants", "o."),
        (
            "Section ends",
            section_ends(on),
            "July 1 next following one year after that payment",
            "o.",
        ),
    ]
    return Table(
        "The program’s days",
        [Column("What"), Column("Day", "date"), Column("Clause")],
        [
            row(Cell(label, second=note), Cell(day, nothing="No such payment, no date"), clause,
                lit=day is not None and day <= on and label == "Program expires")
            for label, day, note, clause in said
        ],
        on_phone="blocks",
        caption_unseen=True,
    )  # fmt: skip


def of_rehearsal(made: RehearsedReading) -> list[Figure]:
    """Say what a rehearsal comes to, and under which program year."""
    total = _sum(Decimal(amount) for _, name, amount, _ in made.lines if name == "payable")
    before = [sfy for sfy in made.years_paid if sfy < made.sfy]
    return [
        Figure("Would be paid", total, "A rehearsal: nothing can be certified or paid.", "#towns"),
        Figure("Program year", str(len(before) + 1), f"{len(before)} years were paid before."),
        Figure("Reading", made.value.replace("_", " ").capitalize(), f"{made.reading}. f.(3)"),
    ]
