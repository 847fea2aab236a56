"""The only home of the few figures each office opens its home for."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal

from django.db.models import Count, Q, Sum
from django.urls import reverse

from funds import arrears, declines, filing_days, highlands_figures, vacant_land
from funds.models import Project, Run, Waiver
from funds.queries import authority, lapses, reviews
from funds.rules.highlands_chain import certification_due, sfy_for
from funds.vacant_land_owed import year_asked
from municipalities.models import Officer, Override
from municipalities.page_parts import Figure
from payments.queries import once, payment_tasks
from payments.queries.municipality import DepositDay, coming_days

ZERO = Decimal(0)
Find = Callable[[Officer, date], list[Figure]]


def of(officer: Officer, on: date) -> list[Figure]:
    """Return the figures that the officer's home leads with; none where its place says them."""
    find = OF.get(officer.office.title)
    return find(officer, on) if find else []


def _treasury(officer: Officer, on: date) -> list[Figure]:
    """Payment day, the four-way tie, runs that wait, what short years owe."""
    return [_to_pay() or _next_day(coming_days(on, 1)), _tie(officer), _runs(), _arrears()]


def _to_pay() -> Figure | None:
    """What is released and no warrant pays yet."""
    found = payment_tasks.without_a_warrant()
    total, link = found.aggregate(total=Sum("amount"))["total"], reverse("payment_day")
    note = "Released, and in no warrant yet."
    return Figure("To be paid now", total, note, link) if total else None


def _next_day(days: list[DepositDay]) -> Figure:
    link = reverse("payment_day")
    if not days:
        return Figure("Next deposit day", None, "No day is planned.", link)
    day = days[0]
    note = f"{day.on:%a, %b %-d, %Y}. {day.count:,} installment{'' if day.count == 1 else 's'}."
    return Figure("Next deposit day", day.amount, note, link)


def _tie(officer: Officer) -> Figure:
    last, link = once.reconciled(officer), reverse("reconciliation")
    if last is None:
        return Figure("Payments that do not tie", None, "Nothing was reconciled yet.", link)
    of_all = f"Of {last.payments:,}, four ways, on {last.on:%b %-d, %Y}."
    return Figure("Payments that do not tie", f"{len(last.differences):,}", of_all, link)


def _runs() -> Figure:
    draft, of = Q(certification=None), Run.objects.filter(superseded_by=None)
    counts = of.aggregate(
        drafts=Count("pk", filter=draft),
        signed=Count("pk", filter=~draft & Q(certification__credit=None)),
    )
    drafts, signed = counts["drafts"], counts["signed"]
    note = f"{signed} more certified and not credited." if signed else "Every other is credited."
    return Figure("Runs to certify", f"{drafts}", note, reverse("funds"))


def _arrears() -> Figure:
    found = arrears.years()
    owed = sum((arrears.outstanding(each) for each in found), ZERO)
    return Figure("Owed of short years", owed, "Until it is made up. 52:27H-88 k.",
                  reverse("arrears"))  # fmt: skip


def _department(officer: Officer, on: date) -> list[Figure]:
    """Exceptions first: silence, empty seats, findings, and what lapses next."""
    late, empty = once.late(officer, on), once.empty(officer, on)
    return [
        Figure("Reports not filed", f"{len(late)}", "Their day is over. 52:27H-88 a.(4)",
               reverse("compilation")),
        Figure("Empty offices", f"{len(empty)}", "What waits for them waits.",
               reverse("vacancies")),
        _findings(),
        _lapses(on),
    ]  # fmt: skip


def _findings() -> Figure:
    found = reviews.findings().order_by()
    sums = found.aggregate(total=Sum("owed"), count=Count("pk", filter=Q(owed__gt=0)))
    count = sums["count"]
    note = f"{count} finding{'' if count == 1 else 's'} not met. 52:27H-88 j."
    return Figure("Owed by findings", sums["total"] or ZERO, note, reverse("year_reviews"))


def _lapses(on: date) -> Figure:
    """What lapses of all zones on the next last usable day, if nothing more is done."""
    found = lapses.of_state()
    days = {day for each in found for day in (*each.free, *each.bound) if day >= on}
    if not days:
        return Figure("Lapses next", None, "No clock runs.", reverse("lapses"))
    first = min(days)
    total = sum((each.on(first) for each in found), ZERO)
    note = f"{(first - on).days:,} days left to save it. 52:27H-88 h., i."
    return Figure(f"Lapses {first:%b %-d, %Y}", total, note, reverse("lapses"))


