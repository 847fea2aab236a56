"""The application of the law, the ledger and its acts."""

from django.apps import AppConfig


class FundsConfig(AppConfig):
    """The three funds."""

    name = "funds"

    def ready(self) -> None:
        """Name how each kind of the funds' work is run, and how workers are woken."""
        from funds import announcements, chain_checks, intakes, scheduled, tasks, vacant_files, work

        work.register("rehearse", scheduled.rehearse)
        work.register("close", scheduled.close)
        work.register("letters", announcements.letter_unit)
        work.register("lapse notices", announcements.lapse_unit)
        work.register(intakes.KIND, intakes.unit)
        work.register(vacant_files.KIND, vacant_files.unit)
        work.register(chain_checks.SEAL, chain_checks.seal_unit)
        work.register(chain_checks.VERIFY, chain_checks.verify_unit)
        work.announce_by(tasks.work_through_rows.delay)
