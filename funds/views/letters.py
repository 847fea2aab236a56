"""The only home of the doors that issue a holder's letter on demand, and lead to it."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import letters
from funds.models import Certification, Closing, Disposition, RunLine
from municipalities.doors import Door
from municipalities.layouts import one_column
from municipalities.models import Officer, Paper
from municipalities.page_parts import Link


class LetterForm(forms.Form):
    """One button: the letter is issued and stored."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column(act="Issue the letter")


class LetterDoor(Door):
    """Leads to a letter that is issued; offers to issue one that is not."""

    form_class: type[forms.Form] = LetterForm
    heading = ""
    made: Paper

    @property
    def key(self) -> str:
        """The key of the letter, if the person may see what it is about."""
        raise Http404

    @property
    def back(self) -> Link:
        """The page the letter is about."""
        return Link("Home", "/")

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Go to the letter when it is issued."""
        there = Paper.objects.filter(key=self.key).first()
        if there is not None:
            return HttpResponseRedirect(reverse("paper", args=[there.number]))
        return super().get(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act."""
        return super().get_context_data(
            heading=self.heading,
            lede="It is set once, numbered, and stored as it is issued.",
            back=self.back,
            **kwargs,
        )

    def get_success_url(self) -> str:
        """Go to the letter."""
        return reverse("paper", args=[self.made.number])


class CertificationLetter(LetterDoor):
    """The letter that tells a holder what was certified for it."""

    heading = "Letter of a certification"

    @cached_property
    def certification(self) -> Certification:
        """The certification of the address, if the person may see the holder's lines."""
        lines = self.scope.filter(RunLine.objects.all(), "municipality", "zone")
        if not lines.filter(run=self.kwargs["pk"], holder=self.kwargs["holder"]).exists():
            raise Http404
        return get_object_or_404(Certification, run=self.kwargs["pk"])

    @property
    def key(self) -> str:
        """The key of the holder's letter."""
        return letters.certification_key(self.certification, self.kwargs["holder"])

    @property
    def back(self) -> Link:
        """The holder's amounts of the run."""
        to = reverse("run_holder", args=[self.kwargs["pk"], self.kwargs["holder"]])
        return Link(self.certification.number, to)

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Issue the letter."""
        holder = self.kwargs["holder"]
        self.made = letters.issue_certification(self.certification, holder, on=self.today, by=by)
        return f"{self.made.number} is issued."


class LapseNotice(LetterDoor):
    """The notice of what lapsed of a zone's money at a year's end."""

    heading = "Notice of what lapsed"

    @cached_property
    def closing(self) -> Closing:
        """The certified closing of the address, if the person may see what lapsed of the zone."""
        lapsed = Disposition.objects.filter(
            what=Disposition.What.LAPSED,
            closing__fund=self.kwargs["fund"],
            closing__sfy=self.kwargs["sfy"],
            account__holder=self.kwargs["holder"],
        )
        if not self.scope.filter(lapsed, "account__zone").exists():
            raise Http404
        return get_object_or_404(
            Closing,
            fund=self.kwargs["fund"],
            sfy=self.kwargs["sfy"],
            certified_on__isnull=False,
        )

    @property
    def key(self) -> str:
        """The key of the zone's notice."""
        return letters.lapse_key(self.closing, self.kwargs["holder"])

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Issue the notice."""
        self.made = letters.issue_lapse(self.closing, self.kwargs["holder"], on=self.today, by=by)
        return f"{self.made.number} is issued."
