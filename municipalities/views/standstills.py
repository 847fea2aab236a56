"""The only home of the page of standstills and of its doors: stop everything, let it go on."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from municipalities import standstills
from municipalities.doors import Door, Page
from municipalities.layouts import one_column
from municipalities.models import Officer, Standstill
from municipalities.page_parts import Link, Tag, Term
from municipalities.tables import Cell, Column, Row, Table, row


class StandstillList(Page):
    """When everything stood still, why, who stopped it and who let it go on."""

    template_name = "municipalities/standstills.html"
    permission = "stop-everything"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read all of them, the latest first."""
        found = Standstill.objects.select_related("began_by__office", "ended_by__office")
        stands = any(each.ended_on is None for each in found)
        return super().get_context_data(
            state=Tag("Stands still", "bad") if stands else Tag("Goes on", "good"),
            doors=[] if stands else [Link("Stop everything", reverse("standstill_begin"))],
            standstills=Table(
                caption="When everything stood still, the latest first",
                columns=[Column("From"), Column("Why", "words"), Column("Stopped by"),
                         Column("Until", "date"), Column("What was made sure of", "words")],
                rows=[self._row(each) for each in found],
                caption_unseen=True,
                on_phone="blocks",
                empty="Never yet.",
            ),
            **kwargs,
        )  # fmt: skip

    def _row(self, each: Standstill) -> Row:
        ends: Cell | str = Cell(each.ended_because, second=str(each.ended_by))
        if each.ended_on is None:
            mine = each.began_by.person_id == self.officer.person_id
            may = self.officer.may("let-go-on") and not mine
            door = reverse("standstill_end", args=[each.pk])
            ends = Cell("Let it go on", door) if may else "Another person lets it go on"
        return row(
            f"{each.began_on:%b} {each.began_on.day}, {each.began_on.year}",
            each.because,
            str(each.began_by),
            Cell(each.ended_on, nothing="Now"),
            ends,
            lit=each.ended_on is None,
        )


class WhyForm(forms.Form):
    """One sentence that whoever looks next has to know."""

    because = forms.CharField(max_length=300, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, *args: Any, label: str, act: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["because"].label = label
        self.helper = one_column("because", act=act)


class BeginStandstill(Door):
    """Stop everything: no notice, no release, no payment, no work in the background."""

    permission = "stop-everything"
    form_class = WhyForm

    def get_form_kwargs(self) -> dict[str, Any]:
        """Ask why."""
        return super().get_form_kwargs() | {"label": "Why", "act": "Stop everything"}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what follows."""
        return super().get_context_data(
            heading="Stop everything",
            lede="For a wrong file, a stolen sign-in, a wrong index, a clock that is off.",
            after="No notice goes out, nothing is released, no warrant is sent, no bank file is "
            "taken. Pages can be read, and what is due stays due. Another person lets it go on.",
            back=Link("Standstills", reverse("standstills")),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Stop."""
        standstills.begin(answers["because"], on=self.today, by=by)
        return "Everything stands still. Another person lets it go on."

    def get_success_url(self) -> str:
        """Go to the list."""
        return reverse("standstills")


class EndStandstill(Door):
    """Let everything go on, as another person than who stopped it."""

    permission = "let-go-on"
    form_class = WhyForm

    @cached_property
    def standstill(self) -> Standstill:
        """The standstill of the address."""
        return get_object_or_404(Standstill, pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Ask what was made sure of."""
        return super().get_form_kwargs() | {
            "label": "What was made sure of",
            "act": "Let it go on",
        }

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show why it stands."""
        each = self.standstill
        return super().get_context_data(
            heading="Let everything go on",
            lede=each.because,
            about=[
                Term("Stopped by", str(each.began_by)),
                Term("Since", f"{each.began_on:%B} {each.began_on.day}, {each.began_on.year}"),
            ],
            after="What became due meanwhile is released at the next full hour, the oldest first, "
            "and marked as late. Notices that wait go out within a minute.",
            back=Link("Standstills", reverse("standstills")),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Let it go on."""
        standstills.end(self.standstill, answers["because"], on=self.today, by=by)
        return "Everything goes on. What is due is looked for within a minute."

    def get_success_url(self) -> str:
        """Go to the list."""
        return reverse("standstills")
