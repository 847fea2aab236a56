"""The only home of the page that shows a warrant four ways, payment by payment."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.shortcuts import get_object_or_404

from funds.rules.money import ZERO
from municipalities.doors import Page
from municipalities.page_parts import Figure, Tag
from municipalities.questions import page_of
from municipalities.tables import BLANK, Cell, Column, Row, Table, row
from payments.models import BankCopy, Warrant
from payments.queries.bank_accounts import names_of
from payments.reconciling import compare, copies, sides
from payments.reconciling.differences import Tie
from payments.views.reconciliation import differences_table, state_of


class TiePage(Page):
    """One warrant four ways: certified, ledger, warrant, bank, by municipality and installment."""

    template_name = "payments/tie.html"
    permission = "read-all"
    asks = ("page",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the four sides at this moment."""
        sent = Warrant.objects.exclude(posting=None).select_related("fund", "posting")
        warrant = get_object_or_404(sent, pk=kwargs["pk"])
        read = sides.read(warrant)
        ties = sorted(compare.ties(read), key=lambda each: (each.ties, each.payee))
        found = [*compare.compare(read), *copies.differing(warrant)]
        wrong = [each.as_json() for each in found]
        page = page_of(self.request, ties)
        names = names_of({each.payee for each in page} | {each["payee"] for each in wrong})
        return super().get_context_data(
            warrant=warrant,
            fund=warrant.fund,
            state=state_of(len(wrong)),
            figures=_sums(ties, read.file is not None),
            differences=differences_table(wrong, names, {warrant.number: warrant.pk}),
            page=page,
            ties=_ties(list(page), ties, names),
            copies=_copies(warrant),
            may=self.officer.may("reconcile") and read.file is not None,
            **kwargs,
        )


def _copies(warrant: Warrant) -> Table:
    found = BankCopy.objects.filter(warrant=warrant).select_related("loaded_by__office")[:10]
    return Table(
        caption="The bank’s own copies, the latest first",
        columns=[Column("File", "words"), Column("Loaded by"), Column("On", "date"),
                 Column("State", "state")],
        rows=[
            row(Cell(each.filename, second=f"SHA-256 {each.sha256[:16]}"), str(each.loaded_by),
                each.loaded_on, Cell(state_of(len(each.differences))))
            for each in found
        ],
        caption_unseen=True,
        empty="None was loaded. The bank sends its copy back; load it here to compare it.",
    )  # fmt: skip


def counted(many: int) -> str:
    """Count payments in words: "1 payment."."""
    return f"{many} payment{'' if many == 1 else 's'}."


def _sums(ties: list[Tie], taken: bool) -> list[Figure]:
    def total(name: str) -> Decimal:
        return sum((getattr(each, name) or ZERO for each in ties), ZERO)

    certified = total("certified")
    found = [Figure("Certified", certified, counted(len(ties)), "#ties")]
    for label, name in (("Ledger", "ledger"), ("Warrant", "warrant")):
        note = "Same." if total(name) == certified else "Differs."
        found.append(Figure(label, total(name), note, "#ties"))
    if not taken:
        return [*found, Figure("Bank", None, "No file was taken yet.")]
    back = sum((each.warrant for each in ties if each.returned), ZERO)
    note = "Same." if total("bank") == certified else "Differs."
    note += f" ${back:,.2f} came back." if back else ""
    return [*found, Figure("Bank", total("bank"), note, "#ties")]


def _ties(shown: list[Tie], every: list[Tie], names: Mapping[str, str]) -> Table:
    off = sum(not each.ties for each in every)
    return Table(
        caption=f"{len(every) - off} of {len(every)} tie; the others stand first ($)",
        columns=[
            Column("Payee"),
            Column("For"),
            Column("Certified", "money"),
            Column("Ledger", "money"),
            Column("Warrant", "money"),
            Column("Bank", "money"),
            Column("State", "state"),
        ],
        rows=[_row(each, names) for each in shown],
        totals=[
            row(
                "All payments",
                BLANK,
                *(
                    sum((getattr(each, name) or ZERO for each in every), ZERO)
                    for name in ("certified", "ledger", "warrant", "bank")
                ),
                BLANK,
            )
        ],
        on_phone="frame",
    )


def _row(each: Tie, names: Mapping[str, str]) -> Row:
    state = Tag("Same") if each.ties else Tag("Differs", "bad")
    return row(
        Cell(names.get(each.payee, each.payee), second=each.payee),
        each.what,
        Cell(each.certified, nothing="None"),
        Cell(each.ledger, nothing="None"),
        each.warrant,
        Cell(each.bank, nothing="None yet"),
        Cell("Returned") if each.returned else Cell(state),
        lit=not each.ties,
    )
