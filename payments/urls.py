"""The addresses of payments, and of the pages that span all three apps."""

from django.urls import path

from payments.views import (
    encumbrance,
    exceptions,
    finding_doors,
    home,
    installment,
    payment_day,
    places,
    town,
    voucher,
    warrants,
)
from payments.views import encumbrance_doors as encumbrances
from payments.views import voucher_doors as vouchers
from payments.views import warrant_doors as doors
from payments.views.credit_door import CreditDoor

urlpatterns = [
    path("", home.Home.as_view(), name="home"),
    path("search/", places.Search.as_view(), name="search"),
    path("municipalities/", places.MunicipalityList.as_view(), name="municipalities"),
    path("municipalities/<str:code>/", town.MunicipalityPage.as_view(), name="municipality"),
    path("runs/<int:pk>/credit/", CreditDoor.as_view(), name="run_credit"),
    path("payments/", payment_day.PaymentDay.as_view(), name="payment_day"),
    path("payments/certify/<slug:fund>/", doors.CertifyWarrant.as_view(), name="warrant_certify"),
    path("warrants/<int:pk>/", warrants.WarrantPage.as_view(), name="warrant"),
    path("warrants/<int:pk>/issue/", doors.IssueWarrant.as_view(), name="warrant_issue"),
    path("warrants/<int:pk>/send/", doors.SendWarrant.as_view(), name="warrant_send"),
    path("warrants/<int:pk>/file/", doors.TakeBankFile.as_view(), name="bank_file"),
    path("payments/<int:pk>/return/", doors.ReturnDoor.as_view(), name="payment_return"),
    path("installments/<int:pk>/", installment.InstallmentPage.as_view(), name="installment"),
    path("zones/<str:code>/exceptions/", exceptions.ExceptionPage.as_view(), name="exceptions"),
    path("encumbrances/<int:pk>/", encumbrance.EncumbrancePage.as_view(), name="encumbrance"),
    path(
        "encumbrances/<int:pk>/release/",
        encumbrances.ReleaseDoor.as_view(),
        name="encumbrance_release",
    ),
    path("encumbrances/<int:pk>/anew/", encumbrances.ReEncumberDoor.as_view(), name="re_encumber"),
    path("encumbrances/<int:pk>/give-back/", encumbrances.GiveBackDoor.as_view(), name="give_back"),
    path("encumbrances/<int:pk>/voucher/", vouchers.PrepareDoor.as_view(), name="voucher_prepare"),
    path("zones/<str:code>/forfeit/", finding_doors.ForfeitDoor.as_view(), name="forfeit"),
    path("findings/<int:pk>/decide/", finding_doors.DecideDoor.as_view(), name="appeal_decide"),
    path("vouchers/<int:pk>/", voucher.VoucherPage.as_view(), name="voucher"),
    path("vouchers/<int:pk>/approve/", vouchers.ApproveDoor.as_view(), name="voucher_approve"),
    path("vouchers/<int:pk>/clear/", vouchers.ClearDoor.as_view(), name="voucher_clear"),
    path("vouchers/<int:pk>/send-back/", vouchers.SendBackDoor.as_view(), name="voucher_send_back"),
    path("vouchers/<int:pk>/void/", vouchers.VoidDoor.as_view(), name="voucher_void"),
]
