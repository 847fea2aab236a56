"""The only home of the doors to a report of vacant land: type, certify, send back, change."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.timezone import now

from funds import parcel_changes, vacant_land
from funds.highlands_forms import (
    CertifyVacantForm,
    ParcelChangeForm,
    ParcelsForm,
    SendBackForm,
    changed,
    initial,
    typed_rows,
)
from funds.models import Fund, VacantLandReport, VacantParcel
from funds.vacant_land import Papers
from funds.views.vacant_land import OfYear
from funds.views.vacant_land_tables import received
from municipalities.doors import Door
from municipalities.drafts.drafted import Drafted
from municipalities.models import Municipality, Officer
from municipalities.page_parts import Link, Term


class ReportDoor(OfYear, Door):
    """A door of a municipality's tax year."""

    heading = lede = after = ""

    @cached_property
    def of(self) -> tuple[Municipality, int]:
        """The municipality and the year of the address."""
        return self.town(), self.year()

    @cached_property
    def report(self) -> VacantLandReport | None:
        """The report that stands, if there is one."""
        return vacant_land.live(*self.of)

    @property
    def title(self) -> str:
        """Name the act and whose report it is."""
        town, year = self.of
        return f"{self.heading}: {town.name}, {year}"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act and the way back."""
        return super().get_context_data(
            fund=Fund.objects.get(pk="highlands"),
            heading=self.title,
            lede=self.lede,
            after=self.after,
            back=Link(f"Vacant land, {self.of[1]}", self.get_success_url()),
            **kwargs,
        )

    def get_success_url(self) -> str:
        """Go back to the report."""
        town, year = self.of
        return reverse("vacant_land", args=[town.pk, year])


class WriteDoor(Drafted, ReportDoor):
    """Type a year's parcels; the difference from the base year is shown as it is typed."""

    permission = "prepare-vacant-land"
    template_name = "funds/vacant_land_write.html"
    form_class = ParcelsForm
    draft = "vacant-land"
    heading = "Vacant land"
    lede = "Every parcel of vacant land: its value in the base year and now. 54:1-85 c."
    after = "Next another person certifies it, as the assessor."

    def _there(self) -> list[VacantParcel]:
        report = self.report or vacant_land.live(self.of[0], self.of[1] - 1)
        return list(report.parcels.all()[:200]) if report else []

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer as many rows as were sent, kept or reported, and some spare ones."""
        kept = self.kept.answers if self.kept else None
        sent = self.request.POST or kept
        return super().get_form_kwargs() | {
            "rows": typed_rows(sent, len(self._there())), "by": self.officer,
        }  # fmt: skip

    def get_initial(self) -> dict[str, Any]:
        """Fill in what is prepared, or what the year before said."""
        return initial(self._there())

    def form_valid(self, form: forms.Form) -> Any:
        """Gather the parcels beside the answers."""
        if isinstance(form, ParcelsForm):
            form.cleaned_data["said"] = form.said()
        return super().form_valid(form)

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Prepare the report."""
        town, year = self.of
        papers = Papers(evidence=answers["papers"], nil=answers["none"])
        made = vacant_land.prepare(town, year, answers["said"], papers, on=self.today, by=by)
        return f"Prepared, parcels: {made.parcels.count()}. The assessor certifies the report next."


class CertifyVacantDoor(ReportDoor):
    """Certify what another person prepared, or send it back."""

    permission = "file-highlands-report"
    form_class = CertifyVacantForm
    heading = "Certify vacant land"

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form the report that stands."""
        found = VacantLandReport.objects.filter(closed_on=None, municipality__in=self._towns())
        report = get_object_or_404(found, municipality=self.of[0], year=self.of[1])
        return super().get_form_kwargs() | {"report": report}

    def _towns(self) -> Any:
        return self.scope.municipalities()

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Certify, or send back with the reason."""
        report = self.get_form_kwargs()["report"]
        if "back" in self.request.POST:
            vacant_land.send_back(report, answers["reason"], on=self.today, by=by)
            return "It is sent back to be prepared anew."
        made = vacant_land.certify(report, answers["digest"], on=self.today, by=by, at=now())
        return received(made)


class BackDoor(ReportDoor):
    """Send a certified report back, as the county board or the Director of Taxation."""

    form_class = SendBackForm
    heading = "Send vacant land back"
    lede = "It is prepared and certified anew; this version stays on record with the reason."

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Send back."""
        towns = self.scope.municipalities()
        found = VacantLandReport.objects.filter(closed_on=None, municipality__in=towns)
        report = get_object_or_404(found, municipality=self.of[0], year=self.of[1])
        vacant_land.send_back(report, answers["reason"], on=self.today, by=by)
        return "It is sent back to be prepared anew."


class ParcelChangeDoor(Door):
    """Change what a certified report says of a parcel; the original stays. h."""

    permission = "review-vacant-land"
    form_class = ParcelChangeForm

    @cached_property
    def parcel(self) -> VacantParcel:
        """The parcel of the address, if it may be seen."""
        rows = VacantParcel.objects.select_related("report__municipality")
        return get_object_or_404(
            self.scope.filter(rows, "report__municipality"), pk=self.kwargs["pk"]
        )

    def get_initial(self) -> dict[str, Any]:
        """Show what it says now."""
        now_ = parcel_changes.in_force([self.parcel])[self.parcel.pk]
        return {
            "base_assessed": f"{now_.base_assessed:,.2f}",
            "current_assessed": f"{now_.current_assessed:,.2f}",
            "cause": now_.cause, "due_to_the_act": now_.due_to_the_act, "vacant": now_.vacant,
        }  # fmt: skip

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the parcel and what was reported."""
        said, report = self.parcel, self.parcel.report
        return super().get_context_data(
            heading=f"Change {said}, {report.municipality.name}, {report.year}",
            lede="So that the report reflects the change in the value of vacant land. 54:1-85 h.",
            after="What the assessor reported stays beside it, with who changed it, when and why.",
            about_title="As reported",
            about=[
                Term("In the base year", said.base_assessed),
                Term("Now", said.current_assessed),
                Term("How it changed", said.get_cause_display()),
                Term("Evidence", said.evidence or None),
                Term("Why due to the act", said.attribution or None),
            ],
            back=Link(f"Vacant land, {report.year}", self.get_success_url()),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Change it."""
        made = parcel_changes.change(
            self.parcel, changed(answers), answers["reason"], on=self.today, by=by
        )
        return f"{self.parcel} is changed: {made.reason}"

    def get_success_url(self) -> str:
        """Go back to the report."""
        report = self.parcel.report
        return reverse("vacant_land", args=[report.municipality_id, report.year])
