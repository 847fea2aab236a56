"""The only home of the calendar: which task wakes when, by which clause, how work is kept."""

import os
from typing import Any

from celery import Celery
from celery.schedules import crontab
from celery.signals import worker_init
from django.conf import settings

from config.bootstrap import ensure_services

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("apportion", task_cls="config.looking:Look")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

HARD_LIMIT = 30 * 60  # seconds; a unit of work is small, a task that takes longer is stuck

app.conf.update(
    timezone="America/New_York",
    # A message only says "look": state is a row in PostgreSQL, so no result is kept and
    # a lost or repeated message changes nothing.
    task_ignore_result=True,
    task_store_errors_even_if_ignored=False,
    task_serializer="json",
    accept_content=["json"],
    # Delivered again when a worker dies with it.
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    # Longer than the hard limit: no task that still runs is handed to a second worker.
    task_time_limit=HARD_LIMIT,
    task_soft_time_limit=HARD_LIMIT - 60,
    broker_transport_options={
        "visibility_timeout": 2 * HARD_LIMIT,
        "socket_timeout": 20,
        "socket_connect_timeout": 2,
        "retry_on_timeout": True,
        "health_check_interval": 10,
        # A page that announces work must not wait for a broker that is down: the row is there.
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0,
    },
    task_publish_retry=False,
    # The worker itself waits for its broker as long as it takes.
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    worker_cancel_long_running_tasks_on_connection_loss=False,
    worker_soft_shutdown_timeout=10,
    worker_enable_soft_shutdown_on_idle=True,
    worker_concurrency=2,
    worker_max_memory_per_child=512_000,  # kilobytes
    worker_hijack_root_logger=False,
    beat_scheduler="config.single_beat:SingleBeat",
    beat_max_loop_interval=30,
)

app.conf.beat_schedule = {
    # 52:27D-439 c. and 54:1-85 e.: what is due on a New York day is released on that day.
    "release what is due": {
        "task": "payments.tasks.release_due_installments",
        "schedule": crontab(minute="5"),
    },
    # What was certified, posted, warranted and paid by the bank is compared every morning.
    "reconcile payments": {
        "task": "payments.tasks.reconcile_payments",
        "schedule": crontab(minute="40", hour="5"),
    },
    # 52:27H-88 j.: what a finding made owed is taken from what zones have and get, every morning.
    "forfeit what findings owe": {
        "task": "payments.tasks.forfeit_what_is_owed",
        "schedule": crontab(minute="10", hour="6"),
    },
    # 52:27H-88 h. and i.: the fiscal year ends June 30; the rehearsal is ready on July 1,
    # and every later day catches up on one that is missing.
    "rehearse the year's end": {
        "task": "funds.tasks.prepare_year_end_rehearsal",
        "schedule": crontab(minute="15", hour="0"),
    },
    # Letters and notices follow what is on record; an undelivered one is seen within a minute.
    "tell of what is on record": {
        "task": "funds.tasks.announce",
        "schedule": crontab(),
    },
    "send the notices that wait": {
        "task": "municipalities.tasks.deliver_notices",
        "schedule": crontab(),
    },
    # 52:27H-88 i.: what an encumbrance holds lapses on its last day; its holder is told before.
    "remind of what is due": {
        "task": "funds.tasks.remind",
        "schedule": crontab(minute="25"),
    },
    # 52:27D-439 c. and 54:1-85 f.(1): the Treasury is told before and after each day it must pay.
    "remind of payment days": {
        "task": "payments.tasks.remind_of_payment_days",
        "schedule": crontab(minute="35"),
    },
    # Who left or never came holds no open sign-in, and no office stays empty unseen for a day.
    "look after offices and sign-ins": {
        "task": "municipalities.tasks.look_after_offices",
        "schedule": crontab(minute="20", hour="0"),
    },
    # What was typed may be brought back for a day.
    "forget old versions of drafts": {
        "task": "municipalities.tasks.forget_versions",
        "schedule": crontab(minute="35"),
    },
    # A process that died between a file and its row leaves a file that is nobody's.
    "sweep the store of files": {
        "task": "municipalities.tasks.sweep_documents",
        "schedule": crontab(minute="45", hour="3"),
    },
    # What every chain ended with is signed and written outside the database once a day; a machine
    # that was down at midnight seals in its first hour.
    "seal the day": {
        "task": "funds.tasks.seal_the_day",
        "schedule": crontab(minute="2"),
    },
    # What must be true of the whole database is asked of it every night.
    "ask every identity": {
        "task": "payments.tasks.ask_identities",
        "schedule": crontab(minute="15", hour="4"),
    },
    # Work is rows: a message that the broker lost is only a row picked up a minute later.
    "work through what waits": {
        "task": "funds.tasks.work_through_rows",
        "schedule": crontab(),
    },
}


@app.on_configure.connect
def start_servers(**_: Any) -> None:
    """Start what this process needs before Celery reads the settings that name it."""
    ensure_services()


# On one machine with the web process, a page goes before work that nobody looks at: O-72.
POLITENESS = 5


@worker_init.connect
def work_as_worker(**_: Any) -> None:
    """Let pages go first; speak to the database as the worker, unless told to be another."""
    os.nice(POLITENESS)
    if "DATABASE_ROLE" not in os.environ:
        settings.DATABASE_ROLE = "worker"
