"""The application of the law, the ledger and its acts."""

from django.apps import AppConfig


class FundsConfig(AppConfig):
    """The three funds."""

    name = "funds"
