"""The only home of how work is announced: a message that says "look" and may be lost."""

import logging
from typing import Any

from celery.contrib.django.task import DjangoTask
from kombu.exceptions import OperationalError
from structlog.contextvars import bind_contextvars, clear_contextvars

from municipalities import standstills

log = logging.getLogger(__name__)


class Look(DjangoTask):
    """A task whose message may be lost: its work is a row, and beat has rows looked for."""

    abstract = True
    stands_still = True  # whether it does nothing while everything stands still

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Look, unless everything stands still: what is due stays due."""
        clear_contextvars()
        bind_contextvars(task=self.name)
        if self.stands_still and standstills.standing() is not None:
            log.warning("Everything stands still; %s did not look.", self.name)
            return None
        return super().__call__(*args, **kwargs)

    def apply_async(self, *args: Any, **kwargs: Any) -> Any:
        """Send the message; with the broker down, say so in the log and leave the row to beat."""
        try:
            return super().apply_async(*args, **kwargs)
        except OperationalError as error:
            log.warning("No broker (%s); %s waits as a row.", error, self.name)
            return None
