"""The only home of the pages of mergers and names: who was taken into whom, who was called what."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.urls import reverse

from funds import successions as balances
from funds.models import Posting
from municipalities import successions
from municipalities.doors import Door, Page
from municipalities.models import FormerName, Officer, Succession
from municipalities.page_parts import Link
from municipalities.tables import Cell, Column, Row, Table, row
from payments.schedule_forms import RenameForm, SuccessionForm


class SuccessionsPage(Page):
    """Each municipality that was taken into another, with what moved."""

    template_name = "payments/successions.html"
    permission = "read-all"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read them with their postings, and the names: three statements."""
        doors = [
            Link("Record a merger", reverse("succession_record")),
            Link("Record a new name", reverse("name_record")),
        ]
        return super().get_context_data(
            successions=_table(),
            names=_names(),
            doors=doors if self.officer.may("record-succession") else [],
            **kwargs,
        )


def _table() -> Table:
    found = list(
        Succession.objects.select_related("predecessor", "successor").order_by("-effective_on")
    )
    moved: dict[str, Posting] = {}
    for each in Posting.objects.filter(act="succeed").select_related("fund"):
        moved[each.key] = each
    return Table(
        caption="The latest first. Bases of the receipts are summed from the next run on",
        columns=[
            Column("Was taken in"),
            Column("By"),
            Column("On", "date"),
            Column("Document", "words"),
            Column("Moved ($)", "words"),
        ],
        rows=[_row(each, moved) for each in found],
        empty="No merger. One appears when the director records it.",
    )


def _names() -> Table:
    found = FormerName.objects.select_related("municipality", "recorded_by__office")
    return Table(
        caption="The latest first. The code and everything under it stays",
        columns=[
            Column("Municipality"),
            Column("Was called"),
            Column("Until", "date"),
            Column("Document", "words"),
            Column("Recorded by"),
        ],
        rows=[
            row(
                Cell(each.municipality.name, reverse("municipality", args=[each.municipality_id]),
                     second=each.municipality_id),
                Cell(each.name, second=each.official_name),
                each.until_on, each.document, str(each.recorded_by),
            )
            for each in found.order_by("-until_on", "municipality")
        ],
        empty="No new name. One appears when the director records it.",
    )  # fmt: skip


def _row(each: Succession, moved: Mapping[str, Posting]) -> Row:
    prefix = f"succession/{each.pk}/"
    ours = [posting for key, posting in moved.items() if key.startswith(prefix)]
    words = "; ".join(f"{p.fund.name} {p.total:,.2f}" for p in ours)
    link = reverse("posting", args=[ours[0].pk]) if ours else ""
    return row(
        Cell(each.predecessor.name, reverse("municipality", args=[each.predecessor_id]),
             second=each.predecessor_id),
        Cell(each.successor.name, reverse("municipality", args=[each.successor_id]),
             second=each.successor_id),
        each.effective_on,
        each.document,
        Cell(words or None, link, nothing="Nothing was held"),
    )  # fmt: skip


class SuccessionDoor(Door):
    """Record that a municipality is taken into another from today, and move its balances."""

    permission = "record-succession"
    form_class = SuccessionForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what it does."""
        return super().get_context_data(
            heading="Record a merger",
            lede="From today the successor has the balances; both bases are summed.",
            after="What was paid stays with whom it was paid to. It can’t be taken back by a page.",
            back=Link("Mergers and names", reverse("successions")),
            **kwargs,
        )

    @transaction.atomic
    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record it and move what is held."""
        made = successions.record(
            answers["predecessor"], answers["successor"], document=answers["document"],
            on=self.today, by=by,
        )  # fmt: skip
        moved = balances.move_balances(made, on=self.today, by=by)
        total = sum(posting.total for posting in moved)
        return f"{made.predecessor.name} is taken into {made.successor.name}; ${total:,.2f} moved."

    def get_success_url(self) -> str:
        """Go to the list."""
        return reverse("successions")


class RenameDoor(Door):
    """Record that a municipality bears a new name from today."""

    permission = "record-succession"
    form_class = RenameForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what it does."""
        return super().get_context_data(
            heading="Record a new name",
            lede="From today every page and letter has the new name; files may still say the old.",
            after="The code stays, and with it every account, run and paper.",
            back=Link("Mergers and names", reverse("successions")),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record it."""
        was = answers["town"].name
        made = successions.rename(
            answers["town"], answers["name"], answers["official_name"],
            document=answers["document"], on=self.today, by=by,
        )  # fmt: skip
        return f"{was} is called {made.name} from today."

    def get_success_url(self) -> str:
        """Go to the list."""
        return reverse("successions")
