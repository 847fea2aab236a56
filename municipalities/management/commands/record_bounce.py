"""Records a message that came back; a mail system hands the report to it."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from municipalities.notices import bounces
from municipalities.refusal import Refusal


class Command(BaseCommand):
    """Read a delivery report from standard input and mark the notice as returned."""

    help = "Record a returned message: the mail system pipes its report here."

    def handle(self, *args: Any, **options: Any) -> None:
        """Record it, and say of which notice it was."""
        try:
            notice = bounces.record(sys.stdin.buffer.read())
        except Refusal as no:
            raise CommandError(str(no)) from no
        self.stdout.write(f"Notice {notice.pk}: {notice.get_state_display().lower()}.")
