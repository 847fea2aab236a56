"""Each story of this folder is played, every line as expected, and leaves every identity true."""

from pathlib import Path

import pytest
from django.conf import settings
from pytest_django import DjangoDbBlocker

from payments import scratch
from payments.invariants import identities
from payments.play import running, story
from payments.play.registry import ACTS

STORIES = sorted(Path(__file__).parent.glob("*.csv"))


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_a_story_goes_as_it_says(
    path: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> None:
    lines = story.read(path, ACTS, settings.ROLES)
    with django_db_blocker.unblock(), scratch.database(reference=True):
        different = [str(judged) for judged in running.run(lines) if not judged.same]
        broken = [line for holds, line in (each.line() for each in identities()) if not holds]
    assert (different, broken) == ([], [])


def test_both_sides_of_every_act_are_told() -> None:
    lines = [line for path in STORIES for line in story.read(path, ACTS, settings.ROLES)]
    done = {line.act for line in lines if line.expect.refusal is None}
    refused = {line.act for line in lines if line.expect.refusal is not None}
    assert set(ACTS) - done == set()
    assert set(ACTS) - refused == set()
