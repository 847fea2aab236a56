"""Money leaving: schedules, installments, vouchers, bank accounts, warrants, returns."""

from payments.models.bank_file import BankFile, BankFileTaking
from payments.models.installment import Installment, Plan, Schedule, ScheduleLine, Stream
from payments.models.payment import (
    BankAccount,
    BankReturn,
    Hold,
    Payment,
    Warrant,
)
from payments.models.voucher import Voucher, VoucherReduction

__all__ = [
    "BankAccount",
    "BankFile",
    "BankFileTaking",
    "BankReturn",
    "Hold",
    "Installment",
    "Payment",
    "Plan",
    "Schedule",
    "ScheduleLine",
    "Stream",
    "Voucher",
    "VoucherReduction",
    "Warrant",
]
