"""The application of money leaving: installments, vouchers, warrants, returns."""

from django.apps import AppConfig


class PaymentsConfig(AppConfig):
    """Payment day."""

    name = "payments"

    def ready(self) -> None:
        """Have the year's end note whose payments are held; name how the demonstration is told."""
        from funds import dispositions, work
        from payments import holds, identity_checks
        from payments.demo import telling

        dispositions.note_held(holds.notes)
        work.register(telling.KIND, telling.tell)
        work.register(identity_checks.KIND, identity_checks.unit)
