"""The addresses of payments, and of the pages that span all three apps."""

from django.urls import path

from payments.views import bank_account_doors as accounts
from payments.views import (
    bank_accounts,
    deposit_doors,
    deposits,
    encumbrance,
    exceptions,
    finding_doors,
    holds,
    home,
    installment,
    payment_day,
    places,
    reconciliation,
    refund_doors,
    registers,
    return_doors,
    returns,
    tie,
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
    path("warrants/<int:pk>/approve/", doors.ApproveWarrant.as_view(), name="warrant_approve"),
    path(
        "warrants/<int:pk>/register.xlsx",
        registers.RegisterWorkbook.as_view(),
        name="warrant_register",
    ),
    path("warrants/<int:pk>/register/", registers.RegisterLetter.as_view(), name="warrant_letter"),
    path("warrants/<int:pk>/issue/", doors.IssueWarrant.as_view(), name="warrant_issue"),
    path("warrants/<int:pk>/send/", doors.SendWarrant.as_view(), name="warrant_send"),
    path("warrants/<int:pk>/file/", doors.TakeBankFile.as_view(), name="bank_file"),
    path("payments/<int:pk>/return/", doors.ReturnDoor.as_view(), name="payment_return"),
    path("reconciliation/", reconciliation.ReconciliationPage.as_view(), name="reconciliation"),
    path("reconciliation/now/", reconciliation.Reconcile.as_view(), name="reconcile"),
    path("reconciliation/<int:pk>/", tie.TiePage.as_view(), name="tie"),
    path("deposits/", deposits.DepositList.as_view(), name="deposits"),
    path("deposits/<int:pk>/", deposits.DepositSeen.as_view(), name="deposit_seen"),
    path(
        "deposits/<int:pk>/confirm/",
        deposit_doors.ConfirmDeposit.as_view(),
        name="deposit_confirm",
    ),
    path("deposits/<int:pk>/ask/", deposit_doors.AskAboutDeposit.as_view(), name="deposit_ask"),
    path("deposits/<int:pk>/advice/", deposit_doors.RemittanceLetter.as_view(), name="remittance"),
    path("queries/<int:pk>/", deposit_doors.AnswerDeposit.as_view(), name="deposit_answer"),
    path("returns/", returns.ReturnList.as_view(), name="returns"),
    path("returns/load/", return_doors.LoadReturns.as_view(), name="return_file_load"),
    path("returns/<int:pk>/", returns.ReturnFilePage.as_view(), name="return_file"),
    path(
        "returns/<int:pk>/confirm/",
        return_doors.ConfirmReturns.as_view(),
        name="return_file_confirm",
    ),
    path(
        "returns/lines/<int:pk>/settle/",
        return_doors.SettleLine.as_view(),
        name="return_line_settle",
    ),
    path("holds/", holds.HoldList.as_view(), name="holds"),
    path("holds/place/", holds.PlaceHold.as_view(), name="hold_place"),
    path("holds/<int:pk>/lift/", holds.LiftHold.as_view(), name="hold_lift"),
    path("bank-accounts/", bank_accounts.BankAccountList.as_view(), name="bank_accounts"),
    path("bank-accounts/enter/", accounts.EnterAccount.as_view(), name="bank_account_enter"),
    path("bank-accounts/<int:pk>/", bank_accounts.BankAccountPage.as_view(), name="bank_account"),
    path(
        "bank-accounts/<int:pk>/confirm/",
        accounts.ConfirmAccount.as_view(),
        name="bank_account_confirm",
    ),
    path("bank-accounts/<int:pk>/call/", accounts.CallAccount.as_view(), name="bank_account_call"),
    path(
        "bank-accounts/<int:pk>/number/",
        accounts.RevealAccount.as_view(),
        name="bank_account_reveal",
    ),
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
    path("vouchers/<int:pk>/refund/", refund_doors.AskRefundDoor.as_view(), name="refund_ask"),
    path("refunds/<int:pk>/", refund_doors.ConfirmRefundDoor.as_view(), name="refund_confirm"),
    path(
        "refunds/<int:pk>/deposit/", refund_doors.RecordRefundDoor.as_view(), name="refund_record"
    ),
]
