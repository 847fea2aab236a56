"""The only home of messages that came back: which notice it was, and what the mail system said."""

import email
import re
from email import policy
from email.message import EmailMessage, Message

from municipalities.models import Notice
from municipalities.refusal import Refusal

State = Notice.State
NAMED = re.compile(r"<notice-(\d+)@")


def record(report: bytes) -> Notice:
    """Record that a message came back, from the report the mail system made of it.

    A report of a delay changes nothing. Raises Refusal when it names no notice of ours.
    """
    found = email.message_from_bytes(report, policy=policy.default)
    number = _number(found)
    notice = Notice.objects.filter(pk=number).first() if number else None
    if notice is None:
        raise Refusal("The report names no notice that was sent from here.")
    said = _said(found)
    if not said.startswith("delayed"):
        changed = Notice.objects.filter(pk=notice.pk, state__in=[State.SENT, State.BOUNCED])
        changed.update(state=State.BOUNCED, error=said[:300])
    notice.refresh_from_db()
    return notice


def _number(report: EmailMessage | Message) -> int | None:
    """Find the notice's number in the returned message's own head, wherever it is packed."""
    heads = [str(part.get("Message-ID", "")) for part in report.walk() if part is not report]
    texts = [part.as_string() for part in report.walk() if "rfc822" in part.get_content_type()]
    for text in [*heads, *texts]:
        named = NAMED.search(text)
        if named:
            return int(named[1])
    return None


def _said(report: EmailMessage | Message) -> str:
    """Return the mail system's verdict: its action and its diagnosis."""
    for part in report.walk():
        if part.get_content_type() == "message/delivery-status":
            text = part.as_string()
            action = re.search(r"^Action:\s*(\S+)", text, re.MULTILINE)
            why = re.search(r"^Diagnostic-Code:\s*(.+)$", text, re.MULTILINE)
            return f"{action[1] if action else 'failed'}: {why[1] if why else 'no reason given'}"
    return "failed: no reason given"
