"""The only home of the State's pages of the Highlands chain: a year, its sending, its figures."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import declines, highlands_figures, rehearsals
from funds.declines import Computed
from funds.highlands_aid_forms import AcceptFiguresForm, RehearseReadingForm, SendForm
from funds.models import RehearsedReading, SentDecline
from funds.queries import vacant_land as queries
from funds.rules.highlands_chain import board_due, certification_due, report_due, sfy_for
from funds.views import highlands_tables as tables
from funds.views.county_board import figures
from funds.views.vacant_land_tables import towns_in_words
from municipalities.doors import Door, Page, Seen
from municipalities.models import Officer, SourceDocument
from municipalities.page_parts import Link, Term
from municipalities.tables import Column, Table, row


class OfTaxYear(Seen):
    """What a page of the State's tax year knows."""

    @cached_property
    def year(self) -> int:
        """Return the tax year of the address, if there can be a report of it."""
        year: int = self.kwargs["year"]
        if not queries.FIRST <= year <= self.today.year:
            raise Http404
        return year


class HighlandsYear(OfTaxYear, Page):
    """A tax year through four bodies on one page: who has done what on which day."""

    template_name = "funds/highlands_year.html"
    permission = "read-all"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Compute every town: a fixed number of statements."""
        year, sfy = self.year, sfy_for(self.year)
        rows = declines.computed(declines.towns_of(None), year, self.today)
        rows = [each for each in rows if each.report or not each.town.made_up]
        sent = queries.latest_sent(rows)
        kwargs |= {"year": year, "sfy": sfy}
        return super().get_context_data(
            figures=figures(rows),
            days=tables.days(rows, sent, year, self.today),
            relay=tables.relay(rows, sent, year),
            waiting=tables.waiting(highlands_figures.waiting(), self.officer.may("accept-facts")),
            doors=self._doors(rows),
            expired=queries.expired(year),
            dues=(report_due(year), board_due(year), certification_due(sfy)),
            **kwargs,
        )

    def _doors(self, rows: list[Computed]) -> list[Link]:
        links = [Link(str(year), reverse("highlands", args=[year]))
                 for year in (self.year - 1, self.year + 1)
                 if queries.FIRST <= year <= self.today.year]  # fmt: skip
        if self.officer.may(highlands_figures.DUTY) and any(each.certified for each in rows):
            links.append(Link("Send to the Treasurer", reverse("highlands_send", args=[self.year])))
        return links


class SendDoor(OfTaxYear, Door):
    """Send a year's declines, with the changes, to the Treasurer."""

    permission = highlands_figures.DUTY
    form_class = SendForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what is sent."""
        wanted = highlands_figures.to_send(self.year)
        total = sum((now.valuation_base for _, now in wanted), Decimal(0))
        return super().get_context_data(
            heading=f"Send the declines of {self.year} to the Treasurer",
            lede="As the county boards certified them, with the Director’s changes. h.",
            after="Another person accepts them; then a run reads them.",
            about=[
                *(Term(each.municipality.name, now.valuation_base) for each, now in wanted[:20]),
                Term(towns_in_words(len(wanted)), total, total=True, in_dollars=True),
            ],
            back=Link(f"Highlands, {self.year}", self.get_success_url()),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Send."""
        paper = highlands_figures.send(self.year, on=self.today, by=by)
        return (
            f"Sent: {towns_in_words(paper.declines.count())}; another person accepts the figures."
        )

    def get_success_url(self) -> str:
        """Go back to the year."""
        return reverse("highlands", args=[self.year])


class AcceptDoor(Door):
    """Accept the figures of one paper of the chain."""

    permission = "accept-facts"
    form_class = AcceptFiguresForm

    @cached_property
    def paper(self) -> SourceDocument:
        """The paper of the address, if it is of the chain."""
        found = get_object_or_404(SourceDocument, pk=self.kwargs["pk"])
        if not highlands_figures.is_of_the_chain(found):
            raise Http404
        return found

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say which figures they are and what they cite."""
        rows = SentDecline.objects.filter(paper=self.paper).select_related("municipality")
        return super().get_context_data(
            heading=f"Accept: {self.paper}",
            lede=self.paper.reference,
            about_title="What is accepted",
            about=[
                *(Term(str(each), f"{each.unit}, from {each.loaded_by.office}")
                  for each in self.paper.series.select_related("loaded_by__office")),
                *(Term(each.municipality.name, each.valuation_base) for each in rows[:20]),
            ],
            back=Link("Home", "/"),
            **kwargs,
        )  # fmt: skip

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Accept."""
        made = highlands_figures.accept(self.paper, on=self.today, by=by)
        return f"In force from today: {', '.join(str(each) for each in made)}."

    def get_success_url(self) -> str:
        """Go to the fund."""
        return reverse("fund", args=["highlands"])


class RehearseDoor(Door):
    """Rehearse a year under the reading that a program year is one in which aid was paid."""

    permission = "prepare-run"
    form_class = RehearseReadingForm
    made: RehearsedReading

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what the other reading is."""
        paid = ", ".join(f"SFY{sfy}" for sfy in rehearsals.years_paid()) or "None"
        return super().get_context_data(
            heading="Rehearse another reading of the program year",
            lede="As if a program year were one in which aid was paid. 54:1-85 f.(3)",
            after="A rehearsal has no certification: nothing of it can be certified or paid.",
            about=[Term("Aid was paid of", paid)],
            back=Link("Highlands", reverse("fund", args=["highlands"])),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Rehearse."""
        self.made = rehearsals.rehearse(answers["sfy"], on=self.today, by=by)
        return f"SFY{self.made.sfy} is rehearsed."

    def get_success_url(self) -> str:
        """Go to what came of it."""
        return reverse("reading_rehearsed", args=[self.made.pk])


class RehearsedPage(Page):
    """A rehearsed year: what each town would get, and that nothing can be certified or paid."""

    template_name = "funds/reading_rehearsed.html"
    permission = "read-all"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the rehearsal."""
        made = get_object_or_404(
            RehearsedReading.objects.select_related("prepared_by__office"), pk=kwargs["pk"]
        )
        return super().get_context_data(
            made=made, figures=tables.of_rehearsal(made), towns=_rehearsed(made), **kwargs
        )


def _rehearsed(made: RehearsedReading) -> Table:
    found: dict[str, dict[str, Decimal]] = {}
    for holder, component, amount, _cite in made.lines:
        found.setdefault(holder, {})[component] = Decimal(amount)
    names = ("valuation_base", "entitlement", "prorated", "payable")
    sums = [sum((each.get(name, Decimal(0)) for each in found.values()), Decimal(0))
            for name in names]  # fmt: skip
    return Table(
        "Rehearsal under another reading ($): not certified, not payable",
        [Column("Municipality"), Column("Valuation base", "money"), Column("Entitlement", "money"),
         Column("Pro rata", "money"), Column("Would be paid", "money")],
        [row(code, *(each.get(name) for name in names)) for code, each in sorted(found.items())],
        totals=[row("All", *sums)] if found else (),
        on_phone="frame",
        fund="highlands",
        empty="No municipality qualifies.",
    )  # fmt: skip
