"""The only home of the address table; each app keeps its own addresses."""

from django.contrib import admin
from django.urls import include, path

from config.health import healthz, parts
from config.metrics import metrics

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("healthz/parts", parts, name="healthz_parts"),
    path("metrics", metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("", include("municipalities.urls")),
    path("", include("funds.urls")),
    path("", include("funds.urls_after")),
    path("", include("funds.urls_law")),
    path("", include("funds.urls_explained")),
    path("", include("payments.urls")),
    path("", include("payments.urls_places")),
    path("", include("payments.urls_public")),
    path("", include("payments.urls_evidence")),
    path("", include("payments.urls_api")),
]

handler400 = "config.errors.bad_request"
handler500 = "config.errors.server_error"
