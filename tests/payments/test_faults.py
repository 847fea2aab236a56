"""G3: an act whose process, answer, server or message is lost is asked for again, and is done once.

A sample of the points; `./manage.py prove faults --full` tries every statement.
"""

from collections.abc import Iterator
from random import Random
from uuid import uuid4

import pytest
from pytest_django import DjangoDbBlocker

from funds import allocation
from funds.models import Certification, Seal, Work
from municipalities.models import Intake
from payments import scratch
from payments.faults import acts, answers, before, forgetting, killing, record, stopping, trials
from payments.faults.acts import Act, Ask
from payments.faults.before import Size
from payments.models import BankFile, Installment
from payments.reconciling import scene


@pytest.fixture(autouse=True)
def unblocked(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock():
        yield


def test_an_act_killed_at_a_statement_is_done_once_when_it_is_asked_for_again() -> None:
    assert killing.run(1, 3) == (5, [])


def test_an_act_whose_answer_was_lost_is_done_once_when_it_is_asked_for_again() -> None:
    assert answers.run(5, 3) == (5, [])


def test_a_file_whose_commit_lost_its_answer_alone_is_kept_and_read() -> None:
    """Found by `prove faults`, seed 1998: the row stood, and its file was taken away."""
    (act,) = (each for each in acts.ACTS if each.name == "import")
    with trials.readied(act, Random(3)) as ready:
        assert list(answers._lost(ready, 1)) == []


def test_work_whose_commit_lost_its_answer_alone_is_done_and_not_begun_again() -> None:
    (act,) = (each for each in acts.ACTS if each.name == "import")
    with trials.readied(act, Random(3)) as ready:
        with scratch.copy(ready.database), answers.through_proxy() as proxy:
            ready.ask()
            commits = proxy.commits  # the last claims nothing, the one before is the work's
        with scratch.copy(ready.database), answers.through_proxy() as proxy:
            proxy.lose = commits - 1
            ready.ask()
            assert Work.objects.get().state == Work.State.DONE
            assert proxy.commits == commits


def test_an_act_in_which_the_database_stops_is_done_once_after_its_start() -> None:
    assert stopping.run(1, 3) == (1, [])


def test_an_act_whose_messages_are_lost_is_done_by_the_next_look() -> None:
    assert forgetting.run(1, 3) == (1, [])


DONE = {
    "release": lambda: Installment.objects.filter(posting__isnull=False).exists(),
    "certify": Certification.objects.exists,
    "export": BankFile.objects.exists,
    "close": lambda: Seal.objects.filter(closing__sfy=before.CLOSED_ON.year).exists(),
    "import": lambda: Intake.objects.get().outcome == Intake.Outcome.READ,
}


@pytest.mark.parametrize("act", acts.ACTS, ids=lambda act: act.name)
def test_an_undisturbed_asking_does_the_whole_act(act: Act) -> None:
    with trials.readied(act, Random(3)) as ready, scratch.copy(ready.database):
        assert not act_is_begun(act)
        ready.ask()
        assert DONE[act.name]()
        assert record.different(record.read(), ready.wanted) == []


def act_is_begun(act: Act) -> bool:
    return act.name != "import" and bool(DONE[act.name]())


def forgetful(random: Random, size: Size) -> Ask:
    """An act whose key is another each time that it is asked for."""
    before.released(random, size)

    def press() -> None:
        allocation.deposit(
            "highlands", "highlands-protection-fund", 100 * scene.CENT, on=before.PAY_DAY,
            by=scene.state("treasury-analyst"), document="x", key=uuid4().hex,
        )  # fmt: skip
        Installment.objects.exists()

    return Ask(press)


def test_an_act_that_is_done_twice_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(killing, "ACTS", [Act("forgetful", before.PAY_DAY, forgetful)])
    tried, faults = killing.run(killing.EVERY, 3)
    last = [fault for fault in faults if f"killed at {tried}," in fault]
    assert any("funds_posting" in fault for fault in last)


def test_of_few_trials_each_act_gets_its_share() -> None:
    assert [times for _, times in trials.shared(7, acts.ACTS)] == [2, 2, 1, 1, 1]
    assert len(trials.shared(2, acts.ACTS)) == 2
    assert trials.points(3, 5, Random(3)) == [1, 2, 3]
