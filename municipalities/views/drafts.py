"""The only home of drafts on screen: one's own, their versions of the last day, and autosave."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.generic import View

from municipalities.doors import Page, Seen
from municipalities.drafts import keeping
from municipalities.drafts.drafted import seen_version
from municipalities.models import Draft, DraftVersion
from municipalities.tables import Cell, Column, Table, row


class SaveDraft(Seen, View):
    """What a page's script sends every 20 seconds."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Lead whoever signed in again on the way here to what was kept."""
        return HttpResponseRedirect(reverse("drafts"))

    def post(self, request: HttpRequest) -> JsonResponse:
        """Save, or say that another page's version is newer (409)."""
        where = keeping.carried(request.POST.get("draft", ""))
        if where is None or where.person != self.officer.person_id:
            raise Http404
        try:
            draft = keeping.save(where, keeping.typed(request.POST), seen=seen_version(request))
        except keeping.Stale as newer:
            return JsonResponse(
                {
                    "words": "This form was changed on another page. Nothing was written over.",
                    "url": reverse("draft", args=[newer.draft.pk]),
                },
                status=409,
            )
        return JsonResponse({"words": "Kept", "seen": draft.version})


class DraftList(Page):
    """The forms a person began and did not send."""

    template_name = "municipalities/drafts.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show the person's own."""
        mine = Draft.objects.filter(person=self.officer.person_id)[:100]
        table = Table(
            caption="Forms you began, the latest first",
            columns=[Column("Form"), Column("Kept", "date"), Column("Versions")],
            rows=[
                row(
                    Cell(each.title, each.address),
                    each.updated_at.date(),
                    Cell("Versions of the last day", reverse("draft", args=[each.pk])),
                )
                for each in mine
            ],
            on_phone="plain",
            empty="Nothing begun. What you type into a long form is kept here until you send it.",
        )
        return super().get_context_data(drafts=table, **kwargs)


class DraftPage(Page):
    """One draft and its earlier versions, each beside what it is now; one may be brought back."""

    template_name = "municipalities/draft.html"

    @property
    def draft(self) -> Draft:
        """The person's own draft of the address."""
        mine = Draft.objects.filter(person=self.officer.person_id)
        return get_object_or_404(mine, pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Set each version beside the draft."""
        draft = self.draft
        versions = [
            (each, keeping.compare(draft.answers, each.answers, {}))
            for each in draft.versions.all()[:100]
        ]
        return super().get_context_data(draft=draft, versions=versions, **kwargs)

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Bring a version back, or throw the draft away."""
        draft = self.draft
        if "discard" in request.POST:
            keeping.discard(self.officer.person, draft.form, draft.about)
            messages.success(request, "The draft is thrown away.")
            return HttpResponseRedirect(reverse("drafts"))
        wanted = request.POST.get("version", "")
        if not (wanted.isascii() and wanted.isdigit()):
            raise Http404
        found = get_object_or_404(DraftVersion, draft=draft, pk=int(wanted[:18]))
        keeping.bring_back(found)
        messages.success(request, "The version is brought back. Look it over and send it.")
        return HttpResponseRedirect(draft.address)
