"""The addresses of what everyone may read without signing in."""

from django.urls import path

from payments.views import public

urlpatterns = [
    path("public/", public.PublicState.as_view(), name="public"),
    path("public/certified.csv", public.PublicStateData.as_view(), name="public_data"),
    path("public/<str:code>/", public.PublicTown.as_view(), name="public_town"),
    path(
        "public/<str:code>/certified.csv",
        public.PublicCertified.as_view(),
        name="public_certified",
    ),
    path("public/<str:code>/payments.csv", public.PublicPayments.as_view(), name="public_payments"),
]
