"""A message that came back is known by its name, and the sender sees it."""

import io
import sys
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db.models.functions import Now

from municipalities.models import Notice
from municipalities.notices import delivery, writing
from municipalities.notices.writing import Words
from tests.offices import officer

pytestmark = pytest.mark.django_db

REPORT = """From: mailer-daemon@town.example
Content-Type: multipart/report; report-type=delivery-status; boundary="b"
MIME-Version: 1.0

--b
Content-Type: text/plain

It did not arrive.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; town.example

Final-Recipient: rfc822; cfo@town.example
Action: {action}
Diagnostic-Code: smtp; 550 5.1.1 unknown
--b
Content-Type: text/rfc822-headers

Message-ID: {name}
Subject: Certified
--b--
"""


@pytest.fixture
def sent() -> Notice:
    to = officer("auditor")
    made = writing.write("x", "x/1", to, Words("Certified", "It is."), by=officer("dca-analyst"))
    Notice.objects.filter(pk=made.pk).update(state="sent", sent_at=Now(), address="a@b.example")
    made.refresh_from_db()
    return made


def handed_in(report: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(report.encode())))
    out = io.StringIO()
    call_command("record_bounce", stdout=out)
    return out.getvalue()


def test_a_returned_message_is_marked_with_what_the_mail_system_said(
    sent: Notice, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = handed_in(REPORT.format(action="failed", name=delivery.message_id(sent)), monkeypatch)
    sent.refresh_from_db()
    assert said == f"Notice {sent.pk}: returned.\n"
    assert (sent.state, sent.error) == ("bounced", "failed: smtp; 550 5.1.1 unknown")


def test_a_delay_is_no_return(sent: Notice, monkeypatch: pytest.MonkeyPatch) -> None:
    handed_in(REPORT.format(action="delayed", name=delivery.message_id(sent)), monkeypatch)
    sent.refresh_from_db()
    assert sent.state == "sent"


def test_a_report_of_anothers_message_is_refused(
    sent: Notice, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(CommandError, match="names no notice"):
        handed_in(REPORT.format(action="failed", name="<other@host>"), monkeypatch)
