"""Every known way around signing in is tried, case by case, and refused."""

import pytest

from municipalities.proofs import login, scene

pytestmark = pytest.mark.django_db


def test_forty_cases_and_more_are_tried() -> None:
    assert len(login.CASES) >= 40


@pytest.mark.parametrize("sentence", login.CASES)
def test_no_way_in_by(sentence: str) -> None:
    with scene.as_deployed():
        assert login.try_one(sentence)
