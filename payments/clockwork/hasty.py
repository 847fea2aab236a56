"""What a worker of `prove workers` also reads: a broker in haste, a day of the proof, a dollar.

A message is given to another worker after a second, though the first still has it. The product's
own tasks are run, and none knows that it is tried.
"""

import os
import time
from datetime import date, timedelta
from pathlib import Path
from unittest.mock import patch

from celery import current_app

from funds import allocation, work
from funds.models import Work
from funds.work import Progress
from municipalities.models import Officer
from payments.clockwork.workers import COMES, DAY, DOLLAR, DUE, FUND, HELD, KIND, SOURCE

# After a second an unacknowledged message is another worker's, and each second that is looked at.
HASTE = {"visibility_timeout": 1, "unacked_restore_interval": 1, "unacked_restore_throttle": 1}
READING = 0.05  # seconds
LEASE = 2  # seconds after which a killed worker's row is another's


def today() -> date:
    """Say the proof's day; hold the message a while before that on which the money is due."""
    day = date.fromisoformat(os.environ[DAY])
    if Path(os.environ[COMES]).exists():
        return day
    time.sleep(int(os.environ[HELD]))
    return day - timedelta(days=1)


def import_a_dollar(row: Work) -> Progress:
    """Deposit a dollar as the file of a row says; a file takes a while to read."""
    time.sleep(READING)
    allocation.deposit(
        FUND, SOURCE, DOLLAR, on=DUE, by=Officer.objects.get(pk=row.arguments["by"]),
        document="A file", key=row.key,
    )  # fmt: skip
    return Progress(1, 1)


if HELD in os.environ:
    current_app.conf.broker_transport_options.update(HASTE)
    for each in ("payments.tasks.localdate", "funds.tasks.localdate"):
        patch(each, today).start()
    work.LEASE, work.PAUSE = LEASE, 1
    work.register(KIND, import_a_dollar)
