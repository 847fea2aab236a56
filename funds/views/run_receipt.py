"""The only home of a run's receipt page: what it was computed from and by, and its replay."""

from typing import Any

from django.shortcuts import get_object_or_404

from funds import replays, run_receipts
from funds.models import Run
from funds.replays import Replayed
from municipalities.doors import Page
from municipalities.page_parts import Check, Tag, Term
from municipalities.questions import one_of


class RunReceipt(Page):
    """Hashes of the law, the rules, the inputs and the result; asked to, it computes again."""

    template_name = "funds/run_receipt.html"
    permission = "read-all"
    asks = ("replay",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show the receipt, and what a replay comes to if one is asked for."""
        runs = Run.objects.select_related("fund", "prepared_by__office")
        run = get_object_or_404(runs, pk=kwargs["pk"])
        asked = one_of(self.request, "replay", ("1",))
        found = replays.replay(run) if asked else None
        return super().get_context_data(
            run=run,
            fund=run.fund,
            state=_state(found) if found else None,
            receipt=_receipt(run),
            replayed=found,
            checks=_checks(found) if found else [],
            **kwargs,
        )


def _receipt(run: Run) -> list[Term]:
    """The receipt's lines: long numbers are compared, not read."""
    not_kept = "not kept when this run was frozen"
    return [
        Term("Law: every dated figure", run.law_hash or not_kept),
        Term("Rules: how they are computed", run.rules_hash or not_kept),
        Term("Inputs: facts and figures", run.inputs_hash),
        Term("Result: every amount", run.results_hash),
    ]


def _state(found: Replayed) -> Tag:
    return Tag("Identical", "good") if found.identical else Tag("Differs", "bad")


def _checks(found: Replayed) -> list[Check]:
    return [
        Check(
            "Passed" if found.identical else "Differs",
            f"{found.lines:,} amounts, their steps, inputs and figures are as they were frozen."
            if found.identical
            else found.difference,
        ),
        _of_version("The law’s files", found.same_law, found.run.law_hash, run_receipts.law_hash()),
        _of_version("The rules", found.same_rules, found.run.rules_hash, run_receipts.rules_hash()),
    ]


def _of_version(what: str, same: bool, then: str, now: str) -> Check:
    if not then:
        return Check("Not on record", f"{what}: which ones stood then was not kept.")
    if same:
        return Check("Passed", f"{what} are the ones it was computed by.")
    second = f"Then {then[:12]}, now {now[:12]}."
    return Check("Changed since", f"{what} are written otherwise than then.", second)
