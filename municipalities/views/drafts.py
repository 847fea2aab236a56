"""The only home of drafts on screen: one's own, their versions of the last day, and autosave."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.timezone import localdate
from django.views.generic import View

from municipalities.doors import Page, Seen
from municipalities.drafts import keeping
from municipalities.drafts.drafted import seen_version
from municipalities.models import Draft, DraftVersion
from municipalities.offices import serving
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
    """The forms a person began and did not send; of others', the Department knows that they are."""

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
                    localdate(each.updated_at),
                    Cell("Versions of the last day", reverse("draft", args=[each.pk])),
                )
                for each in mine
            ],
            on_phone="plain",
            empty="Nothing begun. What you type into a long form is kept here until you send it.",
        )
        others = _elsewhere(self) if self.officer.may("know-of-drafts") else None
        return super().get_context_data(drafts=table, others=others, **kwargs)


def _elsewhere(page: Page) -> Table:
    """Show which local office began which form and when, and nothing of what it says."""
    terms = serving(page.today).exclude(office__municipality=None, office__zone=None)
    held = {
        term.person_id: term.office.name
        for term in terms.filter(person__in=Draft.objects.values("person"))
    }
    begun = Draft.objects.filter(person__in=held)[:100]
    return Table(
        caption="Forms that municipalities and zones began and did not send",
        columns=[Column("Office"), Column("Form"), Column("Kept", "date"), Column("Age")],
        rows=[
            row(held[each.person_id], each.title, day, f"{max((page.today - day).days, 0)} days")
            for each in begun
            for day in [localdate(each.updated_at)]
        ],
        on_phone="blocks",
        empty="Nothing is begun elsewhere.",
    )


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
