"""The application of money leaving: installments, vouchers, warrants, returns."""

from django.apps import AppConfig


class PaymentsConfig(AppConfig):
    """Payment day."""

    name = "payments"

    def ready(self) -> None:
        """Have the year's end note whose payments are held."""
        from funds import dispositions
        from payments import holds

        dispositions.note_held(holds.notes)
