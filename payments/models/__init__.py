"""Money leaving: schedules, installments, vouchers, bank accounts, warrants, returns."""

from payments.models.approval import WarrantApproval
from payments.models.bank_account import AccountReveal, BankAccount
from payments.models.bank_file import BankCopy, BankFile, BankFileTaking
from payments.models.bundle import Bundle
from payments.models.deposit_answer import DepositAnswer
from payments.models.hold import Hold
from payments.models.installment import Installment, Plan, Schedule, ScheduleLine, Stream
from payments.models.payment import BankReturn, Payment, Warrant
from payments.models.reconciliation import Reconciliation
from payments.models.refund import Refund
from payments.models.return_file import ReturnFile, ReturnLine
from payments.models.voucher import Voucher, VoucherReduction

__all__ = [
    "AccountReveal",
    "BankAccount",
    "BankCopy",
    "BankFile",
    "BankFileTaking",
    "BankReturn",
    "Bundle",
    "DepositAnswer",
    "Hold",
    "Installment",
    "Payment",
    "Plan",
    "Reconciliation",
    "Refund",
    "ReturnFile",
    "ReturnLine",
    "Schedule",
    "ScheduleLine",
    "Stream",
    "Voucher",
    "VoucherReduction",
    "Warrant",
    "WarrantApproval",
]
