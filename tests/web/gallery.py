"""The only home of the gallery: every part of a page, shown only in tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path

from tests.web import gallery_charts, gallery_parts
from tests.web.gallery_forms import VoucherForm, panel

HERE = Path(__file__).parent


def _page(request: HttpRequest, name: str, **more: Any) -> HttpResponse:
    template = engines["django"].from_string((HERE / name).read_text(encoding="utf-8"))
    context = gallery_parts.SHOWN | gallery_charts.SHOWN | more
    return HttpResponse(template.render(context, request))


@login_not_required
def gallery(request: HttpRequest) -> HttpResponse:
    """Every part of a page."""
    return _page(request, "gallery.html", form=VoucherForm(), panel=panel())


@login_not_required
def form(request: HttpRequest) -> HttpResponse:
    """A form of every field; an empty answer shows every error."""
    asked = VoucherForm(request.POST or None)
    return _page(request, "gallery_form.html", form=asked)


urlpatterns = [
    path("gallery/", gallery),
    path("gallery/form/", form),
    path("", include("config.urls")),
]
