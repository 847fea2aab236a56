"""The application of money leaving: installments, vouchers, warrants, returns."""

from django.apps import AppConfig


class PaymentsConfig(AppConfig):
    """Payment day."""

    name = "payments"
