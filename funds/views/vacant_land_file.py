"""The only home of a file of vacant land on its pages: sent, read by a worker, looked at, taken."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.generic import View

from funds import vacant_files, vacant_land
from funds.highlands_forms import ParcelFileForm, PrepareForm
from funds.models import ParcelFile
from funds.views import vacant_land_file_tables as parts
from funds.views.intake_files import workbook
from funds.views.intake_tables import findings
from funds.views.vacant_land import OfYear
from funds.views.vacant_land_doors import ReportDoor
from municipalities.doors import Page
from municipalities.intake import workbooks
from municipalities.models import Officer
from municipalities.page_parts import Progress

MOST_FOUND = 100
WAITS = "A worker reads the file; you may leave the page."


class FileDoor(ReportDoor):
    """Send a year's parcels as a file."""

    permission = vacant_land.PREPARE
    form_class = ParcelFileForm
    heading = "Send the report of vacant land"
    lede = "A parcel a row, in the columns of the workbook that the report’s page offers."
    after = "A worker reads it, all or nothing; what must be mended is said cell by cell."
    made: ParcelFile

    def get_form_kwargs(self) -> dict[str, Any]:
        """Say who sends it."""
        return super().get_form_kwargs() | {"by": self.officer}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Keep the file and let a worker read it."""
        town, year = self.of
        file, papers = answers["file"], answers["papers"]
        self.made = vacant_files.send(town, year, file, papers, on=self.today, by=by)
        return "The file is kept and waits to be read."

    def get_success_url(self) -> str:
        """Go to the file once there is one."""
        if hasattr(self, "made"):
            return reverse("vacant_land_read", args=[*self.kwargs.values(), self.made.pk])
        return super().get_success_url()


class OfFile(OfYear):
    """What a page of one file knows."""

    def file(self) -> ParcelFile:
        """Find a visible municipality's file of the year."""
        rows = ParcelFile.objects.select_related(
            "document", "municipality", "sent_by__office", "sent_by__person", "report",
            "report__prepared_by__office", "report__certified_by__office",
        )  # fmt: skip
        of = {"municipality": self.town(), "year": self.year(), "pk": self.kwargs["pk"]}
        return get_object_or_404(rows, **of)


class FilePage(OfFile, Page):
    """One file: what must be mended, what to look at, what moves, and who prepares from it."""

    template_name = "funds/vacant_land_file.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the file and compare it with the report that stands."""
        file = self.file()
        compared = parts.compared(file) if file.outcome == "read" else None
        return super().get_context_data(
            file=file,
            town=file.municipality,
            state=parts.state_of(file),
            figures=parts.figures(file),
            steps=parts.steps(file),
            progress=self._progress(file),
            must=findings("What must be mended", file.must[:MOST_FOUND], ""),
            look=findings("What to look at", file.look[:MOST_FOUND], ""),
            compared=compared,
            panel=parts.panel(file, self.officer),
            **kwargs,
        )

    def _progress(self, file: ParcelFile) -> Progress | None:
        if file.outcome:
            return None
        url = reverse("vacant_land_progress", args=list(self.kwargs.values()))
        return Progress("Reading the file", WAITS, url=url)


class FileProgress(OfFile, View):
    """Whether a file is read, for the page that waits."""

    def get(self, request: HttpRequest, code: str, year: int, pk: int) -> JsonResponse:
        """Answer in words, and with the page to go to."""
        done = bool(self.file().outcome)
        url = reverse("vacant_land_read", args=[code, year, pk])
        said = {"words": "Read" if done else WAITS, "done": int(done), "of": 1}
        return JsonResponse(said | {"finished": done, "url": url})


class FileFindings(OfFile, View):
    """Both lists of a file as a workbook."""

    def get(self, request: HttpRequest, code: str, year: int, pk: int) -> HttpResponse:
        """Answer with the workbook."""
        file = self.file()
        title = f"{file.document.filename}: vacant land of {file.municipality.name}, {year}"
        lists = workbooks.findings(title, file.must, file.look)
        return workbook(lists, f"vacant-land-{code}-{year}-findings")


class PrepareDoor(OfFile, ReportDoor):
    """Prepare the report of what was read."""

    permission = vacant_land.PREPARE
    form_class = PrepareForm
    heading = "Prepare the report from the file"

    def get_form_kwargs(self) -> dict[str, Any]:
        """Give the form the file."""
        file = self.file()
        return super().get_form_kwargs() | {"file": file, "asked": vacant_files.to_look_at(file)}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Prepare it."""
        looked = bool(answers.get("looked"))
        made = vacant_files.prepare(self.file(), looked=looked, on=self.today, by=by)
        return f"Prepared, parcels: {made.parcels.count()}. The assessor certifies the report next."
