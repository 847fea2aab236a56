"""The report of the corrections to the Legislature: amount and distribution, once a version. d."""

from datetime import date
from typing import Any

import pytest

from funds import corrections_report
from funds.refusal import Refusal
from municipalities.letters import papers
from tests.funds.accepted import accept
from tests.offices import officer
from tests.places import municipality

pytestmark = pytest.mark.django_db
ON, DIRECTOR = date(1998, 7, 15), "taxation-director"


@pytest.fixture(autouse=True)
def base_table(settings: Any, tmp_path: Any) -> None:
    settings.DOCUMENTS = str(tmp_path)
    for code, name in (("9901", "Exampleton"), ("9902", "Samplebury"), ("9903", "Thirdham")):
        municipality(code, name)
    for kind, first in (("aid_1994", "100.00"), ("aid_1996", "120.00"), ("estimate_1998", "90.00")):
        accept(kind, "SFY1998", {"9901": first, "9902": "50.00", "9903": "10.00"}, on=ON)


def corrections(**values: str) -> None:
    accept("corrections", "SFY1998", {c[1:]: v for c, v in values.items()}, on=ON)


def test_the_corrections_are_reported_with_amount_and_distribution() -> None:
    corrections(_9901="5.50", _9902="0.25", _9903="0")
    paper = corrections_report.issue(on=ON, by=officer(DIRECTOR))
    table = paper.letter["tables"][0]
    assert table["rows"] == [
        ["9901", "Exampleton", "120.00", "5.50", "125.50"],
        ["9902", "Samplebury", "50.00", "0.25", "50.25"],
    ]
    assert table["total"] == ["All", "", "170.00", "5.75", "175.75"]
    assert "They come to $5.75 for 2 municipalities" in paper.letter["paragraphs"][0]
    assert "July 15, 1997: 365 days late." in paper.letter["paragraphs"][1]
    assert paper.letter["to"] == ["The Legislature of New Jersey"]
    assert corrections_report.issue(on=ON, by=officer(DIRECTOR)) == paper


def test_a_day_late_is_said_and_not_refused() -> None:
    assert corrections_report.in_time(date(1997, 7, 15)).endswith("in time.")
    assert corrections_report.in_time(date(1997, 7, 16)).endswith("1 day late.")


def test_a_later_version_supersedes_the_report() -> None:
    corrections(_9901="5.50")
    first = corrections_report.issue(on=ON, by=officer(DIRECTOR))
    corrections(_9901="6.00")
    second = corrections_report.issue(on=ON, by=officer(DIRECTOR))
    first.refresh_from_db()
    assert papers.state_of(first) == f"Superseded by {second.number}"


def test_nothing_is_reported_without_a_correction_and_by_nobody_else() -> None:
    with pytest.raises(Refusal, match="No correction is in force"):
        corrections_report.issue(on=ON, by=officer(DIRECTOR))
    corrections(_9901="5.50")
    with pytest.raises(Refusal, match="may not"):
        corrections_report.issue(on=ON, by=officer("treasury-certifier"))
