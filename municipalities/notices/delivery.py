"""The only home of sending what waits: one message a person, tried again, its fate on the row.

A row is claimed and committed before its message goes out, and its fate after. A worker that
dies between lets the row be sent once more under the same Message-ID, which mail systems know as
the same message; nothing else sends twice.
"""

import smtplib
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection, transaction
from django.db.models.functions import Now

from municipalities.models import Notice

State = Notice.State
NEW_YORK = ZoneInfo("America/New_York")
LEASE = 120  # seconds a message may take
MOST = 100  # attempts; at one an hour, four days
SERVER = (
    smtplib.SMTPServerDisconnected,
    smtplib.SMTPConnectError,
    smtplib.SMTPHeloError,
    smtplib.SMTPAuthenticationError,
    smtplib.SMTPNotSupportedError,
)
PERMANENT = 500

_CLAIM = """
    UPDATE municipalities_notice SET state = 'sending', attempts = attempts + 1,
        leased_until = clock_timestamp() + make_interval(secs => %s)
    WHERE id = (SELECT id FROM municipalities_notice
        WHERE state IN ('waiting', 'sending') AND deliver_after <= clock_timestamp()
            AND (leased_until IS NULL OR leased_until < clock_timestamp())
        ORDER BY deliver_after, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id"""
_AGAIN = """
    UPDATE municipalities_notice SET state = 'waiting', leased_until = NULL, error = %s,
        deliver_after = clock_timestamp() + make_interval(mins => %s) WHERE id = %s"""


@dataclass(frozen=True)
class Fate:
    """What became of an attempt: an end, or another attempt; `down` when the server is."""

    state: Notice.State | None
    error: str = ""
    down: bool = False


def deliver(*, most: int = 500) -> list[Notice]:
    """Send what waits, oldest first, until the server is down; return what was tried."""
    tried: list[Notice] = []
    mail = get_connection()
    try:
        while len(tried) < most and (row := _claim()) is not None:
            fate = _send(row, mail)
            _record(row, fate)
            tried.append(row)
            if fate.down:
                _say_to_all(fate.error)
                break
    finally:
        _close(mail)
    return tried


def _claim() -> Notice | None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_CLAIM, [LEASE])
        found = cursor.fetchone()
    return Notice.objects.select_related("office").get(pk=found[0]) if found else None


def message(row: Notice, mail: BaseEmailBackend | None = None) -> EmailMessage:
    """Return the notice as a message to its one recipient."""
    page = f"\n\n{settings.SITE_ADDRESS}{row.url}" if row.url else ""
    at = row.written_at.astimezone(NEW_YORK)
    body = (
        f"{row.office.name}\n\n{row.text}{page}\n\nNotice {row.pk}, written {at:%B} {at.day},"
        f" {at:%Y, %-I:%M:%S %p} New York time. Do not answer this message.\n"
    )
    headers = {"Message-ID": message_id(row), "Auto-Submitted": "auto-generated"}
    return EmailMessage(row.subject, body, to=[row.address], headers=headers, connection=mail)


def message_id(row: Notice) -> str:
    """Return the name by which mail systems know the notice, the same at every attempt."""
    host = settings.SITE_ADDRESS.split("//")[-1].split("/")[0].split(":")[0]
    return f"<notice-{row.pk}@{host}>"


def _send(row: Notice, mail: BaseEmailBackend) -> Fate:
    try:
        message(row, mail).send()
    except Exception as error:  # whatever it is, the row says it and the others go on
        return _fate(error)
    return Fate(State.SENT)


def _fate(error: Exception) -> Fate:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, said = next(iter(error.recipients.values()))
        return _by_code(code, said)
    if isinstance(error, SERVER):
        return Fate(None, f"The mail server does not answer: {_plain(error)}", down=True)
    if isinstance(error, smtplib.SMTPResponseException):
        return _by_code(error.smtp_code, error.smtp_error)
    if isinstance(error, OSError):
        return Fate(None, f"The mail server does not answer: {_plain(error)}", down=True)
    return Fate(State.REFUSED, f"No message can be made of it: {_plain(error)}")


def _by_code(code: int, said: bytes | str) -> Fate:
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return Fate(State.REFUSED if code >= PERMANENT else None, f"{code} {text}")


def _plain(error: Exception) -> str:
    return " ".join(f"{type(error).__name__} {error}".split())


def _record(row: Notice, fate: Fate) -> None:
    """Write what became of the attempt; another attempt waits twice as long, an hour at most."""
    ours = Notice.objects.filter(pk=row.pk, state=State.SENDING)
    error = fate.error[:300]
    if fate.state == State.SENT:
        ours.update(state=State.SENT, sent_at=Now(), leased_until=None, error="")
    elif fate.state is not None or row.attempts >= MOST:
        ours.update(state=fate.state or State.REFUSED, leased_until=None, error=error)
    else:
        minutes = min(2 ** (row.attempts - 1), 60)
        with connection.cursor() as cursor:
            cursor.execute(_AGAIN, [error, minutes, row.pk])
    row.refresh_from_db()


def _say_to_all(error: str) -> None:
    """Let the sender of everything that waits see why it does."""
    waiting = Notice.objects.filter(state=State.WAITING, error="", deliver_after__lte=Now())
    waiting.update(error=error[:300])


def _close(mail: BaseEmailBackend) -> None:
    try:
        mail.close()
    except (OSError, smtplib.SMTPException):
        return
