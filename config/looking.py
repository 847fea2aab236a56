"""The only home of how work is announced: a message that says "look" and may be lost."""

import logging
from typing import Any

from celery.contrib.django.task import DjangoTask
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)


class Look(DjangoTask):
    """A task whose message may be lost: its work is a row, and beat has rows looked for."""

    abstract = True

    def apply_async(self, *args: Any, **kwargs: Any) -> Any:
        """Send the message; with the broker down, say so in the log and leave the row to beat."""
        try:
            return super().apply_async(*args, **kwargs)
        except OperationalError as error:
            log.warning("No broker (%s); %s waits as a row.", error, self.name)
            return None
