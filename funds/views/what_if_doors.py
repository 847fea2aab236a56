"""The only home of the doors to what-ifs: compute one beside a run, and share it."""

from collections.abc import Mapping
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import what_ifs
from funds.models import Run, WhatIf
from funds.refusal import Refusal
from funds.what_if_forms import ShareForm, WhatIfForm, changes
from municipalities.doors import Door
from municipalities.models import Officer
from municipalities.page_parts import Link, Term


class WhatIfDoor(Door):
    """Compute a run's year with something changed."""

    permission = "prepare-run"
    form_class = WhatIfForm
    made: WhatIf

    @cached_property
    def run(self) -> Run:
        """The run of the address; what was given, not computed, has no what-if."""
        runs = Run.objects.select_related("fund").filter(kind=Run.Kind.YEAR)
        return get_object_or_404(runs, pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form its run, and what is kept beside it."""
        kept = WhatIf.objects.filter(run=self.run).defer("facts")
        return super().get_form_kwargs() | {"run": self.run, "kept": kept}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what it is and what it never becomes."""
        run, kept = self.run, WhatIf.objects.filter(run=self.run).defer("facts")
        return super().get_context_data(
            fund=run.fund,
            heading="What if?",
            lede=f"SFY{run.sfy}, run {run.number} computed again with what you change. The run "
            "itself stays as it is.",
            after="A what-if is kept beside the run. It is never certified and never paid.",
            back=Link(f"SFY{run.sfy}, run {run.number}", reverse("run", args=[run.pk])),
            about_title="Kept beside this run",
            about=[
                Term(each.name, f"{each.prepared_on:%b %-d, %Y}",
                     reverse("what_if", args=[each.pk]))
                for each in kept
            ],
            **kwargs,
        )  # fmt: skip

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Compute and keep it."""
        asked = changes(self.run, answers)
        if answers["begin"]:
            first = WhatIf.objects.get(pk=answers["begin"], run=self.run)
            asked = [*what_ifs.changes_of(first), *asked]
        self.made = what_ifs.keep(
            self.run, answers["name"], asked, note=answers["note"], on=self.today, by=by
        )
        return f"“{self.made.name}” is kept beside the run. Nothing of it can be paid."

    def get_success_url(self) -> str:
        """Go to the what-if."""
        return reverse("what_if", args=[self.made.pk])


class ShareDoor(Door):
    """Show a what-if to the municipalities it has a line of."""

    permission = "prepare-run"
    form_class = ShareForm

    @cached_property
    def made(self) -> WhatIf:
        """The what-if of the address."""
        return get_object_or_404(WhatIf.objects.select_related("fund"), pk=self.kwargs["key"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say who will see what."""
        return super().get_context_data(
            fund=self.made.fund,
            heading=f"Share “{self.made.name}”",
            lede="Every municipality sees its own line of it, marked as a what-if.",
            after="What is shared stays shared. It remains a what-if: nothing of it is paid.",
            back=Link(self.made.name, self.get_success_url()),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Share it."""
        if self.made.shared_on is not None:
            raise Refusal(f"“{self.made.name}” was shared on {self.made.shared_on:%B %-d, %Y}.")
        what_ifs.share(self.made, on=self.today, by=by)
        return f"“{self.made.name}” is shared: each municipality sees its own line."

    def get_success_url(self) -> str:
        """Go back to the what-if."""
        return reverse("what_if", args=[self.made.pk])