def _authority(officer: Officer, on: date) -> list[Figure]:
    """What the Authority has, what is asked of it, and what lapses to it next."""
    asked = Project.objects.filter(approved_on=None, rejected_on=None, withdrawn_on=None)
    sums = asked.aggregate(total=Sum("budgets__amount"), count=Count("pk", distinct=True))
    return [
        Figure("In the Authority’s account", authority.balance(), "52:27H-88 a.(3)",
               reverse("authority")),
        Figure("Proposals ask for", sums["total"] or ZERO,
               f"{sums['count']} to determine. 52:27H-88 c.", "#tasks"),
        _lapses(on),
    ]  # fmt: skip


def _auditor(officer: Officer, on: date) -> list[Figure]:
    """What does not tie, and what people decided in spite of a check."""
    waived = Waiver.objects.exclude(authorised_by=None).count()
    overridden = Override.objects.exclude(approved_by=None).count()
    return [
        _tie(officer),
        Figure("Waivers authorised", f"{waived}", "Each with its reason.", reverse("waivers")),
        Figure("Checks overridden", f"{overridden}", "Each by two persons.", reverse("intakes")),
        _findings(),
    ]


def _taxation(officer: Officer, on: date) -> list[Figure]:
    """The declines that the county boards certified and the Director sends on."""
    year = year_asked(on)
    if year is None:
        return [_expired()]
    wanted, due_on = highlands_figures.to_send(year), certification_due(sfy_for(year))
    total = sum((now.valuation_base for _, now in wanted), ZERO)
    return [
        _deadline("The Treasurer certifies by", due_on, on),
        Figure("Declines to send", f"{len(wanted)}", "Certified by the county boards.",
               reverse("highlands", args=[year])),
        Figure("Of true value", total, f"Of tax year {year}.", reverse("highlands", args=[year])),
    ]  # fmt: skip


def _assessor(officer: Officer, on: date) -> list[Figure]:
    """One deadline, and how far the report is."""
    year, town = year_asked(on), officer.office.municipality
    if year is None:
        return [_expired()]
    if town is None or not town.in_highlands:
        return [Figure("Vacant land", None, "The Highlands Act does not list this municipality.")]
    report, due = vacant_land.live(town, year), filing_days.chain(year).report
    link = reverse("vacant_land", args=[town.pk, year])
    state = "Not begun"
    if report is not None:
        state = "Certified" if report.certified_by_id else "Prepared"
    return [
        _deadline(f"Report of {year} is due", due.last_on, on),
        Figure(f"Report of {year}", state, "From the base year to this one. 54:1-85 c.", link),
    ]


def _county(officer: Officer, on: date) -> list[Figure]:
    """One deadline, and how many of the county's towns are ready for it."""
    year, county = year_asked(on), officer.office.county
    if year is None or county is None:
        return [_expired()]
    rows = declines.computed(declines.towns_of(county), year, on)
    done, ready = sum(bool(each.certified) for each in rows), len(declines.ready(rows))
    link = reverse("board", args=[county.pk, year])
    missing = sum(bool(each.missing) for each in rows)
    return [
        _deadline("Certification is due", filing_days.chain(year).board.last_on, on),
        Figure("Towns ready to certify", f"{ready}", f"{missing} without a report.", link),
        Figure("Towns certified", f"{done}", f"Of {len(rows)} in the Highlands.", link),
    ]


def _deadline(label: str, due_on: date, on: date) -> Figure:
    days = (due_on - on).days
    note = f"{days:,} days left." if days > 1 else f"{-days:,} days late." if days < 0 else "Today."
    return Figure(label, f"{due_on:%b %-d, %Y}", "Tomorrow." if days == 1 else note)


def _expired() -> Figure:
    return Figure("Report of vacant land", None,
                  "None is asked for: the program’s tenth year is over. 54:1-85 f.(3)")  # fmt: skip


def _administrator(officer: Officer, on: date) -> list[Figure]:
    """Seats without a holder: the one thing an administrator can mend."""
    empty = once.empty(officer, on)
    return [
        Figure("Empty offices", f"{len(empty)}", "What waits for them waits.",
               reverse("vacancies")),
    ]  # fmt: skip


OF: dict[str, Find] = {
    **dict.fromkeys(
        ("treasury-analyst", "treasury-certifier", "treasury-releaser", "budget-officer"),
        _treasury,
    ),
    **dict.fromkeys(("dca-analyst", "dca-director"), _department),
    "authority": _authority,
    "auditor": _auditor,
    "taxation-director": _taxation,
    **dict.fromkeys(("assessor", "deputy-assessor"), _assessor),
    "county-board": _county,
    "admin": _administrator,
}
