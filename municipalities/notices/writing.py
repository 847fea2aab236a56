"""The only home of writing a notice: to whom, at which address, once, with the act's commit."""

import logging
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from datetime import date

from django.db import DEFAULT_DB_ALIAS, IntegrityError, connection, connections, transaction

from municipalities import offices
from municipalities.models import Notice, Officer, User
from municipalities.refusal import Refusal

log = logging.getLogger(__name__)

State = Notice.State
UNDELIVERED = (State.REFUSED, State.BOUNCED, State.NO_ADDRESS, State.UNWRITTEN)
SECURITY = "security"


@dataclass(frozen=True)
class Words:
    """What a notice says to one person: subject, text, and the page it is about."""

    subject: str
    text: str
    url: str = ""


Wording = Callable[[Officer], Words]


def holders_of(title: str, *, on: date, **place: str) -> list[Officer]:
    """Return who holds an office of this title on the day; `municipality`, `zone` are codes."""
    found = offices.serving(on).filter(office__title=title)
    return list(found.filter(**{f"office__{name}": code for name, code in place.items()}))


def write_each(
    kind: str, key: str, to: Iterable[Officer], wording: Wording, *, by: Officer
) -> list[Notice]:
    """Write each officer a notice of their own, once, in the transaction of the act.

    One that cannot be worded is on record as such, and keeps no other from being written.
    """
    recipients = list({each.pk: each for each in to}.values())
    addresses = addresses_of(recipients)
    made = [_row(kind, key, each, addresses[each.pk], wording, by) for each in recipients]
    Notice.objects.bulk_create(made, ignore_conflicts=True)
    return list(Notice.objects.filter(key__in=[each.key for each in made]))


def write(kind: str, key: str, to: Officer, words: Words, *, by: Officer) -> Notice:
    """Write one officer a notice, once."""
    return write_each(kind, key, [to], lambda _: words, by=by)[0]


def _row(kind: str, key: str, to: Officer, address: str, wording: Wording, by: Officer) -> Notice:
    row = Notice(
        kind=kind,
        key=f"{key}/{to.pk}",
        office_id=to.office_id,
        person_id=to.person_id,
        address=address,
        sender=by,
        state=State.WAITING if address else State.NO_ADDRESS,
    )
    try:
        words = wording(to)
    except Exception as error:  # one person's words must not keep the others' back
        log.exception("A notice of %s could not be worded", key)
        row.subject, row.state = f"{kind} {key}"[:160], State.UNWRITTEN
        row.error = f"{type(error).__name__}: {error}"[:300]
        return row
    row.subject, row.text, row.url = " ".join(words.subject.split())[:160], words.text, words.url
    return row


def addresses_of(recipients: Iterable[Officer]) -> dict[int, str]:
    """Return each officer's address: the person's own, else the office's, else none."""
    found = list(recipients)
    people = {each.person_id for each in found}
    users = User.objects.filter(person__in=people, is_active=True).exclude(email="")
    own = dict(users.order_by("-pk").values_list("person_id", "email"))
    return {each.pk: own.get(each.person_id) or each.office.mail for each in found}


_INSERT = """
    INSERT INTO municipalities_notice (kind, key, office_id, person_id, address, sender_id,
        subject, text, url, state, attempts, error)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, 0, '') ON CONFLICT (key) DO NOTHING"""


def write_apart(kind: str, key: str, to: Officer, words: Words, *, by: Officer) -> None:
    """Write a notice that stays even when the request around it is rolled back.

    For what must be told although the act was refused: a lock-out, a failed sign-in, a refused
    signature. It goes over a connection of its own, committed at once.
    """
    row = _row(kind, key, to, addresses_of([to])[to.pk], lambda _: words, by)
    if Notice.objects.filter(key=row.key).exists():
        return  # another connection would wait for what this transaction itself wrote
    values = [row.kind, row.key, row.office_id, row.person_id, row.address, by.pk,
              row.subject, row.text, row.url, row.state]  # fmt: skip
    if not connection.in_atomic_block:
        _insert(connection, values)
        return
    try:
        with closing(connections.create_connection(DEFAULT_DB_ALIAS)) as own:
            _insert(own, values)
    except IntegrityError:
        # The parties are rows of this very transaction: nobody outside it knows them.
        _insert(connection, values)


def _insert(over: object, values: list[object]) -> None:
    with over.cursor() as cursor:  # type: ignore[attr-defined]
        cursor.execute(_INSERT, values)


@transaction.atomic
def write_again(notice: Notice, *, by: Officer) -> Notice:
    """Let an undelivered notice wait anew, for the address that is on record now.

    Raises Refusal when it was not undelivered, and when there is still no address.
    """
    found = Notice.objects.select_for_update().select_related("office", "person").get(pk=notice.pk)
    if found.state not in UNDELIVERED or found.state == State.UNWRITTEN:
        raise Refusal(f"“{found.subject}” is not undelivered: {found.get_state_display().lower()}.")
    address = _address_now(found)
    if not address:
        raise Refusal(f"{found.office} has no address: an administrator enters one.")
    found.address, found.state, found.error = address, State.WAITING, ""
    found.attempts, found.leased_until = 0, None
    found.save(update_fields=["address", "state", "error", "attempts", "leased_until"])
    return found


def _address_now(notice: Notice) -> str:
    users = User.objects.filter(person=notice.person, is_active=True).exclude(email="")
    return users.values_list("email", flat=True).first() or notice.office.mail


def withdraw(waiting: Iterable[int]) -> int:
    """Take back notices that were not sent yet and are no longer needed; return how many."""
    open_ones = Notice.objects.filter(pk__in=list(waiting), state=State.WAITING)
    return open_ones.update(state=State.WITHDRAWN)
