"""What a mail server refused, what came back and what has no address is seen within 15 minutes."""

import time

import pytest
from celery.schedules import crontab

from config import celery
from municipalities.models import Notice, Officer
from municipalities.notices import bounces, delivery, writing
from municipalities.tasks import deliver_notices
from tests.municipalities.post import Post
from tests.municipalities.test_notices import HELLO, certifier, cfo, page_of, post
from tests.municipalities.test_notices_returned import REPORT

__all__ = ["certifier", "post"]
pytestmark = pytest.mark.django_db


def test_of_564_every_one_that_failed_is_on_the_senders_page_within_15_minutes(
    post: Post, certifier: Officer
) -> None:
    """The failing ones are the last in the queue; delivery looks every minute, by its schedule."""
    looks = celery.app.conf.beat_schedule["send the notices that wait"]
    assert looks["task"] == "municipalities.tasks.deliver_notices"
    assert looks["schedule"] == crontab()  # every minute
    first, last = cfo("9901"), [cfo("9902"), cfo("9903", "")]
    post.refused["cfo9902@town.example"] = "550 no such person"
    began = time.monotonic()
    many = [f"reminder/of/{number}" for number in range(562)]
    Notice.objects.bulk_create(
        Notice(kind="reminder", key=key, office=first.office, person=first.person, subject="Due",
               address="cfo9901@town.example", sender=certifier, text="Due")
        for key in many
    )  # fmt: skip
    writing.write_each("reminder", "last", last, lambda _: HELLO, by=certifier)
    minutes = 0
    while Notice.objects.filter(state="waiting").exists():
        minutes += 1
        deliver_notices()
    bounced = Notice.objects.filter(state="sent").latest("pk")
    report = REPORT.format(action="failed", name=delivery.message_id(bounced))
    bounces.record(report.encode())
    page = page_of(certifier)
    took = minutes * 60 + time.monotonic() - began
    assert "3 notices you sent are not delivered" in page
    for words in ("550 no such person", "Has no address", "Returned"):
        assert words in page
    assert minutes == 2 and took < 15 * 60
