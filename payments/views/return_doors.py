"""The only home of the doors to return files: load one, record it, settle an exception."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from municipalities.doors import Door
from municipalities.models import Officer
from municipalities.page_parts import Link, Term
from payments import return_files
from payments.models import ReturnFile, ReturnLine
from payments.queries import returns as queries
from payments.return_forms import ConfirmReturnsForm, LoadForm, SettleForm


class LoadReturns(Door):
    """Load a file of the bank: it is read and matched, and nothing is posted."""

    permission = "record-return"
    form_class: type[forms.Form] = LoadForm
    made: ReturnFile

    def get_form_kwargs(self) -> dict[str, Any]:
        """Say who sends the file."""
        return super().get_form_kwargs() | {"by": self.officer}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act."""
        return super().get_context_data(
            heading="Load a file of returns",
            lede="Each line is matched by its payment’s number. You see what would be recorded.",
            after="The file itself isn’t kept: it may hold account numbers. Its SHA-256 is.",
            back=Link("Returns", reverse("returns")),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Read and match it."""
        name, content = answers["file"]
        before = ReturnFile.objects.count()
        self.made = return_files.load(content, name, on=self.today, by=by)
        if ReturnFile.objects.count() == before:
            return f"This very file was loaded on {self.made.sent_on:%B %-d, %Y}: nothing changes."
        if self.made.quarantined_because:
            return "The file is in quarantine: its layout isn’t known. Nothing was read."
        return "The file is read and matched. Nothing is recorded yet."

    def get_success_url(self) -> str:
        """Go to the file."""
        return reverse("return_file", args=[self.made.pk])


class ConfirmReturns(Door):
    """Record every matched line of a file."""

    permission = "record-return"
    form_class: type[forms.Form] = ConfirmReturnsForm

    @cached_property
    def file(self) -> ReturnFile:
        """The file of the address."""
        return get_object_or_404(ReturnFile, pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name how many and how much."""
        matched = queries.sums(self.file)["matched"]
        more = {"file": self.file, "count": matched.count, "amount": f"{matched.amount:,.2f}"}
        return super().get_form_kwargs() | more

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act and the way back."""
        return super().get_context_data(
            heading=f"Record the returns of {self.file.filename}",
            back=Link(self.file.filename, self.get_success_url()),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record them."""
        return_files.confirm(self.file, on=self.today, by=by)
        many = self.file.lines.filter(recorded__isnull=False).count()
        return f"{many} returns are recorded. Their payments wait to be paid again."

    def get_success_url(self) -> str:
        """Go back to the file."""
        return reverse("return_file", args=[self.file.pk])


class SettleLine(Door):
    """Say what came of an exception."""

    permission = "record-return"
    form_class: type[forms.Form] = SettleForm

    @cached_property
    def line(self) -> ReturnLine:
        """The line of the address."""
        return get_object_or_404(ReturnLine.objects.select_related("file"), pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show the line."""
        line = self.line
        return super().get_context_data(
            heading="Settle an exception",
            lede=line.finding,
            about=[
                Term("Payment", line.trace),
                Term("Return code", line.code),
                Term("Amount", line.amount, in_dollars=True),
            ],
            back=Link("Returns", reverse("returns")),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Settle it."""
        return_files.settle(self.line, answers["because"], on=self.today, by=by)
        return "The exception is settled."

    def get_success_url(self) -> str:
        """Go to the returns."""
        return reverse("returns")
