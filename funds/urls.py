"""The addresses of the funds' pages."""

from django.urls import path

from funds.views import allocation_doors as doors
from funds.views import fund, holder, ledger, runs

urlpatterns = [
    path("funds/<slug:fund>/", fund.FundPage.as_view(), name="fund"),
    path("funds/<slug:fund>/deposit/", doors.DepositDoor.as_view(), name="deposit"),
    path("funds/<slug:fund>/run/", doors.RunDoor.as_view(), name="run_prepare"),
    path("runs/<int:pk>/", runs.RunPage.as_view(), name="run"),
    path("runs/<int:pk>/certify/", doors.CertifyDoor.as_view(), name="run_certify"),
    path("runs/<int:pk>/credit/", doors.CreditDoor.as_view(), name="run_credit"),
    path("runs/<int:pk>/step-down/", doors.StepDownDoor.as_view(), name="step_down"),
    path("runs/<int:pk>/<str:holder>/", holder.HolderPage.as_view(), name="run_holder"),
    path("postings/<int:pk>/", ledger.PostingPage.as_view(), name="posting"),
    path("accounts/", ledger.AccountList.as_view(), name="account_list"),
    path("accounts/<int:pk>/", ledger.AccountPage.as_view(), name="account"),
]
