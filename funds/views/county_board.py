"""The only home of the county tax board's page: one row a town, the decline, the signature. d."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.timezone import now

from funds import declines, filing_days
from funds.declines import Computed
from funds.highlands_forms import CertifyDeclineForm
from funds.models import Decline
from funds.queries import filings
from funds.queries import vacant_land as queries
from funds.rules.highlands_chain import board_due
from funds.rules.money import ZERO
from funds.views import vacant_land_tables as tables
from municipalities.doors import Door, Page, Seen
from municipalities.models import County, Officer
from municipalities.open_days import CUT_OFF
from municipalities.page_parts import Figure, Link, Panel


class OfCounty(Seen):
    """What a page of a county's tax year knows."""

    @cached_property
    def county(self) -> County:
        """Find a visible county."""
        return get_object_or_404(self.scope.counties(), code=self.kwargs["code"])

    @cached_property
    def year(self) -> int:
        """Return the tax year of the address, if there can be a report of it."""
        year: int = self.kwargs["year"]
        if not queries.FIRST <= year <= self.today.year:
            raise Http404
        return year

    @cached_property
    def rows(self) -> list[Computed]:
        """The county's towns, computed."""
        return declines.computed(declines.towns_of(self.county), self.year, self.today)


class BoardPage(OfCounty, Page):
    """The county's towns with what is computed of each, and the board's signature under it."""

    template_name = "funds/county_board.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Compute every town of the county: a fixed number of statements."""
        county, year, rows = self.county, self.year, self.rows
        kwargs |= {"county": county, "year": year}
        return super().get_context_data(
            due_on=board_due(year),
            late=filing_days.due(board_due(year)).days_late(self.today),
            figures=figures(rows),
            towns=tables.towns(rows, queries.latest_sent(rows), year, self.today),
            missing=[each for each in rows if each.missing],
            panel=self._panel(rows),
            history=filings.told(f"CB-{county.pk}-{year}-"),
            **kwargs,
        )

    def _panel(self, rows: list[Computed]) -> Panel:
        moved = filing_days.due(board_due(self.year)).moved
        moved += f" {filing_days.authority()}" if moved else ""
        due = f"Due by {board_due(self.year):%B %-d, %Y}, {CUT_OFF}. {moved} A report that comes"
        due += " late is certified when it is in; late is recorded, not refused."
        wanted, done = declines.ready(rows), [each for each in rows if each.certified]
        if not wanted:
            by = next((each.certified for each in done if each.certified), None)
            words = self._signed(by) if by else "No report is ready to certify."
            return Panel("Certify the decline", blocked=words, tone="good" if by else "", after=due)
        total = sum((each.found.valuation_base for each in wanted if each.found), ZERO)
        act = f"Certify {len(wanted)} of {tables.towns_in_words(len(rows))}: ${total:,.2f}"
        if not self.officer.may("certify-decline"):
            blocked = "The county tax board certifies it here."
            return Panel("Certify the decline", blocked=blocked, act=act, after=due)
        form = CertifyDeclineForm(
            initial={"seen": declines.digest_of(wanted)}, act=act,
            to=reverse("board_certify", args=[self.county.pk, self.year]),
        )  # fmt: skip
        return Panel("Certify the decline", form=form, after=due)

    def _signed(self, decline: Decline) -> str:
        """Say who certified, on which day, and what that was by the statute."""
        came = tables.in_time(decline.certified_on, board_due(self.year))
        on = f"{decline.certified_on:%B %-d, %Y}"
        return f"Certified by {decline.certified_by} on {on}: {came}."


def figures(rows: list[Computed]) -> list[Figure]:
    """Say how many towns have reported, are certified, and what the decline comes to."""
    done = [each.certified for each in rows if each.certified]
    filed = [each for each in rows if each.report and each.report.certified_on]
    total = sum((each.valuation_base for each in done), ZERO)
    missing, certified = len(rows) - len(filed), tables.towns_in_words(len(done))
    return [
        Figure("Reports in", f"{len(filed)} of {len(rows)}", f"{missing} missing.", "#towns"),
        Figure("Ready to certify", str(len(declines.ready(rows))), "Computed, not signed.",
               "#towns"),
        Figure("Certified decline", total, f"{certified}. True value of vacant land.",
               "#towns"),
    ]  # fmt: skip


class BoardDoor(OfCounty, Door):
    """Certify the declines that are ready."""

    permission = "certify-decline"
    form_class = CertifyDeclineForm

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name what is certified on the button."""
        wanted = declines.ready(self.rows)
        act, to = f"Certify {tables.towns_in_words(len(wanted))}", self.request.path
        return super().get_form_kwargs() | {"act": act, "to": to}

    def get_initial(self) -> dict[str, Any]:
        """Sign what is shown."""
        return {"seen": declines.digest_of(declines.ready(self.rows))}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act and the way back."""
        return super().get_context_data(
            heading=f"Certify the decline, {self.county}, {self.year}",
            lede="The aggregate decline in the true value of vacant land. 54:1-85 d.(1)",
            back=Link(f"{self.county}, {self.year}", self.get_success_url()),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Certify."""
        made = declines.certify(
            self.county, self.year, on=self.today, by=by, seen=answers["seen"], at=now()
        )
        came = tables.in_time(self.today, board_due(self.year))
        return f"Certified to the Director of Taxation: {tables.towns_in_words(len(made))}, {came}."

    def get_success_url(self) -> str:
        """Go back to the county's page."""
        return reverse("board", args=[self.county.pk, self.year])
