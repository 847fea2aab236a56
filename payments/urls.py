"""The addresses of payments, and of the pages that span all three apps."""

from django.urls import path

from payments.views import home, installment, payment_day, places, warrants
from payments.views import warrant_doors as doors

urlpatterns = [
    path("", home.Home.as_view(), name="home"),
    path("search/", places.Search.as_view(), name="search"),
    path("municipalities/", places.MunicipalityList.as_view(), name="municipalities"),
    path("municipalities/<str:code>/", places.MunicipalityPage.as_view(), name="municipality"),
    path("payments/", payment_day.PaymentDay.as_view(), name="payment_day"),
    path("payments/certify/<slug:fund>/", doors.CertifyWarrant.as_view(), name="warrant_certify"),
    path("warrants/<int:pk>/", warrants.WarrantPage.as_view(), name="warrant"),
    path("warrants/<int:pk>/issue/", doors.IssueWarrant.as_view(), name="warrant_issue"),
    path("warrants/<int:pk>/send/", doors.SendWarrant.as_view(), name="warrant_send"),
    path("payments/<int:pk>/return/", doors.ReturnDoor.as_view(), name="payment_return"),
    path("installments/<int:pk>/", installment.InstallmentPage.as_view(), name="installment"),
]
