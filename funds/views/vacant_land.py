"""The only home of the page of a municipality's report of vacant land, and of its workbook."""

from decimal import Decimal
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.generic import View

from funds import declines, filing_receipts, vacant_land
from funds.declines import Computed
from funds.highlands_forms import CertifyVacantForm
from funds.models import VacantLandReport
from funds.queries import vacant_land as queries
from funds.rules.highlands_chain import report_due
from funds.views import vacant_land_tables as tables
from funds.views.vacant_land_file_tables import files
from municipalities import workbooks
from municipalities.doors import Page, Seen
from municipalities.models import Municipality
from municipalities.open_days import CUT_OFF
from municipalities.page_parts import Event, Figure, Link, Panel, Term


class OfYear(Seen):
    """What a page of a municipality's tax year knows."""

    def town(self) -> Municipality:
        """Find a visible municipality."""
        towns = self.scope.municipalities().select_related("county")
        return get_object_or_404(towns, code=self.kwargs["code"])

    def year(self) -> int:
        """Return the tax year of the address, if there can be a report of it."""
        year: int = self.kwargs["year"]
        if not queries.FIRST <= year <= self.today.year:
            raise Http404
        return year


class VacantLandPage(OfYear, Page):
    """A year's parcels as reported and as changed, the decline so far, and whose turn it is."""

    template_name = "funds/vacant_land.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the report, its parcels and their changes: a fixed number of statements."""
        town, year = self.town(), self.year()
        filed = queries.versions(town, year)
        report = next((each for each in filed if each.closed_on is None), None)
        rows = queries.parcels(report)
        (found,) = declines.computed([town], year, self.today)
        kwargs |= {"town": town, "year": year}
        return super().get_context_data(
            report=report,
            due_on=report_due(year),
            state=tables.state_of(report, year, self.today),
            figures=_figures(found, rows),
            steps=tables.steps(found, queries.sent(found.certified), year, self.today),
            parcels=tables.parcels(rows, self._change_at()),
            panel=self._panel(town, year, report),
            doors=self._doors(town, year, report),
            history=_history(filed),
            looked=tables.looked(report),
            files=files(queries.files(town, year)),
            expired=queries.expired(year),
            **kwargs,
        )

    def _change_at(self) -> bool:
        return self.officer.may("review-vacant-land")

    def _doors(self, town: Municipality, year: int, report: VacantLandReport | None) -> list[Link]:
        at = [town.pk, year]
        links = [Link("As XLSX", reverse("vacant_land_xlsx", args=at))]
        open_ = report is None or report.certified_by_id is None
        if self.officer.may("prepare-vacant-land") and open_:
            links += [
                Link("Type the parcels", reverse("vacant_land_write", args=at)),
                Link("Send a file", reverse("vacant_land_file", args=at)),
            ]
        back = self.officer.may("certify-decline") or self.officer.may("review-vacant-land")
        if report is not None and not open_ and back and not hasattr(report, "decline"):
            links.append(Link("Send back", reverse("vacant_land_back", args=at)))
        return links

    def _panel(self, town: Municipality, year: int, report: VacantLandReport | None) -> Panel:
        due = f"Due by {report_due(year):%B %-d, %Y}, {CUT_OFF}."
        if report is None:
            words = f"No report of {year} is prepared. Type the parcels or send a file."
            return Panel("The report", blocked=words, tone="", after=due)
        people = [Term("Prepared", str(report.prepared_by))]
        if report.certified_by is not None:
            people.append(Term("Certified", str(report.certified_by)))
            return Panel("The report", people, blocked=tables.received(report), tone="good")
        form, blocked = None, ""
        if not self.officer.may("file-highlands-report"):
            blocked = "The assessor certifies it here, as another person than who prepared it."
        elif self.officer.person_id == report.prepared_by.person_id:
            blocked = "You prepared this report. Another person certifies it."
        else:
            form = CertifyVacantForm(report=report)
        return Panel(
            "Certify the report", people, form=form, blocked=blocked,
            act="Certify the report to the county board", after=due,
        )  # fmt: skip


def _figures(found: Computed, rows: list[queries.ParcelRow]) -> list[Figure]:
    base = sum((row.counts_from for row in rows), Decimal(0))
    now = sum((row.counts_to for row in rows), Decimal(0))
    certified = found.certified
    value: Decimal | None
    if certified is not None:
        value, note = certified.valuation_base, "Certified by the county board."
    else:
        value = found.found.valuation_base if found.found else None
        note = "As the county board would compute it." if found.found else found.missing
    return [
        Figure("Assessed in the base year", base, "Of the parcels that count.", "#parcels"),
        Figure("Assessed now", now, "With the attributed changes alone.", "#parcels"),
        Figure("Difference", f"{'−' if now < base else '+'}${abs(now - base):,.2f}" if now != base
               else "None", f"{len(rows)} parcels.", "#parcels"),
        Figure("Decline in true value", value, note, "#chain"),
    ]  # fmt: skip


def _history(filed: list[VacantLandReport]) -> list[Event]:
    events: list[Event] = []
    for each in reversed(filed):
        name = f"version {each.version}"
        events.append(Event(each.prepared_on, f"Prepared by {each.prepared_by}", name))
        if each.certified_on:
            words = f"Certified by {each.certified_by}"
            receipt = filing_receipts.said(filing_receipts.vacant_land_number(each))
            below = f"{name}. {receipt}" if receipt else name
            events.append(Event(each.certified_at or each.certified_on, words, below))
        if each.closed_on:
            said = f"{each.get_closed_as_display()} by {each.closed_by}"
            events.append(Event(each.closed_on, said, f"{name}: {each.closed_because}"))
    return events


class VacantLandWorkbook(OfYear, View):
    """The parcels as a workbook, in the columns in which a file is read again."""

    def get(self, request: HttpRequest, code: str, year: int) -> HttpResponse:
        """Answer with this year's parcels, or with the year before's to be written over."""
        town, of_year = self.town(), self.year()
        report = vacant_land.live(town, of_year) or vacant_land.live(town, of_year - 1)
        table = tables.workbook(queries.parcels(report), town, of_year)
        return workbooks.answer(f"vacant-land-{town.code}-{of_year}.xlsx", {"Parcels": table})
