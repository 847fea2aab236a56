"""While everything stands still no notice goes out, nothing is released, paid or taken."""

from datetime import date

import pytest
from django.core import mail
from django.db import IntegrityError, InternalError, connection, transaction

from funds import heartbeats, work
from funds.models import Work
from funds.queries.work import alarms
from funds.tasks import work_through_rows
from municipalities import offices, standstills
from municipalities.models import Notice, Standstill
from municipalities.refusal import Refusal
from municipalities.tasks import deliver_notices
from payments import bank_files, installments, warrants
from payments.models import Installment, Warrant
from payments.tasks import release_due_installments
from tests.offices import officer
from tests.payments import aid
from tests.places import municipality

pytestmark = pytest.mark.django_db
DAY = date(2026, 8, 3)


def still(day: date = DAY) -> Standstill:
    return standstills.begin("A wrong file", on=day, by=officer("budget-officer"))


def test_nothing_is_released_and_what_is_due_stays_due() -> None:
    aid.allotted({"0101": "300.00"})
    still()
    release_due_installments()
    by = officer("treasury-certifier")
    with pytest.raises(Refusal, match="stands still since August 3, 2026: “A wrong file”"):
        installments.release_due(on=DAY, by=by)
    with pytest.raises(Refusal, match="No money leaves"):
        installments.release(Installment.objects.order_by("deposit_on")[0], on=DAY, by=by)
    standstills.end(standing(), "The file was withdrawn", on=DAY, by=by)
    assert installments.release_due(on=DAY, by=by).released


def standing() -> Standstill:
    found = standstills.standing()
    assert found is not None
    return found


def test_no_warrant_is_sent_and_no_file_taken_by_act_or_by_sql() -> None:
    aid.allotted({"0101": "300.00"})
    aid.account("0101")
    aid.released(DAY)
    sent = aid.sent("energy-receipts", DAY)
    releaser = officer("treasury-releaser")
    file = bank_files.take(sent, on=DAY, by=releaser)
    _certified()
    still()
    with pytest.raises(Refusal, match="stands still"):
        bank_files.take(sent, on=DAY, by=releaser)
    with pytest.raises(Refusal, match="stands still"):
        warrants.send(sent, on=DAY, by=releaser)
    assert Warrant.objects.filter(posting=None).exists()
    for sql in (
        (
            "INSERT INTO payments_bankfiletaking (file_id, taken_by_id, taken_on)"
            " SELECT id, made_by_id, made_on FROM payments_bankfile"
        ),
        (
            "UPDATE payments_warrant SET posting_id = (SELECT max(id) FROM funds_posting)"
            " WHERE posting_id IS NULL"
        ),
    ):
        refused = pytest.raises((IntegrityError, InternalError), match="no money leaves")
        with refused, transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql)
    standstills.end(standing(), "It was the right one", on=DAY, by=officer("dca-director"))
    assert bank_files.take(sent, on=DAY, by=releaser) == file


def _certified() -> None:
    """A second warrant, which nobody has sent."""
    aid.allotted({"0102": "100.00"}, sfy=2028)
    aid.account("0102")
    day = date(2027, 8, 2)
    aid.released(day)
    warrants.certify("energy-receipts", pays_on=day, on=day, by=officer("treasury-certifier"))


def test_notices_and_work_wait_and_the_workers_still_give_a_sign() -> None:
    municipality("0101")
    cfo = officer("cfo", municipality="0101")
    waiting = Notice.objects.create(
        kind="due", key="one", office=cfo.office, person=cfo.person, sender=offices.system(),
        address="cfo@example.test", subject="Due", text="Due.",
    )  # fmt: skip
    done: list[int] = []
    work.register("counted", lambda row: done.append(row.pk) or work.Progress(1, 1))
    work.offer("counted", "counted/1", "Count", DAY)
    still()
    deliver_notices()
    work_through_rows()
    assert not mail.outbox and not done
    waiting.refresh_from_db()
    assert waiting.state == Notice.State.WAITING
    assert Work.objects.get(key="counted/1").state == Work.State.DUE
    signs = {each.of: each for each in heartbeats.signs()}
    assert not signs[heartbeats.WORKER].is_silent
    assert ("Everything stands still", "A wrong file") in [(a.what, a.why) for a in alarms()]


def test_another_person_lets_it_go_on_and_says_what_was_made_sure_of() -> None:
    begun = still()
    assert still() == begun and Standstill.objects.count() == 1
    same = officer("dca-director", person=str(officer("budget-officer").person.label))
    with pytest.raises(Refusal, match="another person lets it go on"):
        standstills.end(begun, "Looked", on=DAY, by=same)
    with pytest.raises(IntegrityError, match="two duties of one act"), transaction.atomic():
        Standstill.objects.update(ended_by=same, ended_on=DAY, ended_because="Looked")
    other = officer("treasury-certifier")
    with pytest.raises(Refusal, match="Say what was made sure of"):
        standstills.end(begun, "  ", on=DAY, by=other)
    assert standstills.end(begun, "Looked", on=DAY, by=other).ended_on == DAY
    assert standstills.standing() is None


def test_who_may_not_stop_anything_is_told_the_duty() -> None:
    with pytest.raises(Refusal, match="“stop-everything”"):
        standstills.begin("A guess", on=DAY, by=officer("dca-analyst"))
