"""The only home of the pages of energy tax receipts' amount: every year, and one of them."""

from decimal import Decimal
from typing import Any

from django.http import Http404
from django.urls import reverse

from funds import corrections_report
from funds.models import Enactment, Fund
from funds.queries import receipts_years as queries
from funds.queries.receipts_years import ReceiptsYear
from funds.rules import energy_watch
from funds.run_facts.energy_receipts import certified
from funds.views import receipts_tables as tables
from municipalities.doors import Page
from municipalities.open_days import CUT_OFF
from municipalities.page_parts import Figure, Link, Step

FUND = "energy-receipts"


class ReceiptsPage(Page):
    """Each year's amount: required, appropriated and credited, with its index and its watch."""

    template_name = "funds/receipts.html"
    permission = "read-all"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read every year: a fixed number of statements."""
        return super().get_context_data(
            fund=Fund.objects.get(pk=FUND),
            years=tables.years(queries.years(self.today)),
            doors=self._doors(),
            **kwargs,
        )

    def _doors(self) -> list[Link]:
        offered = (
            ("prepare-run", "Supplemental program", "program"),
            (corrections_report.DUTY, "Report the corrections", "corrections_report"),
        )
        series = corrections_report.series(self.today)
        found = [
            Link(words, reverse(name))
            for duty, words, name in offered
            if self.officer.may(duty) and (series or duty != corrections_report.DUTY)
        ]
        paper = corrections_report.issued(series)
        if paper is not None:
            found.append(Link("Report of the corrections", reverse("paper", args=[paper.number])))
        return found


class ReceiptsYearPage(Page):
    """One year's amount from its index to the cent, and what 52:27D-441 asks of it."""

    template_name = "funds/receipts_year.html"
    permission = "read-all"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the year and the one before: a fixed number of statements."""
        found = {each.sfy: each for each in queries.years(self.today)}
        year = found.get(kwargs["sfy"])
        if year is None:
            raise Http404
        run = certified(year.sfy)
        return super().get_context_data(
            fund=Fund.objects.get(pk=FUND),
            year=year,
            fixed=queries.fixed(year.sfy),
            figures=_figures(year),
            index=tables.index(year, found.get(year.sfy - 1), self._series(year)),
            growth=tables.growth(year, found.get(year.sfy - 1)),
            steps=steps(year),
            doors=self._doors(year),
            run=run,
            **kwargs,
        )

    def _series(self, year: ReceiptsYear) -> Any:
        return queries.index_series(year.sfy, self.today)

    def _doors(self, year: ReceiptsYear) -> list[Link]:
        act = year.enactment
        open_ = [
            ("record-enactment", "Record the act", "enactment_record", act is None),
            ("certify-short-appropriation", "Certify that it is short", "short_certify",
             bool(act and year.short and not act.certified_on)),
            ("notify-filers", "Record the notice", "filers_notify",
             bool(act and act.certified_on and not act.notified_on)),
        ]  # fmt: skip
        return [
            Link(words, reverse(name, args=[year.sfy]))
            for duty, words, name, due in open_
            if due and self.officer.may(duty)
        ]


def _figures(year: ReceiptsYear) -> list[Figure]:
    none = "Not on record"
    required = year.required if year.required is not None else none
    given = year.appropriated if year.appropriated is not None else none
    credited = year.credited if year.credited is not None else "None yet"
    ledger = f"{reverse('account_list')}?fund={FUND}"
    return [
        Figure("Required", required, "52:27D-439 e.", "#growth" if year.required else ""),
        Figure("Appropriated", given, "By the appropriations act.", "#watch"),
        Figure("Credited", credited, "Five revenues and the top-up. a.", ledger),
        Figure("52:27D-441", _verdict(year), _why(year)),
    ]


def _verdict(year: ReceiptsYear) -> Decimal | str:
    if year.judgment is None or year.judgment.missing:
        return "Cannot be judged"
    return year.judgment.short or "Appropriated in full"


def _why(year: ReceiptsYear) -> str:
    rates = "rate" if len(year.missing) == 1 else "rates"
    lacking = [f"The index {rates} of {year.missing_in_words}"] if year.missing else []
    lacking += ["What is appropriated"] if year.judgment is None else []
    if lacking or year.judgment is None:
        return f"Not on record: {'; '.join(each[0].lower() + each[1:] for each in lacking)}."
    return "Short of what is required." if year.judgment.short else "Nothing starts."


def steps(year: ReceiptsYear) -> list[Step]:
    """Say where the three steps of 52:27D-441 stand, with the days the law gives."""
    act, short = year.enactment, bool(year.short)
    if act is None:
        enacted = Step("Appropriations act enacted", "Not on record", "Starts the days", "current")
    else:
        enacted = Step("Appropriations act enacted", _day(act.enacted_on), act.title, "done")
    certified = Step("Short appropriation certified", "Needs nothing" if act else "Waits",
                     "By the Director of Budget and Accounting")  # fmt: skip
    notified = Step("Taxpayers notified", "Needs nothing" if act else "Waits",
                    "By the Director of Taxation")  # fmt: skip
    if act is not None and (short or act.certified_on):
        certified = _certified(act)
        notified = _notified(act)
    return [enacted, certified, notified]


def _certified(act: Enactment) -> Step:
    due = energy_watch.certify_by(act.enacted_on)
    if act.certified_on is None:
        return Step("Short appropriation certified", f"Due by {_day(due)}, {CUT_OFF}",
                    "By the Director of Budget and Accounting", "current")  # fmt: skip
    late = f", {(act.certified_on - due).days} days late" if act.certified_on > due else ""
    return Step("Short appropriation certified", f"{_day(act.certified_on)}{late}",
                f"${act.short:,.2f} short", "done")  # fmt: skip


def _notified(act: Enactment) -> Step:
    if act.certified_on is None:
        return Step("Taxpayers notified", "Waits", "Five days from the certification")
    due = energy_watch.notify_by(act.certified_on)
    if act.notified_on is None:
        when = f"Due by {_day(due)}, {CUT_OFF}"
        return Step("Taxpayers notified", when, "By the Director of Taxation", "current")
    late = f", {(act.notified_on - due).days} days late" if act.notified_on > due else ""
    return Step("Taxpayers notified", f"{_day(act.notified_on)}{late}", act.notice, "done")


def _day(on: Any) -> str:
    return f"{on:%b %-d, %Y}"


class LinesPage(Page):
    """Every municipality of a year in one line: entitled, appropriated, certified, paid."""

    template_name = "funds/receipts_lines.html"
    permission = "read-all"
    asks = ("page",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the run's lines: a fixed number of statements."""
        year = next((y for y in queries.years(self.today) if y.sfy == kwargs["sfy"]), None)
        run = certified(kwargs["sfy"]) if year else None
        if year is None or run is None:
            raise Http404
        found = queries.lines(run, year)
        return super().get_context_data(
            fund=Fund.objects.get(pk=FUND),
            year=year,
            run=run,
            attested=sum(1 for each in found if each.attested),
            to_attest=sum(1 for each in found if each.levy_relief > 0),
            **tables.lines(self.request, found, run),
            **kwargs,
        )
