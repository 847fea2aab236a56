"""The addresses that programs read; api/schema/ describes them."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from payments.api import public, scoped

urlpatterns = [
    path("api/schema/", SpectacularAPIView.as_view(), name="api_schema"),
    path("api/municipalities/", public.Municipalities.as_view(), name="api_municipalities"),
    path(
        "api/municipalities/<str:code>/",
        public.OneMunicipality.as_view(),
        name="api_municipality",
    ),
    path("api/funds/", public.Funds.as_view(), name="api_funds"),
    path("api/certified/", public.Certified.as_view(), name="api_certified"),
    path("api/schedules/", public.Schedules.as_view(), name="api_schedules"),
    path("api/payments/", public.Payments.as_view(), name="api_payments"),
    path("api/clauses/", public.Clauses.as_view(), name="api_clauses"),
    path("api/clauses/<str:clause>/", public.OneClause.as_view(), name="api_clause"),
    path("api/figures/", public.FiguresOfLaw.as_view(), name="api_figures"),
    path("api/municipalities.csv", public.MunicipalitiesCsv.as_view(), name="api_towns_csv"),
    path("api/certified.csv", public.CertifiedCsv.as_view(), name="api_certified_csv"),
    path("api/payments.csv", public.PaymentsCsv.as_view(), name="api_payments_csv"),
    path("api/accounts/", scoped.Accounts.as_view(), name="api_accounts"),
    path("api/installments/", scoped.Installments.as_view(), name="api_installments"),
    path("api/encumbrances/", scoped.Encumbrances.as_view(), name="api_encumbrances"),
    path("api/vouchers/", scoped.Vouchers.as_view(), name="api_vouchers"),
]
