"""The only home of the page that shows every chain verified, its door, and the seals' file."""

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import FileResponse, Http404, HttpRequest
from django.urls import reverse
from django.views.generic import View

from funds import chain_checks
from funds.models import ChainCheck, DailySeal, Fund, Posting
from funds.sealing import keys, writing
from funds.templatetags.money import moment
from municipalities.doors import Door, Page, Seen
from municipalities.layouts import one_column
from municipalities.models import Officer
from municipalities.page_parts import Link, Tag, Term
from municipalities.questions import page_of
from municipalities.tables import Cell, Column, Row, Table, row

NAMES = {"journal": "Journal of every change", "seals": "Daily seals, database and file"}


class Evidence(Page):
    """Every chain: when it was recomputed, by whom, how much, its last hash, the first fault."""

    template_name = "payments/evidence.html"
    permission = "read-all"
    asks = ("page",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the latest check of each chain, and the seals."""
        checks = {each.chain: each for each in chain_checks.latest()}
        page = page_of(self.request, DailySeal.objects.all())
        return super().get_context_data(
            chains=_chains(checks, {each.pk: each.name for each in Fund.objects.all()}),
            state=_state(checks),
            page=page,
            seals=_seals(list(page)),
            kept=_kept(),
            **kwargs,
        )


def _state(checks: Mapping[str, ChainCheck]) -> Tag:
    if any(each.fault for each in checks.values()):
        return Tag("Altered: see below", "bad")
    if len(checks) < len(chain_checks.chains()):
        return Tag("Not every chain is verified yet", "warn")
    return Tag("Every chain is unbroken", "good")


def _chains(checks: Mapping[str, ChainCheck], funds: Mapping[str, str]) -> Table:
    return Table(
        caption="Every chain as it was last recomputed from zero",
        caption_unseen=True,
        columns=[
            Column("Chain"),
            Column("State", "state"),
            Column("Read", "count"),
            Column("Entries", "count", on_wide=True),
            Column("Last hash", "words"),
            Column("When and by whom", "words"),
        ],
        rows=[_chain(name, checks.get(name), funds) for name in chain_checks.chains()],
        on_phone="blocks",
    )


def _chain(name: str, check: ChainCheck | None, funds: Mapping[str, str]) -> Row:
    label = f"Book of {funds[name]}" if name in funds else NAMES[name]
    if check is None:
        return row(label, Tag("Not verified yet", "warn"), None, None, None, None)
    by = f"{check.asked_by}, in {check.milliseconds / 1000:,.1f} s"
    return row(
        Cell(label, second=check.fault, more=_first_bad(check)),
        Tag("Altered", "bad") if check.fault else Tag("Unbroken", "good"),
        check.count,
        check.entries if name in funds else None,
        short(check.last_hash) if check.count else None,
        Cell(moment(check.checked_at), second=by),
        lit=bool(check.fault),
    )


def _first_bad(check: ChainCheck) -> Link | None:
    """Lead to the posting that a fault names, where it still stands."""
    number = check.fault.partition(":")[0].removeprefix("#")
    if not number.isdigit():
        return None
    found = Posting.objects.filter(fund=check.chain, number=number).first()
    return Link(f"Posting #{number}", reverse("posting", args=[found.pk])) if found else None


def short(digest: str) -> str:
    """Return the beginning of a hash, enough to compare by eye."""
    return f"{digest[:16]}…" if digest else "None yet"


def _seals(found: list[DailySeal]) -> Table:
    return Table(
        caption="Daily seals, the latest first",
        caption_unseen=True,
        columns=[
            Column("Seal"),
            Column("Day", "date"),
            Column("Postings", "count"),
            Column("Entries", "count"),
            Column("Changes", "count"),
            Column("Files", "count", on_wide=True),
            Column("Signed by key", "words"),
        ],
        rows=[_seal(each) for each in found],
        on_phone="frame",
        empty="No seal. The calendar has the first made within an hour.",
    )


def _seal(each: DailySeal) -> Row:
    said = json.loads(each.text)
    books = said["books"].values()
    return row(
        f"Seal {each.number}",
        each.on,
        sum(book["postings"] for book in books),
        sum(book["entries"] for book in books),
        said["journal"]["changes"],
        said["files"]["count"],
        short(each.key),
    )


def _kept() -> list[Term]:
    """Say where the seals are besides the database, and which keys signed them."""
    terms = [
        Term("Seals outside the database", writing.seal_file().name, reverse("seals")),
        Term("Public keys", f"{len(keys.known())} known here", reverse("seal_keys")),
    ]
    return [*terms, Term("Identities", "Asked of the whole database", reverse("invariants"))]


class VerifyForm(forms.Form):
    """One button."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column(act="Recompute every chain")


class VerifyDoor(Door):
    """Have every chain recomputed by the workers; anyone who reads all may ask."""

    permission = "read-all"
    form_class = VerifyForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what is read and compared."""
        return super().get_context_data(
            heading="Recompute every chain",
            lede="Every book, the journal and the seals are read from zero and compared with the"
            " seals outside the database. Two million lines take minutes; you may leave the page.",
            back=Link("Tamper evidence", reverse("evidence")),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Offer the work."""
        offered = chain_checks.offer_verification(on=self.today, by=by)
        return f"{offered.title}: it waits for a worker, and shows here when it is done."

    def get_success_url(self) -> str:
        """Go back to the page."""
        return reverse("evidence")


class SealFile(Seen, View):
    """The seals as they lie outside the database, to be compared and kept elsewhere."""

    permission = "read-all"

    def get(self, request: HttpRequest) -> FileResponse:
        """Answer with the file; one that isn't there yet is a 404."""
        path = writing.seal_file()
        if not path.exists():
            raise Http404("No seal was written yet.")
        return FileResponse(path.open("rb"), as_attachment=True, filename="seals.jsonl")


class SealKeys(Seen, View):
    """The public keys with which anyone verifies the seals."""

    permission = "read-all"

    def get(self, request: HttpRequest) -> FileResponse:
        """Answer with the keys, one PEM after the other."""
        pem = keys.public_pem()
        if not pem:
            raise Http404("No key was made yet.")
        answer = FileResponse(iter([pem]), content_type="application/x-pem-file")
        answer["Content-Disposition"] = 'attachment; filename="seal-keys.pem"'
        return answer
