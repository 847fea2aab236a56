"""The only home of the doors to files: send, put forward, accept, decline, override."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import intakes
from funds.intake_forms import (
    AcceptForm,
    ApproveOverrideForm,
    ForwardForm,
    OverrideForm,
    ReasonForm,
    SendFileForm,
    periods_of,
)
from funds.queries.intakes import look
from funds.views.intake_parts import back_to
from municipalities.doors import Door
from municipalities.intake import accepting, checks
from municipalities.intake.sending import Publication
from municipalities.models import Intake, Officer, Override
from municipalities.page_parts import Link, Term
from municipalities.reading.formats import LAYOUTS
from municipalities.reading.layouts import Column, Layout


class SendDoor(Door):
    """Send a file of a layout in."""

    permission = "load-facts"
    form_class = SendFileForm
    made: Intake

    @cached_property
    def layout(self) -> Layout:
        """The layout of the address."""
        if self.kwargs["layout"] not in LAYOUTS:
            raise Http404
        return LAYOUTS[self.kwargs["layout"]]

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form the layout and its periods."""
        periods = periods_of(self.layout, self.today)
        more = {"layout": self.layout, "periods": periods, "by": self.officer}
        return super().get_form_kwargs() | more

    def get_initial(self) -> dict[str, Any]:
        """Offer what is known of the publication."""
        layout = self.layout
        return {"title": layout.title, "publisher": layout.publisher, "received_on": self.today}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what the file must hold."""
        heads = [Term(column.head, _how_needed(column)) for column in self.layout.columns]
        return super().get_context_data(
            heading=f"Send: {self.layout.title}",
            lede=self.layout.about,
            back=Link("Files and figures", reverse("intakes")),
            after="It is read by a worker. Until another person accepts it, nothing changes.",
            about=heads,
            about_title="Columns, in any order",
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Keep the file and let a worker read it."""
        names = ("period", "title", "publisher", "received_on", "reference")
        what = Publication(self.layout.key, **{name: answers[name] for name in names})
        self.made = intakes.send(answers["file"], what, on=self.today, by=by)
        return f"{self.layout.title}, {what.period}: the file is kept and waits to be read."

    def get_success_url(self) -> str:
        """Go to the file."""
        return reverse("intake", args=[self.made.pk])


def _how_needed(column: Column) -> str:
    if column.role in ("code", "name"):
        return "one of code and name"
    return "needed" if column.needed else "if it is there"


class IntakeDoor(Door):
    """A door of one file."""

    heading = lede = after = ""

    @cached_property
    def intake(self) -> Intake:
        """The file of the address."""
        return get_object_or_404(Intake.objects.select_related("document"), pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act and the file."""
        return super().get_context_data(
            heading=self.heading,
            lede=self.lede,
            after=self.after,
            back=back_to(self.intake),
            about=self.about(),
            **kwargs,
        )

    def about(self) -> list[Term]:
        """Say which file it is."""
        intake = self.intake
        return [
            Term("File", intake.document.filename),
            Term("Period", intake.period),
            Term("Sent", f"{intake.sent_on:%b %-d, %Y}"),
        ]

    def get_success_url(self) -> str:
        """Go back to the file."""
        return reverse("intake", args=[self.intake.pk])


class ForwardDoor(IntakeDoor):
    """Load what was read as versions that wait."""

    permission = "load-facts"
    form_class = ForwardForm
    heading = "Put the figures forward"

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form its file."""
        return super().get_form_kwargs() | {"intake": self.intake}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Put forward."""
        looked = bool(answers.get("looked"))
        made = accepting.forward(self.intake, looked=looked, on=self.today, by=by)
        return f"{made.series.count()} versions of figures wait for another person."


class AcceptDoor(IntakeDoor):
    """Accept every version that a file brought."""

    permission = "accept-facts"
    form_class = AcceptForm
    heading = "Accept the figures"

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form its file and how many figures there are."""
        many = look(self.intake, self.today).many
        return super().get_form_kwargs() | {"intake": self.intake, "many": many}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Accept."""
        accepted = accepting.accept(self.intake, on=self.today, by=by)
        names = ", ".join(str(each) for each in accepted)
        return f"In force from today: {names}."


class DeclineDoor(IntakeDoor):
    """End a file with a reason."""

    permission = "load-facts"
    form_class = ReasonForm
    heading = "Decline the file"
    after = "Its figures never come into force; the file stays on record with the reason."

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Decline."""
        accepting.decline(self.intake, answers["reason"], on=self.today, by=by)
        return "Declined. A corrected file is sent anew."


class OverrideDoor(IntakeDoor):
    """Ask that checks shall not stop a file."""

    permission = "load-facts"
    form_class = OverrideForm
    heading = "Ask for an override"
    lede = "A check stops a file until a corrected one passes, or two persons say why it may not."
    after = "Another person approves it. It stays to be seen wherever the figures are."

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form the open checks."""
        groups = checks.grouped(look(self.intake, self.today).open)
        return super().get_form_kwargs() | {"groups": groups}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Ask."""
        made = accepting.ask_override(
            self.intake, answers["groups"], answers["reason"], on=self.today, by=by
        )
        return f"{len(made.checks)} checks wait for another person’s approval."


class ApproveOverrideDoor(IntakeDoor):
    """Approve an override that another person asked for."""

    permission = "accept-facts"
    form_class = ApproveOverrideForm
    heading = "Approve an override"

    @cached_property
    def override(self) -> Override:
        """The override of the address."""
        found = Override.objects.select_related("intake__document", "asked_by__office")
        return get_object_or_404(found, pk=self.kwargs["pk"])

    @cached_property
    def intake(self) -> Intake:
        """The file it is of."""
        return self.override.intake

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form the override."""
        return super().get_form_kwargs() | {"override": self.override}

    def about(self) -> list[Term]:
        """Say the reason and what it overrides."""
        named = [
            Term(each["key"].replace("/", ", ").replace("_", " "), each["words"])
            for each in self.override.checks[:12]
        ]
        asked = str(self.override.asked_by)
        return [Term("Asked by", asked), Term("Reason", self.override.reason), *named]

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Approve."""
        made = accepting.approve_override(self.override, on=self.today, by=by)
        return f"{len(made.checks)} checks are overridden; the reason stays beside the figures."
